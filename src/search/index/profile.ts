/**
 * The profile of a document encodes which fields contain each of its lexemes. Ranking reads a few hundred bytes of
 * profile per candidate instead of the texts.
 *
 * A profile is ASCII; each character encodes six bits. Two header characters hold the length of overview and tagline,
 * and an unused 0. Then each lexeme has a record of five characters: a 24-bit hash in four, and the packed uses by
 * field in one. A lexeme of both the series title and the genres has two records: the first one has only the genres,
 * the second one all other uses.
 *
 * In about one of ten thousand documents, a lexeme has the hash of another word that the query contains. Ranking then
 * counts a word that the document lacks. Responses still name only words that the texts contain.
 */

import type { IndexedField } from './lexemes';

/** The uses of a lexeme in one record. */
export interface LexemeUses {
  readonly title: boolean;
  /** 0: not at all; 1: in cast and crew; 2: among the leading people. */
  readonly people: 0 | 1 | 2;
  /** 0: not at all; 1: in genres, keywords or collection; 2: in the title of the series. */
  readonly context: 0 | 1 | 2;
  /** Number of occurrences in overview and tagline; 2 for two or more. */
  readonly overview: 0 | 1 | 2;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const DIGITS = Buffer.from(ALPHABET);
const VALUE_OF = new Uint8Array(128);
for (const [value, unit] of DIGITS.entries()) VALUE_OF[unit] = value;

const HEADER_CHARS = 2;
const RECORD_CHARS = 5;
const HASH_BITS = 24;
/** Bits of a character code: profiles are ASCII. */
const CODE_BITS = 7;
/** Overview lengths are rounded to multiples of this many words, up to 63 multiples. */
const LENGTH_STEP_WORDS = 5;
const LARGEST_DIGIT = 63;

/** Returns a 24-bit hash: FNV-1a with XOR folding. It is the same on every machine. */
export function lexemeHash(lexeme: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < lexeme.length; index += 1) {
    hash = Math.imul(hash ^ lexeme.charCodeAt(index), 0x01000193);
  }
  return ((hash >>> HASH_BITS) ^ hash) & 0xffffff;
}

/**
 * Place values of the fields in the uses of a lexeme. The uses are a number in base 3 with one digit per field. A
 * record stores no digit for the series: if the series title contains the lexeme, the digit of the genres is 2.
 */
const PLACE_VALUE = { series: 81, title: 27, people: 9, genres: 3, overview: 1 } as const satisfies Record<
  IndexedField,
  number
>;

/** The digit of the genres in a record, for a lexeme of the title of the series. */
const SERIES_LEVEL = 2;

/** Number of values that the packed uses of a record can have: 0 to `PACKED_USES - 1`. */
export const PACKED_USES = 2 * PLACE_VALUE.title;

/**
 * Adds a use to the uses of a lexeme. The overview counts its uses, up to 2; any other field keeps its highest level.
 */
export function raiseUse(uses: number, field: IndexedField, level: 1 | 2): number {
  const placeValue = PLACE_VALUE[field];
  const before = Math.floor(uses / placeValue) % 3;
  const after = field === 'overview' ? Math.min(before + 1, 2) : Math.max(before, level);
  return uses + (after - before) * placeValue;
}

/**
 * Writes a profile. `hashes` and `uses` are in the same order; `overviewWords` is the number of indexed words of
 * overview and tagline, with repetitions.
 */
