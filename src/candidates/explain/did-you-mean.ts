import { boundText } from '../../common/text/summary';
import type { RankedCandidate, Ranker } from '../ranking/ranking';
import type { SearchQuery } from '../query/search-query';
import type { WeightedWord } from '../query/term-weights';

/** Candidates whose titles are searched for corrections, the best ones. */
const CANDIDATES_READ = 5;

/**
 * The query with misspelled words replaced by words of the best candidates, or null. The words come from documents that
 * the caller sees, so that nothing is revealed of others. Words that the catalog has are not replaced.
 */
export function didYouMean(
  query: SearchQuery,
  words: readonly WeightedWord[],
  ranked: readonly RankedCandidate[],
  ranker: Ranker,
): string | null {
  const doubtful = words.some(({ known, corrections }) => !known && corrections.length > 0);
  if (!doubtful) return null;
  const replacements = new Map<number, string>();
  for (const { row } of ranked.slice(0, CANDIDATES_READ)) {
    for (const [index, correction] of ranker.correctionsIn(row).entries()) {
      if (correction === null || words[index]?.known === true || replacements.has(index)) continue;
      replacements.set(index, correction);
    }
  }
  if (replacements.size === 0) return null;
  let text = query.text;
  for (const [index, correction] of [...replacements].sort((a, b) => b[0] - a[0])) {
    const word = words[index]?.word;
    if (word === undefined) continue;
    const typed = text.slice(word.start, word.end);
    text = text.slice(0, word.start) + withCaseOf(typed, correction) + text.slice(word.end);
  }
  return boundText(text);
}

function withCaseOf(typed: string, correction: string): string {
  const first = typed.charAt(0);
  if (first === first.toLowerCase()) return correction;
  return correction.charAt(0).toUpperCase() + correction.slice(1);
}
