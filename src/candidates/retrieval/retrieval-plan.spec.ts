import fc from 'fast-check';
import { planRetrieval } from './plan/plan-retrieval';
import { ORDERED_TITLES, ORDERED_WORDS, type RetrievalPlan, SELECTIVE_MAX } from './retrieval-plan';
import { yearLexeme } from '../../search/index/lexemes';
import { toSearchFilter } from '../query/search-filter';
import { toSearchQuery } from '../query/query-parser';
import { planSecondRetrieval } from './second-retrieval';
import { weighWords } from '../query/weights/term-weights';
import type { LexiconCounts } from '../query/weights/lexicon-counts';

const TOTAL = 1_000_000;
const WORDS = ['harbor', 'silver', 'widow', 'canyon', 'mirror'];

/**
 * Plans a query in a catalog with these document counts by lexeme, such as "owidow" for "widow" in overviews.
 * `nearSpellings` has the counts of lexemes that are similar to words of the query.
 */
function planFor(
  text: string,
  documents: Record<string, number>,
  nearSpellings: Record<string, number> = {},
): RetrievalPlan {
  const query = toSearchQuery(text, undefined);
  const counts: LexiconCounts = {
    total: TOTAL,
    documents: new Map(Object.entries(documents)),
    libraries: ['films'],
    nearSpellings: Object.entries(nearSpellings).map(([lexeme, count]) => ({ lexeme, documents: count })),
  };
  return planRetrieval(query, weighWords(query, counts), counts, toSearchFilter({}, counts));
}

function overviewCounts(counts: readonly number[]): Record<string, number> {
  return Object.fromEntries(counts.map((count, index) => [`o${WORDS[index] ?? ''}`, count]));
}

/** Returns the lexemes of a `tsquery`, in order. */
function lexemesIn(text: string): string[] {
  return [...text.matchAll(/'([^']+)'/g)].map(([, lexeme]) => lexeme ?? '');
}

/**
 * Returns the alternatives with several conditions. Each condition is the list of its lexemes that begin with `field`,
 * such as "o" for overviews.
 */
function combinedLexemesOf(plan: RetrievalPlan, field: string): string[][][] {
  const several = (plan.selective?.alternatives ?? []).filter((texts) => texts.length > 1);
  return several.map((texts) => texts.map((text) => lexemesIn(text).filter((lexeme) => lexeme.startsWith(field))));
}

/** Returns whether a document with these lexemes matches a `tsquery` of parentheses, `&`, `|` and quoted lexemes. */
function matches(text: string, document: ReadonlySet<string>): boolean {
  const tokens = text.match(/'[^']*'|[()&|]/g) ?? [];
  let position = 0;
  const matchesAny = (): boolean => {
    let isMatch = matchesAll();
    while (tokens[position] === '|') {
      position += 1;
      isMatch = matchesAll() || isMatch;
    }
    return isMatch;
  };
  const matchesAll = (): boolean => {
    let isMatch = matchesOne();
    while (tokens[position] === '&') {
      position += 1;
      isMatch = matchesOne() && isMatch;
    }
    return isMatch;
  };
  const matchesOne = (): boolean => {
    const token = tokens[position] ?? '';
    position += 1;
    if (token !== '(') return document.has(token.slice(1, -1));
    const isMatch = matchesAny();
    position += 1;
    return isMatch;
  };
  return matchesAny();
}

/** Returns whether a part of a plan looks up documents with these lexemes, apart from row limits. */
function canFind(plan: RetrievalPlan, lexemes: readonly string[]): boolean {
  const document = new Set(lexemes);
  const lists = [...(plan.selective?.alternatives ?? []), ...plan.ordered.map(({ tsqueries }) => tsqueries)];
  return lists.some((texts) => texts.every((text) => matches(text, document)));
}

describe('a query for a year with many items', () => {
  it.each(['1994 movies', 'movies from 1994', 'films of 1994', '1994'])(
    'looks up the items of the year, even if many titles contain the other words of the query: "%s"',
    (query) => {
      const documents = { [yearLexeme(1994)]: 2_000, tmovi: 500, omovi: 90_000, tfilm: 500, ofilm: 90_000 };
      const { ordered, fallback } = planFor(query, documents);
      expect(ordered.flatMap(({ tsqueries }) => tsqueries.flatMap(lexemesIn))).toContain(yearLexeme(1994));
      expect(fallback).toEqual([]);
    },
  );
});

