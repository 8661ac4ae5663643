/** Phrases that a query quotes. */
import type { Word } from '../../search/text/words';

/** Quoted words, by index in the words of the query: the first, and one past the last. */
export interface Phrase {
  readonly start: number;
  readonly end: number;
  /** As the query writes it. */
  readonly text: string;
}

const QUOTED =
  /["\u201c\u201d\u201e\u00ab\u00bb\uff02]([^"\u201c\u201d\u201e\u00ab\u00bb\uff02]{1,512})["\u201c\u201d\u201e\u00ab\u00bb\uff02]/g;
/** Maximum number of phrases that are checked. */
const PHRASES_MAX = 4;

/** The quoted phrases of at least two words. */
export function findPhrases(text: string, words: readonly Word[]): Phrase[] {
  const phrases: Phrase[] = [];
  for (const match of text.matchAll(QUOTED)) {
    const [whole, inner = ''] = match;
    const until = match.index + whole.length;
    const start = words.findIndex((word) => word.start >= match.index);
    const end = words.findLastIndex((word) => word.end <= until) + 1;
    if (start >= 0 && end - start > 1) phrases.push({ start, end, text: inner.trim() });
    if (phrases.length === PHRASES_MAX) break;
  }
  return phrases;
}
