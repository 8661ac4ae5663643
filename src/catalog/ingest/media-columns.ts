/** Converts movies, series, seasons and episodes to the columns of `media_items` in a canonical form. */
import { hash } from 'node:crypto';
import { distinctBy } from '../../common/distinct-by';
import type { CatalogFile, CatalogPerson } from '../../database/entities/catalog/media-item.entity';
import type { MediaIds, MediaRecord, MediaValues } from './records/catalog-record';
import { TEXT_BOUNDS } from './records/field-bounds';
import {
  findExternalIds,
  findLine,
  findLines,
  findOverview,
  findRelatedIds,
  requireSingleLine,
  requirePath,
} from './records/text-reader';
import { requireLibraryId, requireMediaId } from './records/id-reader';
import { findDate } from './records/time-reader';
import type { RawPerson, RawRecordOf } from './records/record-schemas';

/** Length of the content hash in hexadecimal digits (128 bits). */
const HASH_DIGITS = 32;

/** Reads a movie or a series. Throws a `LineError`. */
export function readMovieOrSeries(raw: RawRecordOf<'movie' | 'series'>, line: number): MediaRecord {
  const identity = {
    kind: raw.type,
    mediaId: requireMediaId(raw.media_id, 'media_id', [raw.type]).uuid,
    libraryId: requireLibraryId(raw.library_id, 'library_id'),
    seriesId: null,
    seasonId: null,
  };
  return toMediaRecord(line, identity, movieOrSeriesColumns(raw));
}

/** Reads a season or an episode. Throws a `LineError`. */
export function readSeasonOrEpisode(raw: RawRecordOf<'season' | 'episode'>, line: number): MediaRecord {
  const episode = raw.type === 'episode' ? raw : null;
  const identity = {
    kind: raw.type,
    mediaId: requireMediaId(raw.media_id, 'media_id', [raw.type]).uuid,
    libraryId: null,
    seriesId: requireMediaId(raw.series_id, 'series_id', ['series']).uuid,
    seasonId: episode && requireMediaId(episode.season_id, 'season_id', ['season']).uuid,
  };
  const airDate = findDate(raw.air_date, 'air_date');
  return toMediaRecord(line, identity, {
    season_number: raw.season_number,
    episode_number: episode?.episode_number,
    absolute_number: findNonZero(episode?.absolute_number),
    title: findLine(raw.title, 'title', TEXT_BOUNDS.title),
    year: yearOf(airDate),
    release_date: airDate,
    runtime_minutes: findNonZero(episode?.runtime_minutes),
    overview: findOverview(raw.overview),
    people: findPeople(episode?.people),
    available: findAvailable(raw.available),
    files: findFiles(raw.files),
  });
}

/**
 * Builds the record and its hash. The members of the hashed JSON have a fixed order, so that equal records have equal
 * hashes. The hash does not include the library, because a stored item cannot change its library.
 */
function toMediaRecord(line: number, identity: MediaIds, values: MediaValues): MediaRecord {
  const { kind, mediaId, seriesId, seasonId } = identity;
  const identityJson = JSON.stringify({
    media_id: mediaId,
    media_kind: kind,
    series_id: seriesId ?? undefined,
    season_id: seasonId ?? undefined,
  });
  const valuesJson = JSON.stringify(values);
  // Merging the two objects instead of their JSON would take at least twice as long.
  const text = valuesJson === '{}' ? identityJson : `${identityJson.slice(0, -1)},${valuesJson.slice(1)}`;
  const contentHash = hash('sha256', text, 'hex').slice(0, HASH_DIGITS);
  return { type: 'media', line, ...identity, contentHash, chars: text.length, values };
}

function movieOrSeriesColumns(raw: RawRecordOf<'movie' | 'series'>): MediaValues {
  const released =
    raw.type === 'movie' ? findDate(raw.release_date, 'release_date') : findDate(raw.first_air_date, 'first_air_date');
  return {
    title: requireSingleLine(raw.title, 'title', TEXT_BOUNDS.title),
    original_title: findLine(raw.original_title, 'original_title', TEXT_BOUNDS.title),
    sort_title: findLine(raw.sort_title, 'sort_title', TEXT_BOUNDS.title),
    aliases: findLines(raw.aliases, 'aliases', TEXT_BOUNDS.title),
    year: findNonZero(raw.year) ?? yearOf(released),
    release_date: released,
    last_air_date: raw.type === 'series' ? findDate(raw.last_air_date, 'last_air_date') : undefined,
    series_status: raw.type === 'series' ? findLine(raw.status, 'status', TEXT_BOUNDS.code) : undefined,
    runtime_minutes: findNonZero(raw.runtime_minutes),
    overview: findOverview(raw.overview),
    tagline: findLine(raw.tagline, 'tagline', TEXT_BOUNDS.tagline),
    genres: findLines(raw.genres, 'genres', TEXT_BOUNDS.label),
    keywords: findLines(raw.keywords, 'keywords', TEXT_BOUNDS.label),
    people: findPeople(raw.people),
    studios: findLines(raw.studios, 'studios', TEXT_BOUNDS.label),
    countries: findLines(raw.countries, 'countries', TEXT_BOUNDS.label),
    original_language: findLine(raw.original_language, 'original_language', TEXT_BOUNDS.code),
    content_rating: findLine(raw.content_rating, 'content_rating', TEXT_BOUNDS.code),
    collection: findLine(raw.collection, 'collection', TEXT_BOUNDS.title),
    popularity: raw.popularity ?? undefined,
    external_ids: findExternalIds(raw.external_ids),
    provider_related: findRelatedIds(raw.provider_related),
    available: findAvailable(raw.available),
    files: findFiles(raw.files),
  };
}

/**
 * Returns undefined for true, the default, so that a record with `available: true` has the same hash as one without it.
 */
function findAvailable(available: boolean | null | undefined): false | undefined {
  return available === false ? false : undefined;
}

function findPeople(raw: readonly RawPerson[] | null | undefined): CatalogPerson[] | undefined {
  if (!raw || raw.length === 0) return undefined;
  const people = raw.map((person, index) => readPerson(person, `people[${index}]`));
  return distinctBy(people, ({ name, role, character = '' }) => [role, name, character].join('\n'));
}

function readPerson(raw: RawPerson, field: string): CatalogPerson {
  return {
    name: requireSingleLine(raw.name, `${field}.name`, TEXT_BOUNDS.label),
    role: raw.role,
    character: findLine(raw.character, `${field}.character`, TEXT_BOUNDS.character),
    order: raw.order ?? undefined,
  };
}

function findFiles(raw: readonly CatalogFile[] | null | undefined): CatalogFile[] | undefined {
  if (!raw || raw.length === 0) return undefined;
  return raw.map((file, index) => ({
    path: requirePath(file.path, `files[${index}].path`),
    size_bytes: file.size_bytes,
  }));
}

/** Returns undefined for 0, because many sources use 0 for an unknown value. */
function findNonZero(value: number | null | undefined): number | undefined {
  return value === null || value === 0 ? undefined : value;
}

function yearOf(date: string | undefined): number | undefined {
  return date === undefined ? undefined : Number(date.slice(0, 4));
}
