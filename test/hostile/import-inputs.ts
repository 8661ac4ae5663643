/** Named hostile imports: lines of NDJSON with each hostile value in each field, and hostile bodies. */
import { gzipSync } from 'node:zlib';
import { type HostileRequest, requestOf } from './http-inputs';
import { HOSTILE_VALUES, MARK } from './named-values';
import { bodyWith, type FieldPath, OPERATIONS } from './operations';

const LIBRARY = 'a0689ade-071c-5754-aa9c-4299e9deefcc';
const SERIES = 'series:11111111-1111-4111-8111-111111111111';
const SEASON = 'season:11111111-1111-4111-8111-111111111112';

/** A valid record of each type. */
const RECORDS: readonly Readonly<Record<string, unknown>>[] = [
  { type: 'library', library_id: LIBRARY, name: 'Silent Era', library_kind: 'movies' },
  {
    type: 'movie',
    media_id: 'movie:11111111-1111-4111-8111-111111111110',
    library_id: LIBRARY,
    title: 'Hostile',
    original_title: 'Hostile',
    sort_title: 'Hostile',
    aliases: ['Hostile'],
    year: 1920,
    release_date: '1920-01-01',
    overview: 'A film.',
    tagline: 'A film.',
    genres: ['Drama'],
    keywords: ['film'],
    collection: 'Films',
    people: [{ name: 'A', role: 'actor', character: 'B', order: 1 }],
    countries: ['DE'],
    original_language: 'de',
    content_rating: '12',
    runtime_minutes: 80,
    popularity: 1,
    external_ids: { imdb: 'tt0000001' },
  },
  { type: 'series', media_id: SERIES, library_id: LIBRARY, title: 'Hostile series', year: 1920 },
  { type: 'season', media_id: SEASON, series_id: SERIES, season_number: 1, title: 'One' },
  {
    type: 'episode',
    media_id: 'episode:11111111-1111-4111-8111-111111111113',
    series_id: SERIES,
    season_id: SEASON,
    season_number: 1,
    episode_number: 1,
    title: 'One',
    air_date: '1920-01-01',
  },
  {
    type: 'watch_state',
    username: 'nobody',
    media_id: 'movie:11111111-1111-4111-8111-111111111110',
    position_seconds: 1,
    duration_seconds: 2,
    last_watched_at: '2020-01-01T00:00:00Z',
  },
  { type: 'delete', media_id: 'movie:11111111-1111-4111-8111-111111111119' },
];

function fieldsOf(value: unknown, path: FieldPath = []): FieldPath[] {
  if (typeof value !== 'object' || value === null) return [path];
  const parts = Object.entries(value).flatMap(([name, part]) =>
    fieldsOf(part, [...path, Array.isArray(value) ? Number(name) : name]),
  );
  return path.length === 0 ? parts : [path, ...parts];
}

const MOVIE = JSON.stringify(RECORDS[1]);

const BODIES: Readonly<Record<string, string | Buffer>> = {
  'no lines': '',
  'only line breaks': '\n'.repeat(10_000),
  'a record with carriage returns': MOVIE.replaceAll(',', ',\r') + '\r\n',
  'a byte order mark': `\ufeff${MOVIE}`,
  'two records in a line': `${MOVIE}${MOVIE}`,
  'a line that is cut off': MOVIE.slice(0, -5),
  'a list of records': `[${MOVIE}]`,
  'a record over several lines': JSON.stringify(RECORDS[1], null, 2),
  'no UTF-8': Buffer.from([0x7b, 0xff, 0x7d, 0x0a]),
  'UTF-16': Buffer.from(MOVIE, 'utf16le'),
  'a gzip file': gzipSync(MOVIE),
  'NUL bytes': Buffer.alloc(4_096),
  'a line without end': `{"type":"movie","title":"${MARK}${'x'.repeat(3_000_000)}`,
  'a line of brackets': '['.repeat(500_000),
  'lines that are no records': Array.from({ length: 5_000 }, (_, n) => `${MARK} ${n}`).join('\n'),
  'lines of one character': '1\n'.repeat(20_000),
  'one record a thousand times': `${MOVIE}\n`.repeat(1_000),
  XML: `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "${MARK}">]><a>&b;</a>`,
};

const operation = OPERATIONS.find(({ path }) => path.endsWith('/catalog/import'));
if (operation === undefined) throw new Error('There is no route of imports.');

function importOf(name: string, body: string | Buffer, type = 'application/x-ndjson'): HostileRequest {
  return requestOf(operation as NonNullable<typeof operation>, {}, { name, body, headers: { 'content-type': type } });
}

/** A hostile line of an import. */
export interface HostileLine {
  readonly name: string;
  readonly text: string;
}

/** Every hostile line. */
export const HOSTILE_LINES: readonly HostileLine[] = [
  ...RECORDS.flatMap((record) =>
    [...fieldsOf(record), ['nope']].flatMap((field) =>
      HOSTILE_VALUES.map(({ name, json }) => ({
        name: `${String(record['type'])}.${field.join('.')} is ${name}`,
        text: bodyWith(record, field, json),
      })),
    ),
  ),
  ...HOSTILE_VALUES.map(({ name, json }) => ({ name: `a line is ${name}`, text: json })),
];

/** Every hostile body of an import. */
export const HOSTILE_IMPORTS: readonly HostileRequest[] = [
  ...Object.entries(BODIES).map(([name, body]) => importOf(`the body is ${name}`, body)),
  ...['text/plain', 'application/json', 'multipart/form-data; boundary=x', 'application/x-ndjson; charset=utf-16'].map(
    (type) => importOf(`the type is ${type}`, MOVIE, type),
  ),
];

/** Returns an import of the lines. */
export function importOfLines(lines: readonly HostileLine[]): HostileRequest {
  return importOf(lines.map(({ name }) => name).join('; '), lines.map(({ text }) => text).join('\n'));
}
