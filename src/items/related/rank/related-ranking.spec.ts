import fc from 'fast-check';
import { relativeRarity } from '../../../search/rarity';
import { RELATIONSHIP_KINDS, type RelationshipKind } from '../relationship-kinds';
import { FRANCHISE_MAX, NAME_RARITY, rankCandidates, takeRows } from './related-order';
import { type RankedCandidate, type RankingRequest } from './ranked-candidate';
import { type CandidateRow, TITLE_PROBE } from '../related-rows';
import { toSeedTerms } from '../seed/related-seed';
import type { SeedRow, SeedTerm } from '../seed/seed-row';
import {
  FACET_BUDGET_ROWS,
  LEXEME_BUDGET_ROWS,
  planRetrieval,
  PROBE_MAX_ROWS,
  UNCOUNTED_ROWS,
  type RetrievalPlan,
} from '../retrieval-plan';

const SEED: SeedRow = {
  library_id: 'library-1',
  media_id: 'seed',
  media_kind: 'movie',
  series_id: null,
  season_id: null,
  season_number: null,
  episode_number: null,
  title: 'The Comet II',
  franchise_keys: ['comet'],
  provider_keys: [],
  base_id: 'seed',
  base_title: 'The Comet II',
  base_overview: 'An astronomer carves a marimba.',
  base_year: 1931,
  facets: [
    ['genre', 'drama', 'Drama', 900],
    ['genre', 'western', 'Western', 120],
    ['person', 'orla obscure', 'Orla Obscure', 2],
    ['person', 'busy star', 'Busy Star', 200],
  ],
  lexemes: [
    ['tcomet', 4, 0],
    ['tthe', 3_000, 0],
    ['oastronom', 30, 0],
    ['ocarv', 200, 0],
    ['omarimba', 2, 0],
  ],
  titles_total: 2_000,
  documents_total: 5_000,
};

const terms = toSeedTerms(SEED);
const plan = planRetrieval(terms, SEED.titles_total);

const position: fc.Arbitrary<NonNullable<CandidateRow['positions']>[number]> = fc.tuple(
  fc.constantFrom('child', 'special', 'next', 'previous', 'parent', 'watch_next', 'near'),
  fc.integer({ min: 1, max: 200 }),
);

const probe = fc.oneof(
  fc.integer({ min: -plan.lexemeProbes.length, max: plan.facetProbes.length }),
  fc.constant(TITLE_PROBE),
);

const candidate: fc.Arbitrary<CandidateRow> = fc.record({
  library_id: fc.constantFrom('library-1', 'library-2'),
  media_id: fc.uuid(),
  media_kind: fc.constantFrom('movie', 'series', 'season', 'episode'),
  series_id: fc.option(fc.constantFrom('series-1', 'series-2')),
  title: fc.constantFrom('Comet', 'The Comet Returns', 'Cometing', 'Drama', 'Else'),
  year: fc.option(fc.integer({ min: 1900, max: 2030 })),
  franchise_keys: fc.subarray(['comet', 'else', 'drama']),
  overview: fc.constantFrom('', 'An astronomer.', 'Astronomers carved marimbas.', 'A marimba.', 'Carving.'),
  probes: fc.option(fc.array(probe)),
  positions: fc.option(fc.array(position, { minLength: 1, maxLength: 3 })),
  sparse: fc.boolean(),
  facet_keys: fc.subarray(SEED.facets.map(([kind, key]) => `${kind}:${key}`)).map((keys) => keys.join('\n')),
  provider_keys: fc.option(fc.subarray(['names:movie:seed', 'has:tmdb:1'])),
});

const candidates = fc.uniqueArray(candidate, { maxLength: 200, selector: (row) => row.media_id });
/** Candidates, and the same ones in another order. */
const shuffledCandidates = candidates.chain((rows) =>
  fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })),
);
const kinds = fc.option(fc.subarray([...RELATIONSHIP_KINDS], { minLength: 1 }));

