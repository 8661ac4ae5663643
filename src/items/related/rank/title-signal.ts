import { wordsOf } from '../../../search/text/words';
import type { SeedRow, SeedTerm } from '../seed/seed-row';
import { type CandidateRow, TITLE_PROBE } from '../related-rows';
import type { Signal } from './ranked-candidate';
import { saturate, sumRarities, sumSquaredRarities } from './rarity-sums';
import { findSharedWords, lexemeOf, type SharedTerm } from './shared-terms';
import { MAX_WEIGHTS, roundWeight } from './signal-weights';

/** The value at which `saturate` returns 63 %: a sum of squared rarities or, for equal titles, a squared sum. */
const SATURATION = 0.35;
/** Lower bound of the square of the rarity sum of equal titles. Without it, titles of common words weigh about 0. */
const SAME_TITLE_MIN_SQUARED_SUM = 0.1;
/** Assumed rarity of a word in the candidate's title that is no title term of the seed. Such words lower the weight. */
const OTHER_WORD_RARITY = 0.3;

/** Compares titles with the title of one seed: for seasons and episodes, that of the series (see `SeedRow`). */
export class TitleComparison {
  private readonly titleTerms: readonly SeedTerm[];
  private readonly raritySum: number;

  constructor(
    private readonly seed: SeedRow,
    terms: readonly SeedTerm[],
    /** Factor for the weight of the signal. */
    private readonly scale: number,
  ) {
    this.titleTerms = terms.filter((term) => term.kind === 'title');
    this.raritySum = sumRarities(this.titleTerms);
  }

  /**
   * Returns the signal of an equal title or of a title that shares words; null if there is none, or its weight is 0.
   * Titles that are not equal weigh less if one has words that the other lacks.
   */
  signal(row: CandidateRow): Signal | null {
    const { titleTerms, scale } = this;
    if (row.probes?.includes(TITLE_PROBE) === true) return sameTitleSignal(row, this.seed, titleTerms, scale);
    const lexemes = new Set(
      wordsOf(row.title)
        .filter((word) => !word.isStopWord)
        .map((word) => word.lexeme),
    );
    const sharedTerms = titleTerms.filter((term) => lexemes.has(lexemeOf(term)));
    if (sharedTerms.length === 0) return null;
    const sharedRarity = sumRarities(sharedTerms);
    const missingRarity = this.raritySum - sharedRarity;
    const otherWordsRarity = (lexemes.size - sharedTerms.length) * OTHER_WORD_RARITY;
    const similarity = sharedRarity / (sharedRarity + missingRarity + otherWordsRarity / 2 + 1e-9);
    const saturation = saturate(sumSquaredRarities(sharedTerms), SATURATION);
    const weight = roundWeight(MAX_WEIGHTS.similar_title * similarity * saturation * scale);
    return weight > 0 ? { kind: 'similar_title', weight, terms: sharedTerms } : null;
  }
}

/**
 * Returns the signal of an equal title. Equal titles have the same compact key, but may differ in accents and
 * punctuation. Returns null if no title word of the seed has a rarity above 0 and the titles share no word in the same
 * spelling.
 */
function sameTitleSignal(
  row: CandidateRow,
  seed: SeedRow,
  titleTerms: readonly SeedTerm[],
  scale: number,
): Signal | null {
  const squaredSum = Math.max(SAME_TITLE_MIN_SQUARED_SUM, sumRarities(titleTerms) ** 2);
  const weight = roundWeight(MAX_WEIGHTS.similar_title * saturate(squaredSum, SATURATION) * scale);
  const isSpelledAlike = row.title.toLowerCase() === seed.base_title.toLowerCase();
  if (!isSpelledAlike && sumRarities(titleTerms) > 0) return { kind: 'similar_title', weight, terms: titleTerms };
  const term: SeedTerm = {
    kind: 'title',
    // Not a key of the index. `=` takes the place of the prefix letter, which `lexemeOf` removes.
    key: `=${seed.base_title}`,
    label: seed.base_title,
    documents: null,
    rarity: 1,
    position: 0,
  };
  const sharedTerms = isSpelledAlike ? [{ term, label: row.title }] : findSharedTitleWords(row.title, term);
  const terms = sharedTerms.map((shared) => shared.term);
  return terms.length === 0 ? null : { kind: 'similar_title', weight, terms, sharedTerms };
}

/**
 * Returns the words that a title and the seed's title contain in the same spelling, including stop words. The seed's
 * title is the label of `seedTitle`.
 */
function findSharedTitleWords(title: string, seedTitle: SeedTerm): readonly SharedTerm[] {
  const labels = new Map(wordsOf(title).map(({ lexeme, start, end }) => [`=${lexeme}`, title.slice(start, end)]));
  const words = Array.from(labels, ([key, label]) => ({ ...seedTitle, key, label }));
  return findSharedWords(words, seedTitle.label, title);
}
