/**
 * The profile of a document: five characters for each lexeme say which fields contain it, so that ranking reads a few
 * hundred bytes per candidate and no text. After two header characters comes a record per lexeme: a hash of 24 bits in
 * four characters of six bits, and the field uses in one. In about one of ten thousand documents two lexemes share a
 * hash, and a word counts as found that the document lacks. Answers name only words that the texts contain.
 */

import type { IndexedField } from './lexemes';

/** How a document uses a lexeme. */
export interface LexemeUses {
  title: boolean;
  /** 0: not at all; 1: in cast and crew; 2: among the leading people. */
  people: 0 | 1 | 2;
  /** 0: not at all; 1: in genres, keywords or collection; 2: in the title of the series. */
  context: 0 | 1 | 2;
  /** Times in overview and tagline; 2 for two or more. */
  overview: 0 | 1 | 2;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const DIGITS = Buffer.from(ALPHABET);
const VALUE_OF = new Uint8Array(128);
for (const [value, unit] of DIGITS.entries()) VALUE_OF[unit] = value;

const HEADER_CHARS = 2;
const RECORD_CHARS = 5;
const HASH_BITS = 24;
/** Digits are ASCII. */
const UNIT_BITS = 7;
/** Overview lengths are kept in steps of this many words, up to 63 steps. */
const LENGTH_STEP_WORDS = 5;
const LARGEST_DIGIT = 63;

/** A 24-bit hash (FNV-1a, folded). It is the same on every machine. */
export function lexemeHash(lexeme: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < lexeme.length; index += 1) {
    hash = Math.imul(hash ^ lexeme.charCodeAt(index), 0x01000193);
  }
  return ((hash >>> HASH_BITS) ^ hash) & 0xffffff;
}

/** What the lowest level of a field adds to the packed uses. */
const UNIT = { title: 27, people: 9, series: 3, genres: 3, overview: 1 } as const satisfies Record<
  IndexedField,
  number
>;

/** Packed uses are below this. */
export const PACKED_USES = 2 * UNIT.title;

/** The packed uses after one more use. Each field keeps its highest level; uses in overviews are counted. */
export function raiseUse(packed: number, field: IndexedField, level: 1 | 2): number {
  const unit = UNIT[field];
  const before = Math.floor(packed / unit) % 3;
  const after = field === 'overview' ? Math.min(before + 1, 2) : Math.max(before, level);
  return packed + (after - before) * unit;
}

/**
 * Writes a profile. `hashes` and `uses` are in the same order; `overviewWords` is the number of indexed words of the
 * overview, with repetitions.
 */
export function encodeProfile(hashes: readonly number[], uses: readonly number[], overviewWords: number): string {
  const profile = Buffer.allocUnsafe(HEADER_CHARS + RECORD_CHARS * hashes.length);
  profile[0] = digit(Math.min(Math.round(overviewWords / LENGTH_STEP_WORDS), LARGEST_DIGIT));
  profile[1] = digit(0);
  let at = HEADER_CHARS;
  for (const [index, hash] of hashes.entries()) {
    profile[at] = digit(hash >>> 18);
    profile[at + 1] = digit((hash >>> 12) & 63);
    profile[at + 2] = digit((hash >>> 6) & 63);
    profile[at + 3] = digit(hash & 63);
    profile[at + 4] = digit(uses[index] ?? 0);
    at += RECORD_CHARS;
  }
  return profile.toString('latin1');
}

/** Words of the overview, to the nearest step. */
export function overviewWordsOf(profile: string): number {
  return valueAt(profile, 0) * LENGTH_STEP_WORDS;
}

/** Finds the lexemes of a query in profiles. */
export class ProfileProbe {
  private readonly indexOf = new Map<number, number>();
  /** One byte for each low half of a hash, as written in a profile: most records are skipped by it. */
  private readonly sieve = new Uint8Array(1 << (2 * UNIT_BITS));

  /** `lexemes` have no prefix; at most a few hundred. */
  constructor(lexemes: readonly string[]) {
    for (const [index, lexeme] of lexemes.entries()) {
      const hash = lexemeHash(lexeme);
      if (!this.indexOf.has(hash)) this.indexOf.set(hash, index);
      this.sieve[(digit((hash >>> 6) & 63) << UNIT_BITS) | digit(hash & 63)] = 1;
    }
  }

  /** Calls `found` with the index of each lexeme of the query that the document has, and the packed uses. */
  scan(profile: string, found: (lexemeIndex: number, packedUses: number) => void): void {
    const { sieve } = this;
    for (let at = HEADER_CHARS; at + RECORD_CHARS <= profile.length; at += RECORD_CHARS) {
      if (sieve[(profile.charCodeAt(at + 2) << UNIT_BITS) | profile.charCodeAt(at + 3)] !== 1) continue;
      const high = (valueAt(profile, at) << 18) | (valueAt(profile, at + 1) << 12);
      const index = this.indexOf.get(high | (valueAt(profile, at + 2) << 6) | valueAt(profile, at + 3));
      if (index !== undefined) found(index, valueAt(profile, at + 4));
    }
  }
}

/** Reads what `encodeProfile` packed. */
export function unpackUses(packed: number): LexemeUses {
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

/** The character code of a value below 64. */
function digit(value: number): number {
  return DIGITS[value] ?? 0;
}

function valueAt(profile: string, index: number): number {
  return VALUE_OF[profile.charCodeAt(index) & 0x7f] ?? 0;
}
