/** Finds the neighbouring words of a query that names and overviews may have as neighbours, too. */
import type { SearchQuery } from '../query/search-query';
import type { WeightedWord } from '../query/weights/weighted-word';

/** Maximum number of pairs of a query that are looked for. */
const PAIRS_MAX = 12;

/** Two neighbouring words of the query, by index. */
export interface Pair {
  readonly first: number;
  readonly second: number;
  readonly weight: number;
  readonly hasStopWord: boolean;
  /** Whether one of the words may ask for a genre or a period, as the last word of "jane doe comedies". */
  readonly hasDemand: boolean;
}

/** Indexes of pairs. A line that has all of them has the whole name, or the whole query, word by word. */
export interface Run {
  readonly pairs: readonly number[];
  /** Whether the run counts in names only. */
  readonly isOfNamesOnly: boolean;
}

/** Returns the pairs of neighbouring words of the query: two content words, or a content word and a stop word. */
export function pairsOf({ allWords }: SearchQuery, words: readonly WeightedWord[]): Pair[] {
  const indexOf = new Map(words.map(({ word }, index) => [word.lexeme, index]));
  const isContent = (index: number): boolean => mayBeInText(words[index]);
  const isStop = (index: number): boolean => words[index]?.word.isStopWord === true;
  const pairs: Pair[] = [];
  for (let position = 1; position < allWords.length && pairs.length < PAIRS_MAX; position += 1) {
    const first = indexOf.get(allWords[position - 1]?.lexeme ?? '');
    const second = indexOf.get(allWords[position]?.lexeme ?? '');
    if (first === undefined || second === undefined || first === second) continue;
    // Names may contain stop words ("Voices of").
    if (!(isContent(first) && (isContent(second) || isStop(second))) && !(isStop(first) && isContent(second))) continue;
    pairs.push({
      first,
      second,
      weight: ((words[first]?.weight ?? 0) + (words[second]?.weight ?? 0)) / 2,
      hasStopWord: isStop(first) || isStop(second),
      hasDemand: hasDemand(words[first]) || hasDemand(words[second]),
    });
  }
  return pairs;
}

/**
 * Returns the runs of a query: all pairs of its content words, and all of these that ask for no genre or period. If
 * there are none, a pair with a stop word may be a name: "will doe comedies". Texts have such pairs by chance. A run
 * contains the last content word of the query. Otherwise it would be a part of a title: "love n other drugs".
 */
export function runsOf(pairs: readonly Pair[], words: readonly WeightedWord[]): Run[] {
  const last = words.findLastIndex(mayBeInText);
  const lastWithoutDemand = words.findLastIndex((word) => mayBeInText(word) && !hasDemand(word));
  const indexesOf = (end: number, isIn: (pair: Pair) => boolean): number[] => {
    const indexes = pairs.flatMap((pair, index) => (isIn(pair) ? [index] : []));
    return indexes.some((index) => pairs[index]?.second === end) ? indexes : [];
  };
  const all = indexesOf(last, ({ hasStopWord }) => !hasStopWord);
  const withoutDemands = indexesOf(lastWithoutDemand, (pair) => !pair.hasStopWord && !pair.hasDemand);
  const hasName = pairs.some((pair) => !pair.hasStopWord && !pair.hasDemand);
  const withStopWords = hasName ? [] : indexesOf(lastWithoutDemand, (pair) => !pair.hasDemand);
  return [
    { pairs: all, isOfNamesOnly: false },
    { pairs: withoutDemands, isOfNamesOnly: false },
    { pairs: withStopWords, isOfNamesOnly: true },
  ].filter((run) => run.pairs.length > 0);
}

/** Returns whether texts may have a word of the query: a content word that is no year and no number of an episode. */
function mayBeInText(word: WeightedWord | undefined): boolean {
  if (word === undefined) return false;
  const { isContentWord, isDemandOnly, isEpisodeCode, year } = word.word;
  return isContentWord && !isDemandOnly && !isEpisodeCode && year === null;
}

function hasDemand(word: WeightedWord | undefined): boolean {
  return (word?.word.demands.length ?? 0) > 0;
}
