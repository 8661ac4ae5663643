import fc from 'fast-check';
import { encodeProfile, lexemeHash, raiseUse } from '../../search/index/profile';
import { compactTitle, encodeForms, toTitleForm } from '../../search/index/title-forms';
import { wordsOf } from '../../search/text/words';
import { Ranker } from './ranking';
import type { CandidateRow } from './candidate-row';
import { toSearchQuery } from '../query/query-parser';
import { weighWords } from '../query/weights/term-weights';

const COUNTS = {
  total: 1_000,
  documents: new Map<string, number>(),
  nearSpellings: [{ lexeme: 'tlove', documents: 9 }],
};

function rankerOf(text: string): Ranker {
  const query = toSearchQuery(text, undefined);
  return new Ranker(query, weighWords(query, COUNTS));
}

function rowOf(titles: readonly string[], year: number | null = null): CandidateRow {
  const forms = titles.map(toTitleForm).filter((form) => form !== null);
  const lexemes = new Set(titles.flatMap((title) => wordsOf(title).map(({ lexeme }) => lexeme)));
  const hashes = [...lexemes].map(lexemeHash);
  return {
    library_id: 'library',
    media_id: titles.join('|'),
    media_kind: 'movie',
    year,
    season_number: null,
    episode_number: null,
    prominence: 0,
    titles: encodeForms(forms),
    profile: encodeProfile(
      hashes,
      hashes.map(() => raiseUse(0, 'title', 1)),
      0,
    ),
    via: -1,
  };
}

const word = fc.constantFrom(
  ...['love', 'loving', 'lov', 'spider', 'man', 'spiderman', 'the', 'x', 'men', 'xmen', '2', 'ii', '1999', 'Amélie'],
  ...['amelie', '東京', '東京物語', 'season', 's01e01', '???', 'possibility', 'possible'],
);
const text = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '));
const row = fc
  .tuple(fc.array(text, { minLength: 1, maxLength: 3 }), fc.constantFrom(null, 1999, 2001))
  .map(([titles, year]) => rowOf(titles, year));