function request(requested: readonly RelationshipKind[] | null): RankingRequest {
  return { seed: SEED, terms, plan, kinds: requested === null ? null : new Set(requested) };
}

function rank(rows: readonly CandidateRow[], requested: readonly RelationshipKind[] | null): RankedCandidate[] {
  return [...rankCandidates(rows, request(requested))];
}

describe('rankCandidates', () => {
  it('returns each item once, strongest first, with the sum of its signals as its strength', () => {
    fc.assert(
      fc.property(candidates, kinds, (rows, requested) => {
        const ranked = rank(rows, requested);
        expect(new Set(ranked.map(({ row }) => row.media_id)).size).toBe(ranked.length);
        for (const [index, { signals, strength }] of ranked.entries()) {
          expect(strength).toBeGreaterThan(0);
          expect(strength).toBeLessThanOrEqual(1);
          expect(signals.reduce((sum, signal) => sum + signal.weight, 0)).toBeCloseTo(strength, 9);
          expect(Math.max(...signals.map((signal) => signal.weight))).toBe(signals[0].weight);
          expect(strength).toBeLessThanOrEqual(ranked[index - 1]?.strength ?? 1);
          if (requested !== null) for (const { kind } of signals) expect(requested).toContain(kind);
        }
      }),
    );
  });

  it('does not depend on the order in which candidates were found', () => {
    fc.assert(
      fc.property(shuffledCandidates, kinds, ([rows, shuffled], requested) => {
        expect(rank(shuffled, requested)).toEqual(rank(rows, requested));
      }),
    );
  });

  it('shares only words that both texts contain in the same spelling, apart from case', () => {
    fc.assert(
      fc.property(candidates, kinds, (rows, requested) => {
        for (const { row, signals } of rank(rows, requested)) {
          const texts = {
            similar_title: [SEED.base_title, row.title],
            search_match: [SEED.base_overview, row.overview],
          };
          for (const { kind, sharedTerms } of signals) {
            if (kind !== 'similar_title' && kind !== 'search_match') continue;
            expect(sharedTerms).not.toHaveLength(0);
            for (const { label } of sharedTerms ?? []) {
              for (const text of texts[kind]) expect(text.toLowerCase()).toContain(label.toLowerCase());
            }
          }
        }
      }),
    );
  });

  it('returns the same first rows if the caller reads only a part of the list', () => {
    fc.assert(
      fc.property(candidates, kinds, fc.nat({ max: 30 }), (rows, requested, count) => {
        expect(takeRows(rankCandidates(rows, request(requested)), count)).toEqual(
          rank(rows, requested).slice(0, count),
        );
      }),
    );
  });

  const MEMBER_SIGNALS: ReadonlySet<RelationshipKind> = new Set(['provider_related', 'shared_cast', 'search_match']);

  it('keeps at most three items of a series, a franchise or a rare name by default', () => {
    fc.assert(
      fc.property(candidates, (rows) => {
        const groups = rank(rows, null).flatMap(({ row, signals }) => {
          const isMember = row.sparse || signals.some(({ kind }) => MEMBER_SIGNALS.has(kind));
          const names = signals.flatMap(({ kind, terms: shared }) => (kind === 'similar_title' ? shared : []));
          const series = row.media_kind === 'series' ? row.media_id : row.series_id;
          return [
            ...(isMember ? row.franchise_keys.map((key) => `franchise ${key}`) : []),
            ...(isMember ? names.filter(({ rarity }) => rarity >= NAME_RARITY).map(({ key }) => `name ${key}`) : []),
            ...(series === null ? [] : [`series ${series}`]),
          ];
        });
        for (const group of groups) {
          expect(groups.filter((other) => other === group).length).toBeLessThanOrEqual(FRANCHISE_MAX);
        }
      }),
    );
  });
});

