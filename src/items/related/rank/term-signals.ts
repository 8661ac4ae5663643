/** Computes signals from people, genres and words that a candidate shares with the seed. */
import { wordsOf } from '../../../search/text/words';
import type { SeedRow, SeedTerm } from '../seed/related-seed';
import { type RankingRequest, type Signal } from './ranked-candidate';
import { type CandidateRow, TITLE_PROBE } from '../related-rows';
import { findSharedWords, lexemeOf, type SharedTerm } from './shared-terms';
import { MAX_WEIGHTS, roundWeight } from './signal-weights';
import { mayContainLexeme } from './title-filter';

/** For each signal, the rarity sum at which it has 63 % of its maximum weight. The functions below compute the sums. */
const SATURATION = { shared_cast: 0.8, similar_title: 0.35, search_match: 1.5, similar_genre: 0.5 } as const;
/** Factor for a seed that is a season or an episode, because the compared terms describe its whole series. */
const SERIES_TERMS_FACTOR = 0.3;
/** Minimum rarity sum of equal titles, which may consist of common words. */
const SAME_TITLE_MIN_RARITY_SUM = 0.1;
/** Assumed rarity of a word in the candidate's title that the seed's title lacks. Such words lower the weight. */
const OTHER_WORD_RARITY = 0.3;

/** Billing position, from 0, at which a person counts half. */
const HALF_WEIGHT_POSITION = 3;
/** Assumed billing position of a person whom a look-up found, but who is not in the `facet_keys` of the row. */
const LAST_POSITION = 100;

/** Returns the signals from the terms that the row shares with the seed. */
export function termSignals(row: CandidateRow, request: RankingRequest): Signal[] {
  // Seasons and episodes share the people and genres of their series, so their terms are not compared.
  if (row.media_kind === 'season' || row.media_kind === 'episode') return [];
  const { seed } = request;
  // A season or an episode takes its terms from its series, so terms that it shares with the series say nothing.
  if (row.media_id === seed.base_id) return [];
  const facets = findSharedFacets(row, request);
  const scale = seed.base_id === seed.media_id ? 1 : SERIES_TERMS_FACTOR;
  const signals: Signal[] = [];
  const add = (kind: keyof typeof SATURATION, terms: readonly SeedTerm[], raritySum: number): void => {
    const weight = roundWeight(MAX_WEIGHTS[kind] * saturate(raritySum, SATURATION[kind]) * scale);
    if (terms.length > 0) signals.push({ kind, weight, terms });
  };
  const people = [...facets.keys()].filter(({ kind }) => kind === 'person');
  const billingOf = (person: SeedTerm): number =>
    billingFactor(person.position) * billingFactor(facets.get(person) ?? LAST_POSITION);
  add('shared_cast', people, sum(people.map((person) => person.rarity ** 2 * billingOf(person))));
  const words = findOverviewWords(row, request);
  add('search_match', words, sumSquaredRarities(words));
  const genres = [...facets.keys()].filter(({ kind }) => kind === 'genre');
  add('similar_genre', genres, sumRarities(genres));
  const title = titleSignal(row, request, scale);
  return title === null ? signals : [...signals, title];
}

/** Returns the sum of the squared rarities of terms. */
export function sumSquaredRarities(terms: readonly SeedTerm[]): number {
  return sum(terms.map(({ rarity }) => rarity ** 2));
}

function billingFactor(position: number): number {
  return HALF_WEIGHT_POSITION / (HALF_WEIGHT_POSITION + position);
}