export function encodeProfile(hashes: readonly number[], uses: readonly number[], overviewWords: number): string {
  const profile = Buffer.allocUnsafe(HEADER_CHARS + 2 * RECORD_CHARS * hashes.length);
  profile[0] = digit(Math.min(Math.round(overviewWords / LENGTH_STEP_WORDS), LARGEST_DIGIT));
  profile[1] = digit(0);
  let length = HEADER_CHARS;
  const addRecord = (hash: number, packed: number): void => {
    profile[length] = digit(hash >>> 18);
    profile[length + 1] = digit((hash >>> 12) & 63);
    profile[length + 2] = digit((hash >>> 6) & 63);
    profile[length + 3] = digit(hash & 63);
    profile[length + 4] = digit(packed);
    length += RECORD_CHARS;
  };
  for (const [index, hash] of hashes.entries()) {
    const withoutSeries = (uses[index] ?? 0) % PLACE_VALUE.series;
    if (withoutSeries === uses[index]) {
      addRecord(hash, withoutSeries);
      continue;
    }
    const inGenres = (withoutSeries % PLACE_VALUE.people) - (withoutSeries % PLACE_VALUE.genres);
    if (inGenres > 0) addRecord(hash, inGenres);
    addRecord(hash, withoutSeries - inGenres + SERIES_LEVEL * PLACE_VALUE.genres);
  }
  return profile.toString('latin1', 0, length);
}

/** Returns the number of indexed words of overview and tagline, rounded to a multiple of 5, at most 315. */
export function overviewWordsOf(profile: string): number {
  return valueAt(profile, 0) * LENGTH_STEP_WORDS;
}

/** Finds the lexemes of a query in profiles. */
export class ProfileProbe {
  private readonly indexOf = new Map<number, number>();
  /**
   * Contains 1 for the low 12 bits of each hash. The index consists of the two characters that encode these bits. With
   * this filter, `scan` skips most records quickly.
   */
  private readonly lowBitsFilter = new Uint8Array(1 << (2 * CODE_BITS));

  /** `lexemes` are without field prefix, at most a few hundred. */
  constructor(lexemes: readonly string[]) {
    for (const [index, lexeme] of lexemes.entries()) {
      const hash = lexemeHash(lexeme);
      if (!this.indexOf.has(hash)) this.indexOf.set(hash, index);
      this.lowBitsFilter[(digit((hash >>> 6) & 63) << CODE_BITS) | digit(hash & 63)] = 1;
    }
  }

  /**
   * Calls `onMatch` for each record of a lexeme of the query, with the index of the lexeme and the packed uses of the
   * record.
   */
  scan(profile: string, onMatch: (lexemeIndex: number, packedUses: number) => void): void {
    const { lowBitsFilter } = this;
    for (let offset = HEADER_CHARS; offset + RECORD_CHARS <= profile.length; offset += RECORD_CHARS) {
      const lowBits = (profile.charCodeAt(offset + 2) << CODE_BITS) | profile.charCodeAt(offset + 3);
      if (lowBitsFilter[lowBits] !== 1) continue;
      const high = (valueAt(profile, offset) << 18) | (valueAt(profile, offset + 1) << 12);
      const index = this.indexOf.get(high | (valueAt(profile, offset + 2) << 6) | valueAt(profile, offset + 3));
      if (index !== undefined) onMatch(index, valueAt(profile, offset + 4));
    }
  }
}

/** The uses by their packed number, which is one digit. */
const UNPACKED_USES = Array.from({ length: LARGEST_DIGIT + 1 }, (_, packed) => toUses(packed));

/** Unpacks the uses of a record. */
export function unpackUses(packed: number): LexemeUses {
  return UNPACKED_USES[packed] ?? toUses(packed);
}

function toUses(packed: number): LexemeUses {
  const context = Math.floor((packed % 9) / 3);
  return {
    title: packed >= 27,
    people: level(Math.floor((packed % 27) / 9)),
    context: level(context),
    overview: level(packed % 3),
  };
}

function level(value: number): 0 | 1 | 2 {
  return value === 0 ? 0 : value === 1 ? 1 : 2;
}

/** Returns the character code of a value below 64. */
function digit(value: number): number {
  return DIGITS[value] ?? 0;
}

function valueAt(profile: string, index: number): number {
  return VALUE_OF[profile.charCodeAt(index) & 0x7f] ?? 0;
}