describe('a query of one common word and fillers', () => {
  it.each(['harbor movies', 'movies about harbor', 'watch harbor online', 'harbor movie'])(
    'looks up the most prominent documents with the common word in any field in the first statement: "%s"',
    (query) => {
      const documents = { tharbor: 900, oharbor: 90_000, tmovi: 40, twatch: 40, tonlin: 40 };
      const { ordered, fallback } = planFor(query, documents);
      const inAnyField = ordered.filter(({ tsqueries }) => tsqueries.flatMap(lexemesIn).includes('oharbor'));
      expect(inAnyField.map(({ limit, tsqueries }) => [limit, tsqueries.length])).toEqual([[ORDERED_WORDS, 1]]);
      expect(fallback).toEqual([]);
    },
  );
});

describe('a query of a stop word, a common word and a genre', () => {
  it('looks up the most prominent documents of the genre in the first statement', () => {
    const documents = { tharbor: 900, pharbor: 9_000, gcomedi: 40_000, tcomedi: 500 };
    const { ordered, fallback } = planFor('will harbor comedies', documents);
    const inAnyField = ordered.filter(({ tsqueries }) => tsqueries.flatMap(lexemesIn).includes('pharbor'));
    expect(inAnyField.map(({ limit }) => limit)).toEqual([ORDERED_WORDS]);
    expect(fallback).toEqual([]);
  });
});

describe('a query of genres only', () => {
  it.each([
    [0, true],
    [12, true],
    [200, false],
  ])('also looks up "spy" of "spy thriller" in texts if %i documents have this genre: %j', (spies, isInTexts) => {
    const plan = planFor('spy thriller', { gspy: spies, ospy: 300, gthriller: 5_000, othriller: 90 });
    const lexemes = lexemesIn(JSON.stringify([plan.selective, plan.ordered]));
    expect([lexemes.includes('gspy'), lexemes.includes('ospy')]).toEqual([true, isInTexts]);
  });

  it.each(['war movies', '1940s war'])('looks up "war" of "%s" only as a genre, even if few items have it', (query) => {
    const plan = planFor(query, { gwar: 5, owar: 45, swar: 260, [yearLexeme(1943)]: 90 });
    const lexemes = lexemesIn(JSON.stringify([plan.selective, plan.ordered]));
    expect([lexemes.includes('gwar'), lexemes.includes('owar')]).toEqual([true, false]);
  });
});

describe('a query for a long period', () => {
  it('looks up its years, and not the year of the query as a text', () => {
    const plan = planFor('movies before 2010', { [yearLexeme(1990)]: 5_000, [yearLexeme(2009)]: 5_000 });
    const lexemes = lexemesIn(JSON.stringify([plan.selective, plan.ordered]));
    const expected = [1870, 1990, 2009, 2010].map(yearLexeme);
    expect(expected.map((lexeme) => lexemes.includes(lexeme))).toEqual([true, true, true, false]);
    expect(lexemes).not.toContain('o2010');
  });
});

describe('the look-up of titles that begin with the query', () => {
  it.each<[string, string[]]>([
    ['dark kni', ['thedarkkni', 'adarkkni', 'andarkkni']],
    ['the dark kni', ['darkkni', 'adarkkni', 'andarkkni']],
    ['an hour', ['hour', 'thehour', 'ahour']],
    ['up', []],
    ['the up', []],
    ['東京物語', []],
    ['', []],
  ])('for "%s" also looks up the beginnings %j, with another article or without one', (query, expected) => {
    expect(planFor(query, {}).articlePrefixes.map(({ key }) => key)).toEqual(expected);
  });

  it('uses no other article for a long query, or if titles are not searched', () => {
    expect(planFor('one lamp two ships three owls four hills five lakes sun', {}).articlePrefixes).toEqual([]);
    const query = toSearchQuery('harbor mirror', ['overview']);
    const counts: LexiconCounts = { total: TOTAL, documents: new Map(), libraries: ['films'], nearSpellings: [] };
    const plan = planRetrieval(query, weighWords(query, counts), counts, toSearchFilter({}, counts));
    expect(plan.articlePrefixes).toEqual([]);
  });
});