describe('rankCandidates with chosen items', () => {
  const row: CandidateRow = {
    library_id: 'library-1',
    media_id: 'other',
    media_kind: 'movie',
    series_id: null,
    title: 'Else',
    year: 1950,
    franchise_keys: [],
    sparse: false,
    overview: '',
    probes: null,
    positions: null,
    facet_keys: '',
    provider_keys: null,
  };
  const rankedOf = (change: Partial<CandidateRow>, seed: Partial<SeedRow>): RankedCandidate[] => {
    const changedSeed = { ...SEED, ...seed };
    const seedTerms = toSeedTerms(changedSeed);
    const rankingRequest = {
      seed: changedSeed,
      terms: seedTerms,
      plan: planRetrieval(seedTerms, changedSeed.titles_total),
      kinds: null,
    };
    return [...rankCandidates([{ ...row, ...change }], rankingRequest)];
  };
  const strengthOf = (change: Partial<CandidateRow>, seed: Partial<SeedRow> = {}): number =>
    rankedOf(change, seed)[0]?.strength ?? 0;

  it('counts a person less if one of the items lists the person late', () => {
    const others = ['person:a', 'person:b', 'person:c', 'person:d'];
    const leading = strengthOf({ facet_keys: ['person:orla obscure', ...others].join('\n') });
    const minor = strengthOf({ facet_keys: [...others, 'person:orla obscure'].join('\n') });
    expect(minor).toBeLessThan(leading * 0.7);
    const facets = [...others.map((key) => ['person', key, key, 3] as const), ...SEED.facets];
    const minorInSeed = strengthOf({ facet_keys: 'person:orla obscure' }, { facets });
    expect(minorInSeed).toBeLessThan(leading * 0.7);
  });

  it('counts a word of overviews less if it is common in titles', () => {
    const shared = { overview: 'A marimba.', probes: [-1] };
    const common = SEED.lexemes.map(([key, documents]) => [key, documents, key === 'omarimba' ? 900 : 0] as const);
    expect(strengthOf(shared, { lexemes: common })).toBeLessThan(strengthOf(shared) * 0.5);
  });

  it('counts an equal title more if it has more words', () => {
    const strengthOfSameTitle = (title: string, lexemes: SeedRow['lexemes']): number =>
      strengthOf({ title, probes: [TITLE_PROBE] }, { base_title: title, lexemes });
    const oneWord = strengthOfSameTitle('Comet', [['tcomet', 90, 0]]);
    const twoWords = strengthOfSameTitle('Comet Days', [
      ['tcomet', 90, 0],
      ['tdai', 300, 0],
    ]);
    expect(oneWord).toBeGreaterThan(0);
    expect(twoWords).toBeGreaterThan(oneWord);
  });

  it('counts an equal title with other punctuation, even if all its words are common', () => {
    const punctuation = fc.array(fc.constantFrom('?', '!', '…', ' ', ',', ' –', '’'), { maxLength: 3 });
    const punctuated = fc
      .array(punctuation, { minLength: 3, maxLength: 3 })
      .map(([a = [], b = [], c = []]) => `Who ${a.join('')} Is ${b.join('')} She${c.join('')}`);
    fc.assert(
      fc.property(punctuated, punctuated, (base_title, title) => {
        const [found] = rankedOf({ title, probes: [TITLE_PROBE] }, { base_title, lexemes: [['twho', 900, 0]] });
        const signal = found?.signals.find(({ kind }) => kind === 'similar_title');
        expect(signal?.sharedTerms?.map(({ label }) => label)).toEqual(
          base_title.toLowerCase() === title.toLowerCase() ? [title] : ['Who', 'Is', 'She'],
        );
      }),
    );
  });

  it('shares only words in the same spelling if an equal title has other accents', () => {
    const seed: Partial<SeedRow> = { base_title: 'Who Is She', lexemes: [['twho', 900, 0]] };
    const [found] = rankedOf({ title: 'Whó Is She', probes: [TITLE_PROBE] }, seed);
    expect(found?.signals[0].sharedTerms?.map(({ label }) => label)).toEqual(['Is', 'She']);
  });

  it('does not count an item that shares only the title as a member of the franchise', () => {
    const rows = ['a', 'b', 'c', 'd', 'e'].map((media_id, index) => ({
      ...row,
      media_id,
      title: 'Comet',
      franchise_keys: ['comet'],
      probes: [TITLE_PROBE],
      facet_keys: index < 4 ? 'person:orla obscure' : '',
    }));
    const ranked = rank(rows, null).map(({ row: { media_id } }) => media_id);
    expect(ranked).toHaveLength(FRANCHISE_MAX + 1);
    expect(ranked).toContain('e');
  });
});

