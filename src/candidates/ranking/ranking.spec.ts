import fc from 'fast-check';
import { candidateRow } from '../../../test/support/catalog/candidate-row';
import { DocumentLexemes } from '../../search/index/document-lexemes';
import { compactTitle, toTitleForm } from '../../search/index/title-forms';
import type { CandidateRow, CheckedTexts } from './candidate-row';
import { Ranker } from './ranking';
import { MAX_SUM, PAIRS_BONUS, ROLE_BONUS, RUN_BONUS, toSum } from './score-scale';
import { toSearchQuery } from '../query/query-parser';
import { weighWords } from '../query/weights/term-weights';

const COUNTS = {
  total: 1_000,
  // The catalog uses these genres.
  documents: new Map(['gcrime', 'gspy', 'gfamili', 'gperform'].map((lexeme) => [lexeme, 40])),
  nearSpellings: [{ lexeme: 'tlove', documents: 9 }],
};

function rankerOf(text: string): Ranker {
  const query = toSearchQuery(text, undefined);
  return new Ranker(query, weighWords(query, COUNTS));
}

const word = fc.constantFrom(
  ...['love', 'loving', 'lov', 'spider', 'man', 'spiderman', 'the', 'x', 'men', 'xmen', '2', 'ii', '1999', 'Amélie'],
  ...['amelie', '東京', '東京物語', 'season', 's01e01', '???', 'possibility', 'possible'],
);
const text = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '));
const row = fc
  .tuple(fc.array(text, { minLength: 1, maxLength: 3 }), fc.constantFrom(null, 1999, 2001))
  .map(([titles, year]) => candidateRow(titles, year));

