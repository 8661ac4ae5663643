import { franchiseKeysOf, franchiseOfTitle, namedIds, ownIds, providerKeysOf } from './related-keys';

describe('franchiseOfTitle', () => {
  it.each([
    ['Star Wars: Episode V', 'star war'],
    ['Rocky II', 'rocky'],
    ['Rocky', 'rocky'],
    ['Harry Potter and the Chamber of Secrets', 'harry potter'],
    ['Harry Potter and the Deathly Hallows – Part 1', 'harry potter'],
    ['The Godfather Part III', 'godfather'],
    ["Charlie Chan's Secret", 'charlie chan'],
    ['Charlie Chan in Egypt', 'charlie chan'],
    ['The Thin Man', 'thin man'],
    ['2', '2'],
  ])('puts %s under %s', (title, franchise) => {
    expect(franchiseOfTitle(title)).toBe(franchise);
  });

  it('gives nothing for a title without words', () => {
    expect(franchiseOfTitle('!!!')).toBeNull();
  });
});

describe('franchiseKeysOf', () => {
  it('reads the franchise that an overview names', () => {
    const overview = 'A spy film, the seventh in the Harbour Watch film series, made in a hurry.';
    expect(franchiseKeysOf({ media_kind: 'movie', title: 'Low Tide', overview })).toEqual([
      'low tide',
      'harbour watch',
    ]);
  });

  it('leaves seasons and episodes to their series', () => {
    expect(franchiseKeysOf({ media_kind: 'episode', title: 'Low Tide 2', overview: null })).toEqual([]);
  });
});

describe('providerKeysOf', () => {
  it('keeps apart what an item is called and what it names', () => {
    const keys = providerKeysOf({ external_ids: { tmdb: '7' }, provider_related: ['tmdb:8', 'tmdb:8'] });
    expect(ownIds(keys)).toEqual(['tmdb:7']);
    expect(namedIds(keys)).toEqual(['tmdb:8']);
  });
});
