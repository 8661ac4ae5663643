import { candidateRow } from '../../../test/support/catalog/candidate-row';
import { DocumentLexemes } from '../../search/index/document-lexemes';
import { toSearchQuery } from '../query/query-parser';
import { weighWords } from '../query/weights/term-weights';
import type { CheckedTexts } from './candidate-row';
import { Ranker } from './ranking';

interface Item {
  readonly title: string;
  readonly name?: string;
  readonly names?: readonly string[];
  readonly genre?: string;
  readonly overview?: string;
  readonly tagline?: string;
}

/** Returns the titles of items, best first. */
function rank(text: string, items: readonly Item[]): string[] {
  const query = toSearchQuery(text, undefined);
  const counts = { total: 1_000, documents: new Map<string, number>(), nearSpellings: [] };
  const ranker = new Ranker(query, weighWords(query, counts));
  const rows = items.map(({ title, name = '', names = [name], genre = '', overview = '' }) => {
    const document = new DocumentLexemes();
    document.addTitle(title);
    for (const each of names) document.addText('people', each);
    document.addText('genres', genre);
    document.addText('overview', overview);
    return { ...candidateRow([title]), profile: document.build().profile };
  });
  const texts = items.map(
    ({ title, name, names = name === undefined ? [] : [name], ...texts }): [string, CheckedTexts] => {
      const people: CheckedTexts['people'] = names.map((each) => ({ name: each, role: 'actor' }));
      const { overview = null, tagline = null } = texts;
      return [title, { media_id: title, title, people, overview, tagline }];
    },
  );
  return ranker.rankByTexts(ranker.rank(rows), new Map(texts)).map(({ row: { media_id } }) => media_id);
}

describe('Ranker, for the name of a character or a person', () => {
  it.each(['ada brandt', 'movies with ada brandt', 'film about Ada Brandt', 'anything with ada brandt'])(
    'for "%s", ranks an overview with the whole name before a title with one of its words',
    (text) => {
      const items = [
        { title: 'Molly Brandt', name: 'Ada Song' },
        { title: 'Rain', overview: 'The sailor Ada Brandt finds a lamp.' },
      ];
      expect(rank(text, items)).toEqual(['Rain', 'Molly Brandt']);
    },
  );

  it('does not take the two words of a name in different places of an overview for the name', () => {
    const items = [
      { title: 'Molly Brandt', name: 'Ada Song' },
      { title: 'Rain', overview: 'Ada finds the lamp of Brandt.' },
    ];
    expect(rank('ada brandt', items)[0]).toBe('Molly Brandt');
  });

  it.each(['comedies with ada brandt', 'ada brandt comedy movies'])(
    'for "%s", ranks a comedy with the person before a comedy with a part of the name in its title',
    (text) => {
      const items = [
        { title: 'Molly Brandt', name: 'Ada Song', genre: 'Comedy' },
        { title: 'Rain', name: 'Ada Brandt', genre: 'Comedy' },
      ];
      expect(rank(text, items)[0]).toBe('Rain');
    },
  );

  it.each([
    ['movies with ada brandt and molly song', 'Ada Brandt'],
    ['ada brandt molly song', 'Ada Brandt'],
    ['movies with ada brandt and molly song from the 1950s', 'Ada Brandt'],
    ['will brandt molly k. song', 'Will Brandt'],
  ])('for "%s", ranks a cast with both people before an overview with both', (text, name) => {
    const items = [
      { title: 'Rain', overview: `A lamp of ${name}, Molly K. Song.` },
      { title: 'Snow', names: [name, 'Molly K. Song'] },
    ];
    expect(rank(text, items)[0]).toBe('Snow');
  });

  it('ranks a cast with both people, who share a name, before a title with one of them', () => {
    const items = [
      { title: 'Molly Brandt', name: 'Ada Song' },
      { title: 'Snow', names: ['Ada Brandt', 'Molly Brandt'] },
    ];
    expect(rank('ada brandt and molly brandt', items)[0]).toBe('Snow');
  });

  it('gives one of two people no bonus for whole names', () => {
    const items = [
      { title: 'Snow', names: ['Ada Brandt', 'Molly Hill'] },
      { title: 'Song', names: ['Ada Hill', 'Molly Brandt'] },
    ];
    expect(rank('ada brandt molly song', items)).toEqual(['Song', 'Snow']);
  });

  it('ranks an item of the person before others if stop words at one end of the query are its title', () => {
    const items = [
      { title: 'Rain', name: 'Ada Brandt' },
      { title: 'They', name: 'Ada Brandt' },
    ];
    expect(['they ada brandt', 'ada brandt they'].map((text) => rank(text, items)[0])).toEqual(['They', 'They']);
  });

  it('takes a stop word and the next word for a name if a person has it, but not if an overview has both words', () => {
    const items = [
      { title: 'Rain', overview: 'The captain will doe the lamp.' },
      { title: 'Snow', name: 'Will Doe' },
    ];
    expect(rank('will doe comedies', items)[0]).toBe('Snow');
  });

  it('ranks a tagline with the whole name before a title with one of its words', () => {
    const items = [
      { title: 'Molly Brandt', name: 'Ada Song' },
      { title: 'Rain', overview: 'A sailor, Ada, meets a Brandt.', tagline: 'Who is Ada Brandt?' },
    ];
    expect(rank('ada brandt', items)[0]).toBe('Rain');
  });

  it('does not take two words of a longer title for a name', () => {
    const items = [
      { title: 'Lamp N Boat', name: 'Lamp N' },
      { title: 'Lamp and Other Rivers', name: 'Ada Song' },
    ];
    expect(rank('lamp n other rivers', items)[0]).toBe('Lamp and Other Rivers');
  });
});

describe('Ranker, for words of a plot', () => {
  it('ranks an overview with four words before a title with two of them', () => {
    const items = [
      { title: 'The Harbor Lantern', overview: 'A violin is lost.' },
      { title: 'Rain', overview: 'A violin, a candle, a harbor and a lantern.' },
    ];
    expect(rank('harbor lantern violin candle', items)[0]).toBe('Rain');
  });
});