describe('a retrieval plan', () => {
  it('intersects three words that are rare only in combination, the rarest first', () => {
    const plan = planFor('harbor silver widow', overviewCounts([30_000, 20_000, 10_000]));
    expect(combinedLexemesOf(plan, 'o')).toEqual([[['owidow'], ['osilver'], ['oharbor']]]);
  });

  it('combines pairs that share a word into one look-up', () => {
    const plan = planFor('harbor silver widow', overviewCounts([12_000, 2_000, 1_000]));
    expect(combinedLexemesOf(plan, 'o')).toEqual([
      [['owidow'], ['osilver', 'oharbor']],
      [['osilver'], ['oharbor']],
    ]);
  });

  it('looks up titles that contain at least all words but one', () => {
    const documents = { tharbor: 3_000, tsilver: 2_000, twidow: 1_000 };
    const titles = planFor('harbor silver widow', documents).selective?.titles ?? '';
    const joined = ['tharborsilv', 'tsilverwidow'];
    expect(
      lexemesIn(titles)
        .filter((lexeme) => lexeme.startsWith('t') && !joined.includes(lexeme))
        .toSorted(),
    ).toEqual(['tharbor', 'tsilver', 'tharbor', 'twidow', 'tsilver', 'twidow'].toSorted());
  });

  it('requires more documents in a prominence tier for several words than for one word', () => {
    const tiers = { '^12': 400_000, '^16': 30_000, '^20': 14_000 };
    const [one] = planFor('harbor', { oharbor: 100_000, ...tiers }).ordered;
    expect([one?.path, one?.tier]).toEqual(['tiered', `'^20'`]);
    // By chance, 25,000 documents contain both words. The plan expects four times as many: 100,000.
    const [two] = planFor('harbor silver', { oharbor: 150_000, osilver: 166_667, ...tiers }).ordered;
    expect([two?.path, two?.tier]).toEqual(['tiered', `'^16'`]);
    expect(two?.tsqueries.map((text) => lexemesIn(text).at(-1))).toEqual(['oharbor', 'osilver']);
  });

  it('looks up documents with all words in titles or in overviews, for any counts of the words', () => {
    const count = fc.oneof(fc.nat(1_000), fc.nat(30_000), fc.nat(TOTAL));
    const counts = fc.array(fc.record({ title: count, overview: count }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(counts, (wordCounts) => {
        const words = WORDS.slice(0, wordCounts.length);
        const documents = Object.fromEntries(
          wordCounts.flatMap(({ title, overview }, index) => [
            [`t${words[index] ?? ''}`, title],
            [`o${words[index] ?? ''}`, overview],
          ]),
        );
        const plan = planFor(words.join(' '), documents);
        for (const field of ['t', 'o']) {
          expect(
            canFind(
              plan,
              words.map((word) => field + word),
            ),
          ).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('looks up titles with the words of an episode code, even if many episodes have the code', () => {
    const plan = planFor('season 1', { tseason: 200_000, t1: 200_000, n1: 200_000, e1: 3_000 });
    expect(plan.ordered).toHaveLength(2);
    expect(canFind(plan, ['tseason', 't1'])).toBe(true);
    expect(canFind(plan, ['e1'])).toBe(true);
  });

  it.each([
    ['season 1 of she', ['sshe']],
    ['the who was show series 1', ['swa', 'swho']],
  ])('for "%s", looks up the number together with the stop words that name the series', (text, lexemes) => {
    const plan = planFor(text, { e1: 4_000, sthe: 2_000, sshe: 20, swho: 30, swas: 20, sshow: 900 });
    const alternatives = combinedLexemesOf(plan, 's').map((conditions) => conditions.flat().sort());
    expect(alternatives).toContainEqual(lexemes);
  });

  it.each(['show me season 2', 'watch season 2 online', 'season 2 please', 'season 2 trailer', 'season 2 of the show'])(
    'for "%s", looks up the most prominent seasons with this number, because its other words name no series',
    (text) => {
      const plan = planFor(text, { e2: 4_000, sthe: 20, sme: 20, sshow: 20, sonline: 20, splease: 20, strailer: 20 });
      expect(plan.ordered.map(({ tsqueries }) => tsqueries.flatMap(lexemesIn))).toContainEqual(['e2']);
    },
  );

  it('looks up a name with all words and a correction of one, but not if the query has a year or five words', () => {
    const documents = { pharbor: 900, psilver: 20, psylver: 1 };
    const namesIn = (text: string): string[][][] => combinedLexemesOf(planFor(text, documents, { psilver: 20 }), 'p');
    expect(namesIn('harbor sylver')).toContainEqual([['psylver', 'psilver'], ['pharbor']]);
    for (const text of ['harbor sylver 1999', 'harbor sylver widow canyon mirror', 'harbor silver'])
      expect(namesIn(text).flat()).not.toContainEqual(['psylver', 'psilver']);
  });

  it('looks up a word in every field, joined words, episode codes, years and numerals, even without counts', () => {
    const fields = ['t', 's', 'p', 'g', 'o'];
    for (const countedField of [...fields, null]) {
      const plan = planFor('harbor', countedField === null ? {} : { [`${countedField}harbor`]: 50_000 });
      for (const field of fields) expect([countedField, field, canFind(plan, [`${field}harbor`])]).toContain(true);
    }
    expect(canFind(planFor('harbor-silver', {}), ['tharborsilv'])).toBe(true);
    expect(canFind(planFor('harborsilver', {}), ['tharbor', 'tsilver'])).toBe(true);
    expect(canFind(planFor("o'harbor", {}), ['gharbor'])).toBe(true);
    expect(canFind(planFor('season 77', {}), ['e77'])).toBe(true);
    expect(canFind(planFor('harbor s77e03', {}), ['e77e3', 'pharbor'])).toBe(true);
    expect(canFind(planFor('1895', {}), ['y1895'])).toBe(true);
    expect(canFind(planFor('harbor xvii', {}), ['tharbor', 'n17'])).toBe(true);
  });
});

describe('the plan of a second retrieval', () => {
  const cutRows = { total: SELECTIVE_MAX + 1, selective: SELECTIVE_MAX + 1, countOrdered: () => 0 };

  it('looks up some documents of each word', () => {
    const second = planSecondRetrieval(planFor('harbor silver widow', { twidow: 20 }), cutRows);
    expect(second?.perCondition?.tsqueries).toHaveLength(3);
    for (const word of ['harbor', 'silver', 'widow']) {
      const isFound = second?.perCondition?.tsqueries.some((text) => matches(text, new Set([`g${word}`])));
      expect([word, isFound]).toEqual([word, true]);
    }
    expect(second?.perCondition?.limit).toBe(SELECTIVE_MAX / 3);
  });

  it('looks up the most prominent documents with all words in any field', () => {
    const second = planSecondRetrieval(planFor('harbor silver', { tharbor: 5 }), cutRows);
    const allWords = second?.ordered.find(({ tsqueries }) => tsqueries.length === 2);
    for (const fields of ['tp', 'og', 'ss']) {
      const document = new Set([`${fields.charAt(0)}harbor`, `${fields.charAt(1)}silver`]);
      expect(allWords?.tsqueries.every((text) => matches(text, document))).toBe(true);
      expect(allWords?.tsqueries.every((text) => matches(text, new Set([...document].slice(1))))).toBe(false);
    }
  });

  it('has a bounded number of rows for one word and for many words', () => {
    const longQuery = WORDS.map((word, index) => `${word} ${word}${'x'.repeat(index)}`).join(' ');
    for (const [text, words] of [
      ['harbor', 0],
      ['harbor silver', 2],
      [longQuery, 9],
    ] as const) {
      const second = planSecondRetrieval(planFor(text, {}), cutRows);
      const { tsqueries, limit } = second?.perCondition ?? { tsqueries: [], limit: 0 };
      expect([text, tsqueries.length]).toEqual([text, words]);
      expect(tsqueries.length * limit).toBeLessThanOrEqual(Math.max(SELECTIVE_MAX, 50 * tsqueries.length));
      const limits = second?.ordered.map((retrieval) => retrieval.limit).toSorted((a, b) => a - b);
      expect(limits).toEqual([...(words === 0 ? [] : [ORDERED_TITLES]), ORDERED_TITLES, ORDERED_WORDS]);
    }
  });

  it('is null if the selective part of the first retrieval did not hit its row limit', () => {
    const plan = planFor('harbor silver', {});
    expect(planSecondRetrieval(plan, { ...cutRows, selective: SELECTIVE_MAX })).toBeNull();
  });
});
