import type { MediaKind } from '../../common/media-id';
import type { PersonRole } from '../understanding/roles';

/** A found document, with the fields that ranking reads. */
export interface CandidateRow {
  readonly library_id: string;
  readonly media_id: string;
  readonly media_kind: MediaKind;
  readonly year: number | null;
  readonly season_number: number | null;
  readonly episode_number: number | null;
  readonly prominence: number;
  /** The forms of the titles: a result of `encodeForms`. */
  readonly titles: string;
  /** A result of `encodeProfile`. */
  readonly profile: string;
  /** The part of the plan that found the row: its index in `RetrievalPlan.ordered`, or a constant such as `VIA_ID`. */
  readonly via: number;
  /** Whether the item is from one of the countries that the query asks for; absent if it asks for none. */
  readonly is_from_country?: boolean;
}

/** A row and its score. */
export interface RankedCandidate {
  readonly row: CandidateRow;
  /** 0 to 1, six decimals; comparable within one answer and its next pages. */
  readonly score: number;
}

/** Compares candidates by score, highest first, then by id. */
export function bestFirst(a: RankedCandidate, b: RankedCandidate): number {
  const { score } = a;
  const { score: otherScore } = b;
  // Not the difference of the scores: it is a fraction, for which V8 would allocate an object in each comparison.
  if (score !== otherScore) return score > otherScore ? -1 : 1;
  return a.row.media_id < b.row.media_id ? -1 : 1;
}

/** Which texts of an item are compared with a query. The title is always compared. */
export interface CheckedFields {
  readonly people: boolean;
  /** The overview and the tagline. */
  readonly overview: boolean;
}

/** A row whose texts are compared with a query. */
export interface RowToCheck extends CheckedFields {
  readonly row: CandidateRow;
}

/**
 * The texts of an item that are compared with a query. A text is null if it is absent or not requested (`RowToCheck`).
 */
export interface CheckedTexts {
  /** UUID. */
  readonly media_id: string;
  readonly title: string | null;
  readonly overview: string | null;
  readonly tagline: string | null;
  readonly people: readonly CheckedPerson[] | null;
}

interface CheckedPerson {
  readonly name: string;
  readonly role: PersonRole;
  readonly character?: string;
}

/** Finds the words of one query in rows. */
export interface WordsInRows {
  /**
   * Returns whether the searched fields of a document contain all words of the query, without corrections. Ignores
   * words that only ask for a genre or a period.
   */
  hasAll(row: CandidateRow): boolean;
  /**
   * Returns whether a title of a document starts with the query. The articles at the start of both may differ or be
   * missing. False if titles are not searched.
   */
  startsWithQuery(row: CandidateRow): boolean;
  /**
   * Returns for each word of the query its correction in the titles of a document, or in `names` of people and
   * characters of the document; null for a word without a correction there.
   */
  correctionsIn(row: CandidateRow, names: readonly string[]): (string | null)[];
}
