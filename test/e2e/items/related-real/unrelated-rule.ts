/**
 * Finds items that an answer wrongly lists as related to a film. Judges by the records of the catalog, because the
 * reasons in the answer can be wrong. An item is unrelated to a seed if the two share none of these:
 * - the title, or a title word that at most one title in 500 contains;
 * - a person among the first five of both items, or any two people;
 * - a name of two words, for example of a director, that both overviews and at most 150 overviews in all contain;
 * - three overview words that at most one overview in 100 contains.
 */

/** The fields of a record that the rule reads. */
export interface JudgedItem {
  readonly media_id: string;
  readonly title?: string;
  readonly overview?: string;
  readonly people?: readonly { readonly name: string }[];
}

const LEADING_PEOPLE = 5;
const RARE_TITLE_SHARE = 1 / 500;
const RARE_OVERVIEW_SHARE = 1 / 100;
const RARE_WORDS_MIN = 3;
/** A name in more overviews than this is too common to relate two items. */
const NAME_OVERVIEWS_MAX = 150;

/** Judges items of one catalog. */
export class UnrelatedRule {
  private readonly titles = new Map<string, number>();
  private readonly overviews = new Map<string, number>();
  private readonly names = new Map<string, number>();
  private readonly total: number;

  constructor(items: readonly JudgedItem[]) {
    this.total = items.length;
    for (const { title, overview } of items) {
      countEach(wordsOf(title), this.titles);
      countEach(wordsOf(overview), this.overviews);
      countEach(namesOf(overview), this.names);
    }
  }

  isUnrelated(seed: JudgedItem, item: JudgedItem): boolean {
    const title = (each: JudgedItem): string => [...wordsOf(each.title)].join(' ');
    if (title(seed) === title(item)) return false;
    if (this.shared(wordsOf(seed.title), wordsOf(item.title), this.titles, this.total * RARE_TITLE_SHARE) > 0)
      return false;
    const people = (each: JudgedItem, count?: number): Set<string> =>
      new Set((each.people ?? []).slice(0, count).map(({ name }) => name.toLowerCase()));
    if (intersection(people(seed, LEADING_PEOPLE), people(item, LEADING_PEOPLE)) > 0) return false;
    if (intersection(people(seed), people(item)) > 1) return false;
    if (this.shared(namesOf(seed.overview), namesOf(item.overview), this.names, NAME_OVERVIEWS_MAX) > 0) return false;
    const words = this.shared(
      wordsOf(seed.overview),
      wordsOf(item.overview),
      this.overviews,
      this.total * RARE_OVERVIEW_SHARE,
    );
    return words < RARE_WORDS_MIN;
  }

  /** Returns the number of texts that both sets contain and that at most `most` items of the catalog contain. */
  private shared(
    one: ReadonlySet<string>,
    other: ReadonlySet<string>,
    counts: ReadonlyMap<string, number>,
    most: number,
  ): number {
    return [...one].filter((text) => other.has(text) && (counts.get(text) ?? 0) <= most).length;
  }
}

function intersection(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return [...one].filter((each) => other.has(each)).length;
}

function countEach(texts: ReadonlySet<string>, counts: Map<string, number>): void {
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
}

function wordsOf(text = ''): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}

/** Returns the pairs of adjacent capitalised words, also with an initial between them. Most pairs are names. */
function namesOf(text = ''): Set<string> {
  return new Set(
    [...text.matchAll(/(?=(\p{Lu}\p{Ll}+ (?:\p{Lu}\. )?\p{Lu}\p{Ll}+))\p{Lu}/gu)].map(([, name = '']) => name),
  );
}
