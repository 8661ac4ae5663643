/** Generates valid search requests: queries in many scripts and with special characters, fields, kinds and filters. */
import fc from 'fast-check';
import type { SearchCandidatesRequest } from '../../../src/candidates/candidates.dto';
import { SEARCH_FIELDS } from '../../../src/candidates/query/search-query';
import { MEDIA_KINDS } from '../../../src/common/media-id';
import { uuidOf } from '../catalog/catalog';

/** Maximum number of code points of a query. */
const QUERY_MAX_CHARS = 512;

const STOP_WORDS = ['the', 'a', 'of', 'it', 'her', 'who', 'and', 'some', 't', 's'];
const KNOWN_WORDS = ['hotel', 'spider', 'harbour', 'western', 'clown', 'number', 'brandt', 'row', 'twin', 'lighthouse'];
const NUMBERS = ['1999', '1984', '2046', '11', 'ii', 'seven', '10,000', '007', '1889', '2099', '9'.repeat(80)];
const CODES = ['s01e03', '2x04', 'season', 'season 2', 'episode 14', 's9999e9999', 'series 2004', 'staffel ii', 'e5'];
const COMPOUNDS = [
  "o'neil",
  "rock'n'roll-era",
  'spider-man',
  'x-rays',
  'm*a*s*h',
  'd.b.',
  "l'avventura",
  "'",
  '-',
  "a-b'",
];
const SCRIPTS = [
  '東京物語',
  '愛',
  '기생충',
  'นางนาก',
  'Война',
  'عَلَاءُ',
  'Łódź',
  'Σίσυφος',
  'ｎｅｏ',
  'ß',
  '\u{1f600}',
  'ـ',
];
const SIGNS = ['&', '|', '!', '(', ')', ':*', '<->', "''", '\\', '"', '%', '\u0301', '\u200b'];

const letters = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnoprstuvwy'), minLength: 1, maxLength: 30 });
const anything = fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.replace(/[\0\ufffe\uffff]/g, ''));

const word = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...STOP_WORDS) },
  { weight: 3, arbitrary: fc.constantFrom(...KNOWN_WORDS) },
  { weight: 1, arbitrary: fc.constantFrom(...NUMBERS) },
  { weight: 1, arbitrary: fc.constantFrom(...CODES) },
  { weight: 1, arbitrary: fc.constantFrom(...COMPOUNDS) },
  { weight: 1, arbitrary: fc.constantFrom(...SCRIPTS) },
  { weight: 1, arbitrary: fc.constantFrom(...SIGNS) },
  { weight: 2, arbitrary: letters },
  { weight: 1, arbitrary: anything },
);

/** A valid value of `query`, which is never blank. */
const query = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 14 }), fc.constantFrom(' ', ' ', ' ', '-', "'", ', ', ''))
  .map(([words, separator]) => [...words.join(separator)].slice(0, QUERY_MAX_CHARS).join('').toWellFormed())
  .map((text) => (text.trim() === '' ? `${text}the` : text));

const value = fc
  .oneof(word, fc.constantFrom('Horror', 'western', 'Ada Brandt', 'en', 'PG-13', 'Mexico', ' \t ', "d'or"))
  .map((text) => text.toWellFormed())
  .filter((text) => text !== '');
const values = fc.array(value, { minLength: 1, maxLength: 4 });
const year = fc.oneof(fc.integer({ min: 1880, max: 2030 }), fc.integer({ min: 0, max: 9_999 }));
const states = ['unwatched', 'in_progress', 'completed'] as const;

function inOrder({ gte, lte }: { gte?: number; lte?: number }): { gte?: number; lte?: number } {
  return gte !== undefined && lte !== undefined && gte > lte ? { gte: lte, lte: gte } : { gte, lte };
}

const filters = fc.record(
  {
    year: fc.record({ gte: year, lte: year }, { requiredKeys: [] }).map(inOrder),
    genres: fc.record({ any: values, all: values, none: values }, { requiredKeys: [] }),
    languages: values,
    content_ratings: values,
    people: values,
    countries: values,
    watch_states: fc.subarray([...states], { minLength: 1 }),
  },
  { requiredKeys: [] },
);

const libraryId = fc.constantFrom('Films', 'Shows', 'Hidden', 'nowhere').map(uuidOf);

/** Any request to which the route must respond with 200. */
export const searchRequest: fc.Arbitrary<SearchCandidatesRequest> = fc.record(
  {
    query,
    search_in: fc.subarray([...SEARCH_FIELDS], { minLength: 1 }),
    media_kinds: fc.subarray([...MEDIA_KINDS], { minLength: 1 }),
    library_ids: fc.array(libraryId, { minLength: 1, maxLength: 3 }),
    filters,
  },
  { requiredKeys: ['query'] },
);
