import { createHash } from 'node:crypto';
import { type ApiClient, type ApiResponse, client, type RequestOptions, type Service } from '../requests/client';

/** One line of a catalog import. */
export type CatalogRecord = Record<string, unknown> & { readonly type: string };

/** Returns a UUID that depends only on the name. */
export function uuidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Returns the media id for the name of a movie, series, season or episode. */
export function mediaIdOf(kind: 'movie' | 'series' | 'season' | 'episode', name: string): string {
  return `${kind}:${uuidOf(`${kind}/${name}`)}`;
}

/**
 * Returns a different word for each number, without digits. Tests use it in titles, because films can count as one
 * franchise if their titles share a rare word or differ only in a number at the end.
 */
export function distinctWord(number: number): string {
  return `Q${[...String(number)].map((digit) => 'bcdfghjklm'.charAt(Number(digit))).join('')}um`;
}

/** Returns a library record. Its id is `uuidOf(name)`. */
export function library(name: string, library_kind: 'movies' | 'series' = 'movies'): CatalogRecord {
  return { type: 'library', library_id: uuidOf(name), name, library_kind };
}

/** Returns a movie record in the library with the given name. `fields` override the defaults. */
export function movie(libraryName: string, title: string, fields: Record<string, unknown> = {}): CatalogRecord {
  return { type: 'movie', media_id: mediaIdOf('movie', title), library_id: uuidOf(libraryName), title, ...fields };
}

/** Returns a series record in the library with the given name. */
export function series(libraryName: string, title: string, fields: Record<string, unknown> = {}): CatalogRecord {
  return { type: 'series', media_id: mediaIdOf('series', title), library_id: uuidOf(libraryName), title, ...fields };
}

/** Returns a season record of the series with the given title. */
export function season(
  seriesTitle: string,
  season_number: number,
  fields: Record<string, unknown> = {},
): CatalogRecord {
  return {
    type: 'season',
    media_id: mediaIdOf('season', `${seriesTitle}/${season_number}`),
    series_id: mediaIdOf('series', seriesTitle),
    season_number,
    ...fields,
  };
}

/** Returns an episode record of the season with the given number, in the series with the given title. */
export function episode(
  seriesTitle: string,
  season_number: number,
  episode_number: number,
  fields: Record<string, unknown> = {},
): CatalogRecord {
  return {
    type: 'episode',
    media_id: mediaIdOf('episode', `${seriesTitle}/${season_number}/${episode_number}`),
    series_id: mediaIdOf('series', seriesTitle),
    season_id: mediaIdOf('season', `${seriesTitle}/${season_number}`),
    season_number,
    episode_number,
    ...fields,
  };
}

/** Response of an import. */
export interface ImportAnswer {
  readonly accepted: number;
  readonly unchanged: number;
  readonly rejected: number;
  readonly errors: readonly { readonly line: number; readonly code: string; readonly message: string }[];
}

/** Sends an import over HTTP: records, or lines that are sent unchanged. */
export function sendImport(
  api: ApiClient,
  records: readonly CatalogRecord[] | string | Uint8Array,
  options: RequestOptions = {},
): Promise<ApiResponse<ImportAnswer>> {
  const lines = Array.isArray(records) ? records.map((record) => JSON.stringify(record)).join('\n') : records;
  const headers = { 'content-type': 'application/x-ndjson', ...options.headers };
  return api.send<ImportAnswer>('POST', '/admin/catalog/import', lines, { ...options, headers });
}

/** Imports records. Throws if a record is rejected. Returns the body of the response. */
export async function importCatalog(
  app: Service,
  admin: { readonly token: string },
  records: readonly CatalogRecord[],
): Promise<ImportAnswer> {
  return (await sendValidImport(client(app).as(admin), records)).body;
}

/**
 * Imports records. Throws if a record is rejected. Returns the revision token in the response; null if nothing changed.
 */
export async function importRecords(api: ApiClient, records: readonly CatalogRecord[]): Promise<string | null> {
  return (await sendValidImport(api, records)).headers.get('x-catalog-revision');
}

async function sendValidImport(api: ApiClient, records: readonly CatalogRecord[]): Promise<ApiResponse<ImportAnswer>> {
  const answer = await sendImport(api, records, { expect: 200 });
  if (answer.body.rejected > 0) throw new Error(`The import rejected lines: ${answer.text}`);
  return answer;
}