describe('planRetrieval', () => {
  const term = fc.record({
    kind: fc.constantFrom('person', 'genre', 'title', 'word'),
    documents: fc.option(fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 500_000 }))),
  });
  const toTerm = ({ kind, documents }: Pick<SeedTerm, 'kind' | 'documents'>, index: number): SeedTerm => {
    const rarity = relativeRarity(documents ?? 50, 1_000_000);
    return { kind, documents, key: `k${index}`, label: `k${index}`, rarity, position: 0 };
  };

  it('plans at most 48 look-ups, whose expected rows are within the budgets', () => {
    fc.assert(
      fc.property(fc.array(term, { maxLength: 120 }), (randomTerms) => {
        const seedTerms = randomTerms.map(toTerm);
        const retrievalPlan = planRetrieval(seedTerms, 1_000_000);
        expect(rowsOf(retrievalPlan.facetProbes, seedTerms)).toBeLessThanOrEqual(FACET_BUDGET_ROWS);
        expect(rowsOf(retrievalPlan.lexemeProbes, seedTerms)).toBeLessThanOrEqual(LEXEME_BUDGET_ROWS);
        expect(retrievalPlan.facetProbes.length + retrievalPlan.lexemeProbes.length).toBeLessThanOrEqual(48);
      }),
    );
  });

  /**
   * Sums the expected rows of the look-ups. A pair of terms gets 8 times the rows that chance would give, but at most
   * the count of the rarer term.
   */
  function rowsOf(probes: RetrievalPlan['facetProbes'], seedTerms: readonly { documents: number | null }[]): number {
    return probes.reduce((sum, probe) => {
      const counts = probe.terms.map((index) => seedTerms[index]?.documents ?? UNCOUNTED_ROWS);
      const [first = 0, second] = counts;
      if (second !== undefined) return sum + Math.ceil(Math.min(...counts, (8 * first * second) / 1_000_000));
      expect(first).toBeLessThanOrEqual(PROBE_MAX_ROWS);
      return sum + first;
    }, 0);
  }

  it('does not look up common facets, but compares the candidates with them', () => {
    expect(plan.comparedFacets.map((index) => terms[index]?.label)).toEqual(['Drama']);
    expect(plan.facetProbes.map((probe) => terms[probe.terms[0] ?? -1]?.label)).toEqual([
      'Orla Obscure',
      'Western',
      'Busy Star',
    ]);
  });

  it('neither looks up nor compares terms that only the seed has', () => {
    fc.assert(
      fc.property(fc.array(term, { maxLength: 120 }), (randomTerms) => {
        const seedTerms = randomTerms.map(toTerm);
        const { facetProbes, lexemeProbes, comparedFacets } = planRetrieval(seedTerms, 1_000_000);
        const used = [...facetProbes, ...lexemeProbes].flatMap((each) => each.terms).concat(comparedFacets);
        expect(used.filter((index) => seedTerms[index]?.documents === 1)).toEqual([]);
      }),
    );
  });
});

describe('toSeedTerms', () => {
  it('uses a name in an overview as a person term only', () => {
    const named = toSeedTerms({
      ...SEED,
      base_overview: 'Orla carves.',
      lexemes: [
        ['oorla', 9, 0],
        ['ocarv', 20, 0],
      ],
    });
    expect(named.filter((term) => term.kind === 'word').map((term) => term.label)).toEqual(['carves']);
  });

  it('omits numerals and stop words of a title', () => {
    expect(terms.filter((term) => term.kind === 'title').map((term) => term.label)).toEqual(['Comet']);
  });
});