describe('Ranker', () => {
  it('gives a row the same score, independently of the rows scored before', () => {
    fc.assert(
      fc.property(text, fc.array(row, { maxLength: 10 }), (query, rows) => {
        const ranker = rankerOf(query);
        const scores = rows.map((each) => ranker.score(each));
        expect(scores).toEqual(rows.map((each) => rankerOf(query).score(each)));
      }),
    );
  });

  // "after 2098" asks for the year 2099, because no later year is supported. So 2012 is another year.
  it('gives a title the same score if the query asks for all items of a year, whatever titles come before it', () => {
    const scoreAfter = (...titles: string[]): number => {
      const ranker = rankerOf('2012 doomsday after 2098');
      for (const each of titles) ranker.score(candidateRow([each], 1990));
      return ranker.score(candidateRow(['2012 Doomsday'], 2008));
    };
    const scores = [scoreAfter(), scoreAfter('2012'), scoreAfter('Doomsday'), scoreAfter('2012', 'Doomsday')];
    expect(new Set(scores).size).toBe(1);
  });

  it('gives a score above 0 for a word that every document contains', () => {
    const query = toSearchQuery('love', undefined);
    for (const total of [1, 100, 10_000, 1_000_000]) {
      const words = weighWords(query, { total, documents: new Map([['tlove', total]]), nearSpellings: [] });
      expect([total, new Ranker(query, words).score(candidateRow(['Love Lane'])) > 0]).toEqual([total, true]);
      const inOverviews = weighWords(query, { total, documents: new Map([['olove', total]]), nearSpellings: [] });
      expect(new Ranker(query, inOverviews).rank([candidateRow(['A Love'])])).toHaveLength(1);
    }
  });

  it('gives no title a score above the highest sum that is possible without the bonuses of texts', () => {
    const max = MAX_SUM - PAIRS_BONUS - RUN_BONUS - ROLE_BONUS;
    fc.assert(
      fc.property(text, text, fc.constantFrom('', ' movies', ' film'), (query, title, kind) => {
        const ranker = rankerOf(query + kind);
        for (const titles of [[query], [title], [query + kind, query, title]]) {
          const prominent = { ...candidateRow(titles, 1999, `${query} ${title}`), prominence: 1 };
          expect(toSum(ranker.score(prominent))).toBeLessThanOrEqual(max + 1e-5);
        }
      }),
    );
  });

  it('gives scores of at most 1, and a score above 0 to a title equal to the query', () => {
    fc.assert(
      fc.property(text, fc.array(row, { maxLength: 10 }), (query, rows) => {
        const ranker = rankerOf(query);
        const wholeTitleScore = ranker.score(candidateRow([query]));
        for (const each of rows) expect(ranker.score(each)).toBeLessThanOrEqual(1);
        expect(wholeTitleScore).toBeGreaterThan(0);
      }),
    );
  });

  it('keeps a title equal to the query, even if the query contains demands, exclusions and roles', () => {
    const interpretedWord = fc.constantFrom(
      ...'1980s crime not -comedy without drama movies directed by the eighties horror'.split(' '),
      ...['"love', 'song"', 'starring', 'second', 'part', 'v', 'watch', 'online', 'LOTR', 'love', '1999'],
    );
    const interpretedQuery = fc.array(interpretedWord, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(interpretedQuery, fc.array(row, { maxLength: 10 }), (query, rows) => {
        const exact = candidateRow([query]);
        const ids = rankerOf(query)
          .rank([...rows, exact])
          .map((each) => each.row.media_id);
        expect(ids).toContain(exact.media_id);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['1980s crime', ['A', 1985], ['In 1980s Crime Waves', 1999]],
    ['who 1980s', ['Who 1980s', null], ['Who', 1985]],
    ['love 1999', ['Love', 1999], ['Love', 2001]],
    ['love 1999', ['Love', 2000], ['Love', 2010]],
    ['love song lamp dog', ['Love Song Lamp', null], ['Love Song', null]],
    ['lamp son', ['The Lamp Song', null], ['Lamp', null]],
    ['oa', ['The OA', null], ['OA Lamp', null]],
    ['the up', ['Up', null], ['Up Lamp', null]],
    ['thea', ['Thea Lamp', null], ['The Ax', null]],
    ['lampsong', ['The Lamp Song', null], ['The Lamp Song Returns', null]],
    ['lampsong', ['Lamp Song', null], ['The Lamp Song', null]],
    ['lamp son', ['Lamp Songs', null], ['The Lamp Songs', null]],
    ['lamp 1999', ['Lamp', 2000], ['Lamp Song', 1999]],
    ['lamp 1999', ['Lamp', 1999], ['Lamp', 2000]],
    ['lamp II', ['Lamp 2: A Song', null], ['Song II: A Lamp', null]],
    ['lamp part two', ['Lamp II: A Song', null], ['Song II: A Lamp', null]],
    ['seven lamps', ['7 Lamps', null], ['Seven Lamps of Song', null]],
    ['the thirteenth lamp', ['The 13th Lamp', null], ['The Thirteenth Lamp Song', null]],
    ['Lamp V', ['Lamp Five', null], ['Lamp X', null]],
    ['you tv show', ['You', null], ['To Show You', null]],
    ['the film lamp', ['Lamp', null], ['Film Lamp Song', null]],
    ['see the lamp', ['See the Lamp', null], ['Lamp', null]],
    ['show me the lamp', ['The Lamp', null], ['Lamp', null]],
  ] as const)('for the query "%s": %j scores higher than %j', (query, [first, firstYear], [second, secondYear]) => {
    const ranker = rankerOf(query);
    const firstRow = candidateRow([first], firstYear);
    const secondRow = candidateRow([second], secondYear);
    expect(ranker.score(firstRow)).toBeGreaterThan(ranker.score(secondRow));
  });

  it.each([
    ['ada brandt drama movies', 10_000],
    ['drama movies with ada brandt', 10_000],
    ['ada brandt drama', 10_000],
    ['ada brandt drama movies', 10],
  ])('for "%s" in %i items, ranks a drama with the person before a film that stars the person', (text, total) => {
    const documents = new Map([
      ['pada', 5],
      ['pbrandt', 2],
      ['gdrama', total / 2],
      ['Gdrama', total / 2],
    ]);
    const query = toSearchQuery(text, undefined);
    const ranker = new Ranker(query, weighWords(query, { total, documents, nearSpellings: [] }));
    const leading = new DocumentLexemes();
    leading.addText('people', 'Ada Brandt', 2);
    const drama = new DocumentLexemes();
    drama.addText('people', 'Ada Brandt');
    drama.addText('genres', 'Drama');
    const other = new DocumentLexemes();
    other.addText('genres', 'Drama');
    const [dramaScore = 0, leadingScore = 0, otherScore = 0] = [drama, leading, other].map((document) =>
      ranker.score({ ...candidateRow(['Lamp']), profile: document.build().profile }),
    );
    expect(dramaScore).toBeGreaterThan(leadingScore);
    expect(leadingScore).toBeGreaterThan(otherScore);
  });

  it('ranks a title that begins with the query before an item with its words in a name and the overview', () => {
    const documents = new Map([
      ['tlamp', 300],
      ['psong', 3],
    ]);
    const ranker = new Ranker(
      toSearchQuery('lamp song', undefined),
      weighWords(toSearchQuery('lamp song', undefined), { total: 1_000, documents, nearSpellings: [] }),
    );
    const person = new DocumentLexemes();
    person.addText('people', 'Ada Song', 2);
    person.addText('overview', 'A lamp.');
    const other = { ...candidateRow(['Rain']), profile: person.build().profile };
    expect(ranker.score(candidateRow(['Lamp Songster']))).toBeGreaterThan(ranker.score(other));
  });

  it('for "lamp lov", ranks only "Lamp Lov" before "Lamp Love", even if the catalog has the word "lov"', () => {
    const query = toSearchQuery('lamp lov', undefined);
    const documents = new Map([
      ['tlamp', 30],
      ['tlov', 3],
    ]);
    const ranker = new Ranker(
      query,
      weighWords(query, { total: 1_000, documents, nearSpellings: COUNTS.nearSpellings }),
    );
    const whole = ranker.score(candidateRow(['Lamp Love']));
    for (const title of ['Lov', 'Lov Rain', 'Lamp', 'Lamp Love Rain'])
      expect(whole).toBeGreaterThan(ranker.score(candidateRow([title])));
    expect(whole).toBeLessThan(ranker.score(candidateRow(['Lamp Lov'])));
  });

  describe('for a name with a misspelled word that the catalog has', () => {
    const query = toSearchQuery('ada brandt', undefined);
    const documents = new Map([
      ['pada', 50],
      ['pbrandt', 3],
      ['tbrandt', 3],
      ['obrandt', 3],
    ]);
    const nearSpellings = [{ lexeme: 'pbrand', documents: 40 }];
    const words = weighWords(query, { total: 1_000, documents, nearSpellings });

    /** Returns the titles of rows with these names and overviews, best first. */
    function rank(items: readonly { title: string; name: string; overview: string }[]): string[] {
      const ranker = new Ranker(query, words);
      const rows = items.map(({ title, name, overview }) => {
        const document = new DocumentLexemes();
        document.addTitle(title);
        document.addText('people', name);
        document.addText('overview', overview);
        return { ...candidateRow([title]), profile: document.build().profile };
      });
      const texts = items.map(({ title, name, overview }): [string, CheckedTexts] => {
        const people: CheckedTexts['people'] = [{ name, role: 'actor' }];
        return [title, { media_id: title, title, people, overview, tagline: null }];
      });
      return ranker.rankByTexts(ranker.rank(rows), new Map(texts)).map(({ row: { media_id } }) => media_id);
    }

    it('gives more than half of the bonus for pairs to the corrected name', () => {
      const ranker = new Ranker(query, words);
      const document = new DocumentLexemes();
      document.addText('people', 'Ada Brand');
      const ranked = ranker.rank([{ ...candidateRow(['Rain']), profile: document.build().profile }]);
      const people: CheckedTexts['people'] = [{ name: 'Ada Brand', role: 'actor' }];
      const texts = { media_id: 'Rain', title: 'Rain', people, overview: null, tagline: null };
      const [before, after] = [ranked, ranker.rankByTexts(ranked, new Map([['Rain', texts]]))];
      const bonus = toSum(after[0]?.score ?? 0) - toSum(before[0]?.score ?? 0);
      expect(bonus).toBeGreaterThan(PAIRS_BONUS / 2);
    });

    it('accepts an initial between the words of a name, but no other word', () => {
      const withInitial = { title: 'Rain', name: 'Ada M. Brandt', overview: '' };
      for (const name of ['Ada May Brandt', 'Ada M. K. Brandt', 'Ada 5. Brandt', 'Ada M Brandt']) {
        expect(rank([{ title: 'Lamp', name, overview: '' }, withInitial])[0]).toBe('Rain');
      }
    });

    it('ranks an overview with the name as written before the corrected name', () => {
      const written = { title: 'Rain', name: 'Jane Doe', overview: 'Ada Brandt sails.' };
      const corrected = { title: 'Snow', name: 'Ada Brand', overview: 'Brandt sails.' };
      expect(rank([corrected, written])[0]).toBe('Rain');
    });

    it.each(['ada brandt', 'ada brandt 1980s', '1980s ada brandt'])(
      'for "%s", gives less than half of the bonuses to the corrected name if the overview has the words as written',
      (text) => {
        const withDemand = toSearchQuery(text, undefined);
        const ranker = new Ranker(withDemand, weighWords(withDemand, { total: 1_000, documents, nearSpellings }));
        const document = new DocumentLexemes();
        document.addText('people', 'Ada Brand');
        document.addText('overview', 'Ada finds the lamp of Brandt.');
        const ranked = ranker.rank([{ ...candidateRow(['Rain']), profile: document.build().profile }]);
        const people: CheckedTexts['people'] = [{ name: 'Ada Brand', role: 'actor' }];
        const texts = { media_id: 'Rain', title: 'Rain', people, overview: null, tagline: null };
        const after = ranker.rankByTexts(ranked, new Map([['Rain', texts]]));
        const bonus = toSum(after[0]?.score ?? 0) - toSum(ranked[0]?.score ?? 0);
        expect(bonus).toBeGreaterThan(0);
        expect(bonus).toBeLessThan((PAIRS_BONUS + RUN_BONUS) / 2);
      },
    );
  });

  it.each([
    ['charles dance', 'Charles Dance'],
    ['martin short', 'Martin Short'],
    ['martin short', 'Martin H. Short'],
    ['samuel jackson', 'Samuel L. Jackson'],
  ])(
    'gives "%s" the bonus for pairs if a person is "%s", and that for the whole name, even if a word can name a genre',
    (query, name) => {
      const ranker = rankerOf(query);
      const document = new DocumentLexemes();
      document.addText('people', name);
      const ranked = ranker.rank([{ ...candidateRow(['Rain']), profile: document.build().profile }]);
      const texts = { media_id: 'Rain', title: 'Rain', people: [{ name, role: 'actor' as const }], overview: null };
      const after = ranker.rankByTexts(ranked, new Map([['Rain', { ...texts, tagline: null }]]));
      expect(toSum(after[0]?.score ?? 0) - toSum(ranked[0]?.score ?? 0)).toBeCloseTo(PAIRS_BONUS + RUN_BONUS, 3);
    },
  );

  it.each(['who plays ada brandt', 'ada brandt character', 'movie with the character ada brandt'])(
    'for "%s", ranks an overview with the name before a title and a leading person with its words',
    (text) => {
      const ranker = rankerOf(text);
      const items = [
        { title: 'Rain', name: 'Jane Doe', overview: 'Ada Brandt sails.' },
        { title: 'Brandt', name: 'Ada Song', overview: 'Doe sails.' },
      ];
      const rows = items.map(({ title, name, overview }) => {
        const document = new DocumentLexemes();
        document.addTitle(title);
        document.addText('people', name, 2);
        document.addText('overview', overview);
        return { ...candidateRow([title]), profile: document.build().profile };
      });
      const texts = items.map(({ title, name, overview }): [string, CheckedTexts] => {
        const people: CheckedTexts['people'] = [{ name, role: 'actor' }];
        return [title, { media_id: title, title, people, overview, tagline: null }];
      });
      const ranked = ranker.rankByTexts(ranker.rank(rows), new Map(texts));
      expect(ranked.map(({ row: { media_id } }) => media_id)).toEqual(['Rain', 'Brandt']);
    },
  );

  it('does not take a query for the films of an actor as one for a character', () => {
    const people = new DocumentLexemes();
    people.addText('people', 'Ada Brandt', 2);
    const row = { ...candidateRow(['Rain']), profile: people.build().profile };
    const scoreOf = (text: string): number => rankerOf(text).score(row);
    for (const text of [
      'movies ada brandt played in',
      'movies played by ada brandt',
      'movies where ada brandt plays',
    ]) {
      expect(scoreOf(text)).toBeGreaterThan(scoreOf('who plays ada brandt'));
    }
  });

  it('ranks titles with another spelling of a number before texts with the spelling of the query', () => {
    const ranked = rankerOf('thirteen').rank([
      candidateRow(['Love'], null, 'The thirteen.'),
      candidateRow(['13']),
      candidateRow(['Part XIII']),
      candidateRow(['Man'], null, 'The 13.'),
    ]);
    expect(ranked.map(({ row: { media_id } }) => media_id)).toEqual(['13', 'Part XIII', 'Love']);
  });

  it.each([
    ['saw 10', 'Saw X', 'Saw 10 Rain'],
    ['mister lamp', 'Mr. Lamp', 'Lamp'],
    ['lamp vs rain', 'Lamp Versus Rain', 'Lamp Rain'],
    ['lamp part 3', 'The Lamp Part III', 'Lamp Part Three Rain'],
    ['lamp part 5', 'The Lamp V', 'Lamp Rain'],
    ['lamp tv show', 'The Lamp', 'Lamp Rain'],
    ['lamp tv show', 'Lamp', 'The Lamp'],
    ['show me the lamp', 'Lamp', 'The Lamp Rain'],
    ['show me the lamp', 'The Lamp', 'Lamp'],
    ['i want to watch the lamp movie', 'Lamp', 'The Lamp Rain'],
    ['i want to see the lamp 1950', 'Lamp', 'The Lamp Rain'],
  ])('for "%s", ranks the title "%s" before "%s"', (query, title, other) => {
    const [first, second] = [title, other].map((each) => rankerOf(query).score(candidateRow([each], 1950)));
    expect(first).toBeGreaterThan(second ?? 0);
  });

  it.each([
    ['performance 1971', 'Performance', 1970],
    ['spy 2014', 'Spy', 2015],
    ['the family 2014', 'The Family', 2013],
    ['1917 action', '1917', 2019],
  ])('for "%s", keeps the title "%s" of %d, although its word may be a genre or a year', (query, title, year) => {
    const ranked = rankerOf(query).rank([candidateRow([title], year), candidateRow([`${title} Rain`], year)]);
    expect(ranked.map(({ row: { media_id } }) => media_id)).toEqual([title]);
  });

  it.each([
    ['dramas tv show', 'Dramas'],
    ['good kids movie', 'Good Kids'],
  ])('for "%s", keeps the title "%s", although its word may be a genre', (query, title) => {
    const ranked = rankerOf(query).rank([candidateRow([title]), candidateRow(['Lamp'], null, 'A drama for kids.')]);
    expect(ranked[0]?.row.media_id).toBe(title);
  });

  it('ranks a film of the year with the genre before a film of the year whose title is the year', () => {
    const ranker = rankerOf('crime movies 1984');
    const document = new DocumentLexemes();
    document.addText('genres', 'Crime');
    const crime = { ...candidateRow(['Lamp'], 1984), profile: document.build().profile };
    const prominent = { ...candidateRow(['1984'], 1984), prominence: 1 };
    expect(ranker.score(crime)).toBeGreaterThan(ranker.score(prominent));
  });

  it.each<[string, [string, number], [string, number]]>([
    ['after 2019', ['After', 2019], ['After We Collided', 2020]],
    ['ever after 1998', ['Ever After', 1998], ['Ever After High', 2016]],
  ])('for "%s", ranks %j before %j, although its year is not in the period', (query, expected, other) => {
    const rows = [expected, other].map(([title, year]) => candidateRow([title], year));
    expect(
      rankerOf(query)
        .rank(rows)
        .map(({ row: { media_id } }) => media_id)[0],
    ).toBe(rows[0]?.media_id);
  });

  it('gives a title that is the query without a period a bonus, if the period may be part of a title', () => {
    const scoreOf = (title: string): number => rankerOf('the crown 1947-1955').score(candidateRow([title], 2016));
    expect(scoreOf('The Crown')).toBeGreaterThan(1.5 * scoreOf('For the Crown'));
  });

  it('ranks a title with the first of two years before the title without it, if it is of the second year', () => {
    const rows = [{ ...candidateRow(['Lamp House'], 2017), prominence: 0.1 }, candidateRow(['Lamp House 1984'], 2020)];
    const ranked = rankerOf('lamp house 1984 - 2020').rank(rows);
    expect(ranked.map(({ row: { year } }) => year)).toEqual([2020, 2017]);
  });

  it('ranks a title that is the year of several asked movies after the movies of this year, and keeps it', () => {
    const rows = [candidateRow(['1994'], 2019), candidateRow(['Lamp'], 1994)];
    const ranked = rankerOf('1994 movies').rank(rows);
    expect(ranked.map(({ row: { year } }) => year)).toEqual([1994, 2019]);
  });

  it.each([
    ['1994 movie', 2019],
    ['the year 1994 movies', 2019],
  ])('for "%s", ranks the title "1994" of %i first', (text, year) => {
    const rows = [candidateRow(['Lamp'], 1994), candidateRow(['1994'], 2019)];
    expect(rankerOf(text).rank(rows)[0]?.row.year).toBe(year);
  });

  it.each([
    ['chaplin 1914-1918', 'Chaplin', 1992],
    ['hitchcock from the late fifties', 'Hitchcock', 2012],
    ['dune before 2021', 'Dune', 2021],
    ['lamp after 1998', 'Lamp', 1998],
  ])('for "%s", gives "%s" of %i no bonus for a whole title, because the period excludes it', (query, title, year) => {
    const ranker = rankerOf(query);
    const scoreOf = (titles: string[]): number => ranker.score(candidateRow(titles, year));
    expect(scoreOf([title])).toBeLessThan(1.2 * scoreOf([`${title} Harbor`]));
  });

  it.each([
    ['documentary now 2015-2022', 'Documentary Now!', 2015],
    ['spy kids 2001-2003', 'Spy Kids', 2001],
    ['scary movie 2000-2013', 'Scary Movie', 2000],
  ])('for "%s", gives "%s" of %i the bonus for a whole title, although it names a genre', (query, title, year) => {
    const ranker = rankerOf(query);
    const scoreOf = (each: string): number => ranker.score(candidateRow([each], year));
    expect(scoreOf(title)).toBeGreaterThan(1.2 * scoreOf(`The Other ${title}`));
  });

  it('leaves out titles that share only stop words with the query', () => {
    const ranked = rankerOf('the love of the spider').rank([
      candidateRow(['The Love of the Spider']),
      candidateRow(['The Man of the X']),
    ]);
    expect(ranked.map(({ row: { media_id } }) => media_id)).toEqual(['The Love of the Spider']);
  });

  it('gives a title with the query word a higher score than a title without it', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[b-y]y?[a-z]{1,8}(?:ed|ing|ly|s)?$/), (queryWord) => {
        const ranker = rankerOf(queryWord);
        expect(ranker.score(candidateRow([`One ${queryWord} Title`]))).toBeGreaterThan(
          ranker.score(candidateRow(['One Title'])),
        );
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
    ['rocky 2', 'Rocky II', 'Two Rocky Roads'],
    ['fast five', 'Fast 5', 'Five Fast Cars'],
    ['love 1999', 'Love', 'The Love'],
    ['eyed', 'The Eyed Ones', 'The Other Ones'],
    ['xmen first', 'X-Men: First Class', 'Men of the First Class'],
  ])('for the query "%s": "%s" scores higher than "%s"', (query, first, second) => {
    const ranker = rankerOf(query);
    expect(ranker.score(candidateRow([first], 1999))).toBeGreaterThan(ranker.score(candidateRow([second], 1999)));
  });
});

describe('Ranker, for a query with the number of an episode', () => {
  const series = fc.constantFrom('Love', 'Spider Man', 'The X Men', 'Amélie', '東京物語', 'V');
  const ownTitle = fc.constantFrom('Episode 2', 'Two', 'The Possible Crew of the Other World', 's1e2', '…');
  const code = fc.constantFrom('s01e02', '1x02', 'season 1 episode 2', 's1 e2', 'episode 2', 'ep 2');

  function episodeOf(seriesTitle: string, title: string): CandidateRow {
    const numbers = { media_kind: 'episode', season_number: 1, episode_number: 2 } as const;
    const row = candidateRow([title, `${seriesTitle} ${title}`]);
    return { ...row, ...numbers };
  }

  it('ranks an episode of the named series before an episode of a series with a longer title', () => {
    fc.assert(
      fc.property(series, ownTitle, ownTitle, code, (seriesTitle, first, second, numbers) => {
        const ranker = rankerOf(`${seriesTitle} ${numbers}`);
        expect(ranker.score(episodeOf(seriesTitle, first))).toBeGreaterThan(
          ranker.score(episodeOf(`${seriesTitle} Wars`, second)),
        );
      }),
    );
  });
});

describe('Ranker, for a query with words that can be demands, exclusions or roles', () => {
  const interpretedWord = fc.constantFrom(
    ...'1980s eighties 2010 1926 crime horror comedy not without -comedy movies film'.split(' '),
    ...'directed by starring director Jane Doe from to before season 2 watch online'.split(' '),
    ...['the', 'of', 'with', '"', 'show', 'me', 'who', 'LOTR', 'noir', 'romcom', 'part', 'second'],
  );
  const interpretedQuery = fc
    .array(interpretedWord, { minLength: 1, maxLength: 6 })
    .map((words) => words.join(' '))
    .filter((each) => toTitleForm(each) !== null);

  it('keeps an item whose title is the whole query, and ranks it first', () => {
    fc.assert(
      fc.property(
        interpretedQuery,
        fc.array(interpretedQuery, { maxLength: 8 }),
        fc.constantFrom(null, 1926, 1985),
        (query, otherTitles, year) => {
          const wholeTitle = candidateRow([query]);
          const key = compactTitle(query);
          const otherRows = otherTitles
            .filter((title) => compactTitle(title) !== key)
            .map((title) => candidateRow([title], year));
          const ranked = rankerOf(query).rank([...otherRows, wholeTitle]);
          expect(ranked.map(({ row: { media_id } }) => media_id)).toContain(wholeTitle.media_id);
          expect(ranked[0]?.row.media_id).toBe(wholeTitle.media_id);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
