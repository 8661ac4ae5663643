/** Finds years, genres, roles of people, phrases and exclusions in a query. Does not read the catalog. */
import type { Word } from '../../search/text/word';
import { type Exclusion, findExclusions } from './exclusions';
import { isKindWord, findRequestWords } from './fillers';
import { findGenreDemands, type GenreDemand } from './genre-demands';
import { findPeriod } from './periods';
import { findPhrases, type Phrase } from './phrases';
import { InterpretedWords, type WordSpan } from './interpreted-words';
import { findRoleRequests, type RoleRequests } from './roles';

/** Years of release that an item should have. */
export interface YearsDemand extends WordSpan {
  readonly kind: 'years';
  readonly from: number;
  readonly to: number;
  /** Whether the words only ask for the years. Otherwise, they may also be words of a title. */
  readonly isCertain: boolean;
}

export type Demand = YearsDemand | GenreDemand;

/** The interpreted parts of a query. */
export interface Understanding {
  readonly demands: readonly Demand[];
  readonly exclusions: readonly Exclusion[];
  readonly phrases: readonly Phrase[];
  readonly roles: RoleRequests;
  /** Indexes of the words that describe the request and not the item, such as "show me". */
  readonly requestWords: ReadonlySet<number>;
}

const PREPOSITIONS = new Set(['from', 'of', 'in', 'during']);

/** Interprets the words of a query. */
export function understand(text: string, words: readonly Word[]): Understanding {
  const query = new InterpretedWords(text, words);
  const phrases = findPhrases(text, words);
  // Quoted words are not interpreted in any other way.
  for (const phrase of phrases) query.markInterpreted(phrase);
  const requestWords = findRequestWords(query.uninterpreted);
  const exclusions = findExclusions(query);
  const years = findYears(query);
  const roles = findRoleRequests(query);
  const hasExclusions = exclusions.length > 0;
  const genres = findGenreDemands(query, { years, names: roles.requests, hasExclusions, requestWords });
  return { demands: [...(years === null ? [] : [years]), ...genres], exclusions, phrases, roles, requestWords };
}

/** Returns the period in a query, and marks its words as interpreted. */
function findYears(query: InterpretedWords): YearsDemand | null {
  const { folded } = query;
  const period = findPeriod(query.uninterpreted);
  if (period === null) return null;
  query.markInterpreted(period);
  const { from, to, start, end } = period;
  // "The Roaring Twenties" is a title; "in the twenties" is not.
  const wordsBefore = folded.slice(Math.max(0, start - 2), start);
  const isCertain = !period.isNamed || wordsBefore.some((word) => PREPOSITIONS.has(word)) || folded.some(isKindWord);
  return { kind: 'years', from, to, start, end, isCertain };
}