describe('Ranker', () => {
  it('gives a row the same score, whichever rows it scored before', () => {
    fc.assert(
      fc.property(text, fc.array(row, { maxLength: 10 }), (query, rows) => {
        const ranker = rankerOf(query);
        const scores = rows.map((each) => ranker.score(each));
        expect(scores).toEqual(rows.map((each) => rankerOf(query).score(each)));
      }),
    );
  });

  it('gives a score above 0 for a word that every document contains', () => {
    const query = toSearchQuery('love', undefined);
    for (const total of [1, 100, 10_000, 1_000_000]) {
      const words = weighWords(query, { total, documents: new Map([['tlove', total]]), nearSpellings: [] });
      expect([total, new Ranker(query, words).score(rowOf(['Love Lane'])) > 0]).toEqual([total, true]);
      const inOverviews = weighWords(query, { total, documents: new Map([['olove', total]]), nearSpellings: [] });
      expect(new Ranker(query, inOverviews).rank([rowOf(['A Love'])])).toHaveLength(1);
    }
  });

  it('gives scores of at most 1, and a score above 0 to a title equal to the query', () => {
    fc.assert(
      fc.property(text, fc.array(row, { maxLength: 10 }), (query, rows) => {
        const ranker = rankerOf(query);
        const whole = ranker.score(rowOf([query]));
        for (const each of rows) expect(ranker.score(each)).toBeLessThanOrEqual(1);
        expect(whole).toBeGreaterThan(0);
      }),
    );
  });

  it('keeps a title equal to the query, whatever filters the query also contains', () => {
    const asking = fc.constantFrom(
      ...[
        '1980s',
        'crime',
        'not',
        '-comedy',
        'without',
        'drama',
        'movies',
        'directed',
        'by',
        'the',
        'eighties',
        'horror',
      ],
      ...['"love', 'song"', 'starring', 'second', 'part', 'v', 'watch', 'online', 'LOTR', 'love', '1999'],
    );
    const asked = fc.array(asking, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(asked, fc.array(row, { maxLength: 10 }), (query, rows) => {
        const exact = rowOf([query]);
        const ids = rankerOf(query)
          .rank([...rows, exact])
          .map((each) => each.row.media_id);
        expect(ids).toContain(exact.media_id);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['1980s crime', ['A', 1985], ['The 1980s Crime Wave', 1999]],
    ['love 1999', ['Love', 1999], ['Love', 2001]],
    ['love 1999', ['Love', 2000], ['Love', 2010]],
    ['love song lamp dog', ['Love Song Lamp', null], ['Love Song', null]],
  ] as const)('for the query "%s": %j scores higher than %j', (query, [first, firstYear], [second, secondYear]) => {
    const ranker = rankerOf(query);
    const firstRow = rowOf([first], firstYear);
    const secondRow = rowOf([second], secondYear);
    expect(ranker.score(firstRow)).toBeGreaterThan(ranker.score(secondRow));
  });

  it('leaves out titles that share only stop words with the query', () => {
    const ranked = rankerOf('the love of the spider').rank([
      rowOf(['The Love of the Spider']),
      rowOf(['The Man of the X']),
    ]);
    expect(ranked.map(({ row: { media_id } }) => media_id)).toEqual(['The Love of the Spider']);
  });

  it('gives a higher score to a title that contains the query word, whatever the stem of this word is', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[b-y]y?[a-z]{1,8}(?:ed|ing|ly|s)?$/), (asked) => {
        const ranker = rankerOf(asked);
        expect(ranker.score(rowOf([`One ${asked} Title`]))).toBeGreaterThan(ranker.score(rowOf(['One Title'])));
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['spiderman', 'Spider Man', 'Spider'],
    ['loving', 'Love', 'Lovat'],
    ['possibilities', 'Possibility', 'Posse'],
    ['amélie', 'Amélie', 'Amelie'],
    ['rocky 2', 'Rocky II', 'Rocky'],
    ['love 1999', 'Love', 'The Love'],
    ['eyed', 'The Eyed Ones', 'The Other Ones'],
    ['xmen first', 'X-Men: First Class', 'Men of the First Class'],
  ])('for the query "%s": "%s" scores higher than "%s"', (query, first, second) => {
    const ranker = rankerOf(query);
    expect(ranker.score(rowOf([first], 1999))).toBeGreaterThan(ranker.score(rowOf([second], 1999)));
  });
});

describe('Ranker, for a query with words that can be filters', () => {
  const asking = fc.constantFrom(
    ...[
      '1980s',
      'eighties',
      '2010',
      '1926',
      'crime',
      'horror',
      'comedy',
      'not',
      'without',
      '-comedy',
      'movies',
      'film',
    ],
    ...[
      'directed',
      'by',
      'starring',
      'director',
      'Jane',
      'Doe',
      'from',
      'to',
      'before',
      'season',
      '2',
      'watch',
      'online',
    ],
    ...['the', 'of', 'with', '"', 'show', 'me', 'who', 'LOTR', 'noir', 'romcom', 'part', 'second'],
  );
  const asked = fc
    .array(asking, { minLength: 1, maxLength: 6 })
    .map((words) => words.join(' '))
    .filter((each) => toTitleForm(each) !== null);

  it('keeps an item whose title is the whole query, and ranks it first', () => {
    fc.assert(
      fc.property(
        asked,
        fc.array(asked, { maxLength: 8 }),
        fc.constantFrom(null, 1926, 1985),
        (query, others, year) => {
          const whole = rowOf([query]);
          const key = compactTitle(query);
          const rest = others.filter((other) => compactTitle(other) !== key).map((other) => rowOf([other], year));
          const ranked = rankerOf(query).rank([...rest, whole]);
          expect(ranked.map(({ row: { media_id } }) => media_id)).toContain(whole.media_id);
          expect(ranked[0]?.row.media_id).toBe(whole.media_id);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
