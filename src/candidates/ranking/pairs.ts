/** Finds neighbouring words of a query that may also be neighbours in the names and texts of an item. */
import type { SearchQuery } from '../query/search-query';
import type { WeightedWord } from '../query/weights/weighted-word';

/** Maximum number of pairs of a query that are looked for. */
const PAIRS_MAX = 12;

/** Two neighbouring words of the query, as indexes of its weighted words. */
export interface Pair {
  readonly first: number;
  readonly second: number;
  /** Index of the second word in `SearchQuery.allWords`, which may repeat a word: "jane doe and john doe". */
  readonly place: number;
  /** Mean weight of the two words; 0 if the query has the same pair at an earlier place. */
  readonly weight: number;
  readonly hasStopWord: boolean;
  /** Whether one of the words may state a demand, such as the genre in "jane doe comedies". */
  readonly hasDemand: boolean;
}

/**
 * One or more chains. A chain is a sequence of pairs, each of which begins with the last word of the pair before it; it
 * is stored as indexes of pairs. An item has a run if each chain is in one of the item's lines. A line is a text, or
 * the name of one person, so the chains can be in different lines: "Jane Doe and John Roe" has two chains.
 */
export interface Run {
  readonly chains: readonly (readonly number[])[];
  /** Whether the run counts in names only. */
  readonly isOfNamesOnly: boolean;
}

/** Returns the pairs of neighbouring words: two content words (`mayBeInText`), or a content word and a stop word. */
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
    const isRepeated = pairs.some((pair) => pair.first === first && pair.second === second);
    pairs.push({
      first,
      second,
      place: position,
      weight: isRepeated ? 0 : ((words[first]?.weight ?? 0) + (words[second]?.weight ?? 0)) / 2,
      hasStopWord: isStop(first) || isStop(second),
      hasDemand: hasDemand(words[first]) || hasDemand(words[second]),
    });
  }
  return pairs;
}

/**
 * Returns the runs of a query:
 * - all pairs of content words. A word with only stop words beside it is in no such pair: the run of "lord of the dark
 *   tower" is "dark tower";
 * - the pairs of content words without a demand;
 * - if there are none of these, the pairs of a content word and a stop word without a demand, which may be a name:
 *   "will doe" of "will doe comedies". Texts have such pairs by chance, so this run counts in names only;
 * - otherwise, the ways to read the query as two names. These runs also count in names only.
 *
 * Leaves out a run if none of its pairs ends with the last content word that it may contain, because such a run could
 * be a part of a title: "love n" of "love n other drugs".
 */
export function runsOf({ allWords }: SearchQuery, pairs: readonly Pair[], words: readonly WeightedWord[]): Run[] {
  const wordOf = new Map(words.map((word) => [word.word.lexeme, word]));
  const inTexts = allWords
    .map(({ lexeme }) => wordOf.get(lexeme))
    .map((word) => (mayBeInText(word) ? word : undefined));
  const last = inTexts.findLastIndex((word) => word !== undefined);
  const lastWithoutDemand = inTexts.findLastIndex((word) => word !== undefined && !hasDemand(word));
  const indexesOf = (end: number, isIn: (pair: Pair) => boolean): number[] => {
    const indexes = pairs.flatMap((pair, index) => (isIn(pair) ? [index] : []));
    return indexes.some((index) => pairs[index]?.place === end) ? indexes : [];
  };
  const all = indexesOf(last, ({ hasStopWord }) => !hasStopWord);
  const withoutDemands = indexesOf(lastWithoutDemand, (pair) => !pair.hasStopWord && !pair.hasDemand);
  const hasName = pairs.some((pair) => !pair.hasStopWord && !pair.hasDemand);
  const inNames = indexesOf(lastWithoutDemand, (pair) => !pair.hasDemand);
  const chainsOf = (indexes: readonly number[]): number[][] => splitIntoChains(pairs, indexes);
  return [
    { chains: chainsOf(all), isOfNamesOnly: false },
    { chains: chainsOf(withoutDemands), isOfNamesOnly: false },
    { chains: hasName ? [] : chainsOf(inNames), isOfNamesOnly: true },
    ...(hasName ? twoNamesOf(chainsOf(inNames)).map((chains) => ({ chains, isOfNamesOnly: true })) : []),
  ].filter((run) => run.chains.length > 0);
}

/** Splits pairs into chains (see `Run`). */
function splitIntoChains(pairs: readonly Pair[], indexes: readonly number[]): number[][] {
  const chains: number[][] = [];
  for (const index of indexes) {
    const chain = chains.at(-1);
    const previous = pairs[chain?.at(-1) ?? -1];
    if (chain !== undefined && previous !== undefined && previous.place + 1 === pairs[index]?.place) chain.push(index);
    else chains.push([index]);
  }
  return chains;
}

/**
 * Returns the ways to read one chain as two names without a word between them, as in "jane doe john roe": the pair of
 * the last word of the first name and the first word of the second one is in no name.
 */
function twoNamesOf(chains: readonly (readonly number[])[]): (readonly number[])[][] {
  const [chain = [], ...others] = chains;
  if (others.length > 0) return [];
  return chain.slice(1, -1).map((_, index) => [chain.slice(0, index + 1), chain.slice(index + 2)]);
}

/** Returns whether texts may have a word: a content word that is not only a demand, and no year or episode number. */
function mayBeInText(word: WeightedWord | undefined): boolean {
  if (word === undefined) return false;
  const { isContentWord, isDemandOnly, isEpisodeCode, year } = word.word;
  return isContentWord && !isDemandOnly && !isEpisodeCode && year === null;
}

function hasDemand(word: WeightedWord | undefined): boolean {
  return (word?.word.demands.length ?? 0) > 0;
}
