import { toMovieFolder } from '../../catalog/scanner/naming/folders/movie-folder';
import type { MetadataFields } from '../../catalog/scanner/units/metadata-fields';
import type { ProviderMovie } from '../provider/provider-shapes';
import type { DemoLibraryOptions, DemoOptions } from './demo-options';
import { writeNfo } from './nfo-writer';
import { countDirectories, isUsable, type PlannedFile, type PlannedUnit, type TakenNames } from './planned-unit';
import { findYear, toMovieFields, yearSuffix } from './provider-fields';
import { applyQuirks, hasQuirk } from './quirks';
import { NAME_MAX_BYTES, toSafeName } from './safe-name';
import { choose, happens } from './seeded-choice';

/** Maximum bytes of the title in a name, in NFC. Leaves space for year, id, labels and extension. */
const TITLE_BYTES = 140;

/** Names of the folder and the files of a film, without file extensions. */
interface MovieNames {
  readonly folder: string;
  readonly files: readonly string[];
}

/** Plans a film. Its names are not taken and not too long, and the scanner recognizes them as exactly one film. */
export function planMovie(
  movie: ProviderMovie,
  library: DemoLibraryOptions,
  options: DemoOptions,
  taken: TakenNames,
): PlannedUnit {
  const names = [deviatingNames(movie, library, options), plainNames(movie, options)].find(
    (candidate) => candidate !== null && isUsable(candidate.folder, taken) && isOneFilm(candidate),
  );
  const { folder, files } = names ?? uniqueNames(movie);
  const fields = applyQuirks(toMovieFields(movie, library.region), options, 'movie', movie.id);
  const plannedFiles = [
    ...files.map((name): PlannedFile => ({ path: `${folder}/${name}.mkv`, text: '' })),
    ...nfoFilesOf(movie, folder, fields, options),
  ];
  return {
    providerId: movie.id,
    folder,
    files: plannedFiles,
    directoryCount: countDirectories(plannedFiles),
    metadata: { movie: fields },
  };
}

function plainNames(movie: ProviderMovie, options: DemoOptions): MovieNames {
  const hasUnicodeQuirk = hasQuirk('unicode', options, 'movie', movie.id);
  const title = toSafeName((hasUnicodeQuirk && movie.original_title) || movie.title, TITLE_BYTES);
  const name = `${title}${yearSuffix(movie.release_date)}`;
  const isNfd = hasUnicodeQuirk && happens(0.5, options.seed, 'nfd', movie.id);
  const folder = isNfd ? name.normalize('NFD') : name;
  return { folder, files: versionsOf(folder, movie, options) };
}

/** Returns names with the provider id. They are unique, and the scanner recognizes them as exactly one film. */
function uniqueNames(movie: ProviderMovie): MovieNames {
  const folder = `${toSafeName(movie.title, TITLE_BYTES)}${yearSuffix(movie.release_date)} [tmdbid-${movie.id}]`;
  return { folder, files: [folder] };
}

function versionsOf(base: string, movie: ProviderMovie, options: DemoOptions): string[] {
  return hasQuirk('duplicates', options, 'movie', movie.id) ? [`${base} - 1080p`, `${base} - 2160p`] : [base];
}

const DEVIATIONS = ['release', 'underscores', 'no_year', 'provider_id', 'parts', 'other_file'] as const;

/**
 * Returns names that deviate from the naming conventions; null if the film does not deviate, or if its deviation needs
 * a year and the film has none.
 */
function deviatingNames(movie: ProviderMovie, library: DemoLibraryOptions, options: DemoOptions): MovieNames | null {
  if (!library.allowDeviations || !happens(options.deviationRate, options.seed, 'deviation', 'movie', movie.id)) {
    return null;
  }
  const title = toSafeName(movie.title, TITLE_BYTES);
  const year = findYear(movie.release_date);
  const name = `${title}${yearSuffix(movie.release_date)}`;
  switch (choose(DEVIATIONS, options.seed, 'deviation', 'movie', movie.id, 'which')) {
    case 'release':
      return year === null ? null : sameNames(`${title.replace(/[\s._]+/g, '.')}.${year}.1080p.WEB-DL.x264`);
    case 'underscores':
      return year === null ? null : sameNames(`${title.replace(/[\s._]+/g, '_').toLowerCase()}_(${year})`);
    case 'no_year':
      return sameNames(title);
    case 'provider_id':
      return sameNames(`${name} {tmdb-${movie.id}}`);
    case 'parts':
      return { folder: name, files: [`${name} cd1`, `${name} cd2`] };
    case 'other_file':
      return { folder: name, files: [`file-${movie.id}`] };
  }
}

function sameNames(name: string): MovieNames {
  return { folder: name, files: [name] };
}

/**
 * Whether the scanner recognizes the names as exactly one film, and no name is too long. An empty `identity` means that
 * the folder is named after the film. A name in NFD can have more bytes than the same name in NFC.
 */
function isOneFilm({ folder, files }: MovieNames): boolean {
  const videos = files.map((name) => `${name}.mkv`);
  if ([folder, ...videos].some((name) => Buffer.byteLength(name) > NAME_MAX_BYTES)) return false;
  const { movies, extras } = toMovieFolder(folder, videos, false);
  return movies.length === 1 && movies[0]?.identity === '' && extras.length === 0;
}

function nfoFilesOf(movie: ProviderMovie, folder: string, fields: MetadataFields, options: DemoOptions): PlannedFile[] {
  if (!hasQuirk('nfo', options, 'movie', movie.id)) return [];
  const path = `${folder}/movie.nfo`;
  const link = `https://www.themoviedb.org/movie/${movie.id}\n`;
  const document = writeNfo('movie', fields);
  switch (choose(['xml', 'url', 'both'], options.seed, 'nfo', movie.id)) {
    case 'url':
      return [{ path, text: link }];
    case 'both':
      return [{ path, text: document + link }];
    default:
      return [{ path, text: document }];
  }
}
