/** Finds quoted phrases in queries. */
import type { Word } from '../../search/text/word';
import type { WordSpan } from './words-to-interpret';

/** The words between two quotation marks. */
export interface Phrase extends WordSpan {
  /** The phrase in the spelling of the query. */
  readonly text: string;
}

/** Quotation marks, as members of a character class. */
export const QUOTATION_MARKS = '"\u00ab\u00bb\u201c-\u201f\uff02';
const QUOTED = new RegExp(`[${QUOTATION_MARKS}]([^${QUOTATION_MARKS}]{1,512})[${QUOTATION_MARKS}]`, 'g');
/** Maximum number of phrases of a query. Further phrases are ignored. */
const PHRASES_MAX = 4;

/** Returns the quoted phrases that have at least two words. */
export function findPhrases(text: string, words: readonly Word[]): Phrase[] {
  const phrases: Phrase[] = [];
  for (const match of text.matchAll(QUOTED)) {
    const [quotedText, inner = ''] = match;
    const endOffset = match.index + quotedText.length;
    const start = words.findIndex((word) => word.start >= match.index);
    const end = words.findLastIndex((word) => word.end <= endOffset) + 1;
    if (start >= 0 && end - start > 1) phrases.push({ start, end, text: inner.trim() });
    if (phrases.length === PHRASES_MAX) break;
  }
  return phrases;
}
