import type { CatalogFile } from '../../../database/entities/catalog/media-item.entity';
import { toBaseName } from '../naming/file-kinds';
import { type MovieInFolder, toMovieFolder } from '../naming/folders/movie-folder';
import { toTitleName, type TitleName } from '../naming/title-name';
import type { NfoDocument } from '../nfo/nfo-document';
import { NfoReader, toFirstItemFields } from '../nfo/nfo-reader';
import type { ScanUnit, UnitFolder } from '../tree/scan-unit';
import { toScannedMediaId } from './media-uuid';
import {
  type ScannedItem,
  toScannedItem,
  toTitleFields,
  type UnitItems,
  type UnitMetadata,
  type UnitReadOptions,
} from './scanned-item';

/**
 * Returns the films of a folder. Reports the files that it skips, and the films that look like another version of the
 * film of the folder.
 */
export function readMovieUnit(unit: ScanUnit, options: UnitReadOptions, metadata: UnitMetadata | null): UnitItems {
  return new MovieUnit(unit, options, metadata).read();
}

class MovieUnit {
  private readonly nfoReader: NfoReader;
  private readonly mainFolder: UnitFolder;
  private readonly folderPath: string;

  constructor(
    private readonly unit: ScanUnit,
    private readonly options: UnitReadOptions,
    private readonly metadata: UnitMetadata | null,
  ) {
    this.nfoReader = new NfoReader(unit, options);
    this.mainFolder = unit.folders[0] ?? { names: [], videos: [], nfoNames: [] };
    this.folderPath = unit.names.join('/');
  }

  read(): UnitItems {
    const { log } = this.options;
    const sizes = new Map(this.usableVideos(this.mainFolder).map(({ name, sizeBytes }) => [name, sizeBytes]));
    const disc = this.readDisc();
    const folderName = this.unit.names.at(-1) ?? null;
    const { movies, extras, unlabelled } = toMovieFolder(folderName, [...sizes.keys()], disc !== null);
    for (const name of extras) log.add('extra', this.pathOf(name));
    for (const name of unlabelled) log.add('unlabelled-version', this.pathOf(name));
    const distinctMovies = this.withoutDuplicates(movies);
    const isOnlyMovie = folderName !== null && disc === null && distinctMovies.length === 1;
    const items = distinctMovies.map((movie) => this.toItem(movie, sizes, isOnlyMovie));
    const { complete } = this.nfoReader;
    if (disc === null) return { items, complete };
    // The film that the folder is named after has the same media id as the disc, so it replaces the disc.
    if (!movies.some(({ identity }) => identity === '')) return { items: [disc, ...items], complete };
    log.add('disc-skipped', disc.path);
    return { items, complete };
  }

  private usableVideos(folder: UnitFolder): UnitFolder['videos'] {
    if (this.options.acceptEmpty) return folder.videos;
    return folder.videos.filter((video) => {
      if (video.sizeBytes > 0) return true;
      this.options.log.add('zero-byte-video', this.pathOf([...folder.names, video.name].join('/')));
      return false;
    });
  }

  /**
   * Keeps only the first of several films whose file names differ only in the Unicode form, the extension or the part
   * number, because they would have the same media id.
   */
  private withoutDuplicates(movies: readonly MovieInFolder[]): MovieInFolder[] {
    const identities = new Set<string>();
    return movies.filter(({ identity, versions }) => {
      if (!identities.has(identity)) {
        identities.add(identity);
        return true;
      }
      const names = versions.flatMap(({ files }) => files);
      for (const name of names) this.options.log.add('duplicate-name', this.pathOf(name));
      return false;
    });
  }

  /** `isOnlyMovie`: whether the folder is not the root and contains no other film. */
  private toItem(movie: MovieInFolder, sizes: ReadonlyMap<string, number>, isOnlyMovie: boolean): ScannedItem {
    const names = movie.versions.flatMap(({ files }) => files);
    const files = names.map((name) => ({ path: this.pathOf(name), size_bytes: sizes.get(name) ?? 0 }));
    const bases = [...names.map(toBaseName), ...(movie.identity === '' || isOnlyMovie ? ['movie'] : [])];
    return this.toMovie(movie.name, movie.identity, files, this.nfoReader.find(this.mainFolder, bases, 'movie'));
  }

  /** Returns all videos of disc folders, such as `VIDEO_TS`, as one film; null without videos or in the root. */
  private readDisc(): ScannedItem | null {
    const folderName = this.unit.names.at(-1);
    const files = this.unit.folders.slice(1).flatMap((folder) =>
      this.usableVideos(folder).map(({ name: fileName, sizeBytes }) => ({
        path: this.pathOf([...folder.names, fileName].join('/')),
        size_bytes: sizeBytes,
      })),
    );
    const [first] = files;
    if (first === undefined) return null;
    if (folderName === undefined) {
      this.options.log.add('disc-in-root', first.path);
      return null;
    }
    return this.toMovie(toTitleName(folderName), '', files, this.nfoReader.find(this.mainFolder, ['movie'], 'movie'));
  }

  /** `identity` is empty for the film that the folder is named after (see `MovieInFolder`). */
  private toMovie(
    name: TitleName,
    identity: string,
    files: readonly CatalogFile[],
    document: NfoDocument | null,
  ): ScannedItem {
    const { libraryId, log } = this.options;
    const identityInLibrary = identity === '' ? ['folder', this.folderPath] : ['file', this.folderPath, identity];
    return toScannedItem(
      {
        mediaId: toScannedMediaId(libraryId, 'movie', identityInLibrary),
        kind: 'movie',
        hierarchyFields: { library_id: libraryId },
        fileName: toTitleFields(name),
        nfo: toFirstItemFields(document),
        provider: this.metadata?.get(identity === '' ? 'movie' : `movie/${identity}`),
        files,
        path: files[0]?.path ?? this.folderPath,
      },
      log,
    );
  }

  private pathOf(name: string): string {
    return [...this.unit.names, name].join('/');
  }
}