/** Returns the shared genres and people, the rarest first, each with its position among the row's genres or people. */
function findSharedFacets(row: CandidateRow, { terms, plan }: RankingRequest): Map<SeedTerm, number> {
  const positions = new Map<string, number>();
  const counts = new Map<string, number>();
  for (const key of row.facet_keys === '' ? [] : row.facet_keys.split('\n')) {
    const kind = key.slice(0, key.indexOf(':'));
    const position = counts.get(kind) ?? 0;
    counts.set(kind, position + 1);
    positions.set(key, position);
  }
  const lookedUp = new Set((row.probes ?? []).flatMap((probe) => plan.facetProbes[probe - 1]?.terms ?? []));
  const shared = new Map<SeedTerm, number>();
  // Most candidates share neither people nor genres.
  if (positions.size + lookedUp.size === 0) return shared;
  for (const [index, term] of terms.entries()) {
    if (term.kind !== 'person' && term.kind !== 'genre') continue;
    const position = positions.get(term.key) ?? (lookedUp.has(index) ? LAST_POSITION : undefined);
    if (position !== undefined) shared.set(term, position);
  }
  return shared;
}

/**
 * Returns the shared words of the overview. For a candidate with the seed's title, these are the words in both
 * overviews; for other candidates, the words whose look-ups found the candidate.
 */
function findOverviewWords(row: CandidateRow, { seed, terms, plan }: RankingRequest): SeedTerm[] {
  if (row.probes?.includes(TITLE_PROBE) === true) {
    const words = terms.filter(({ kind }) => kind === 'word');
    return findSharedWords(words, seed.base_overview, row.overview).map(({ term }) => term);
  }
  const lookedUp = new Set((row.probes ?? []).flatMap((probe) => plan.lexemeProbes[-probe - 1]?.terms ?? []));
  return terms.filter(({ kind }, index) => kind === 'word' && lookedUp.has(index));
}

/** Compares titles. The weight is lower if either title has words that the other lacks. */
function titleSignal(row: CandidateRow, { seed, terms }: RankingRequest, scale: number): Signal | null {
  const titleTerms = terms.filter((term) => term.kind === 'title');
  if (row.probes?.includes(TITLE_PROBE) === true) return sameTitleSignal(row, seed, titleTerms, scale);
  if (!mayContainLexeme(row.title, titleTerms.map(lexemeOf))) return null;
  const lexemes = new Set(
    wordsOf(row.title)
      .filter((word) => !word.isStopWord)
      .map((word) => word.lexeme),
  );
  const sharedTerms = titleTerms.filter((term) => lexemes.has(lexemeOf(term)));
  if (sharedTerms.length === 0) return null;
  const sharedRarity = sumRarities(sharedTerms);
  const missingRarity = sumRarities(titleTerms) - sharedRarity;
  const otherWordsRarity = (lexemes.size - sharedTerms.length) * OTHER_WORD_RARITY;
  const similarity = sharedRarity / (sharedRarity + missingRarity + otherWordsRarity / 2 + 1e-9);
  const saturation = saturate(sumSquaredRarities(sharedTerms), SATURATION.similar_title);
  const weight = roundWeight(MAX_WEIGHTS.similar_title * similarity * saturation * scale);
  return weight > 0 ? { kind: 'similar_title', weight, terms: sharedTerms } : null;
}

/**
 * Returns the signal of an equal title. Equal titles have the same compact key (see `title-forms.ts`), but may
 * differ in accents and punctuation. Returns null if the words are common and the titles have no word in the same
 * spelling.
 */
function sameTitleSignal(
  row: CandidateRow,
  seed: SeedRow,
  titleTerms: readonly SeedTerm[],
  scale: number,
): Signal | null {
  const raritySum = Math.max(SAME_TITLE_MIN_RARITY_SUM, sumRarities(titleTerms) ** 2);
  const weight = roundWeight(MAX_WEIGHTS.similar_title * saturate(raritySum, SATURATION.similar_title) * scale);
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

/** Returns 0 for a sum of 0, and approaches 1 as the sum grows. */
function saturate(raritySum: number, scale: number): number {
  return 1 - Math.exp(-raritySum / scale);
}

function sumRarities(terms: readonly SeedTerm[]): number {
  return sum(terms.map(({ rarity }) => rarity));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
