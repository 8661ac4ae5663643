import { franchiseKeysOf, franchiseOfTitle, relatedIds, externalIds, providerKeysOf } from './related-keys';

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
    ['Deathly Hallows Parts 1', 'deathly hallow'],
    ['As It Is', 'a it i'],
    ['2', '2'],
  ])('the franchise of "%s" is "%s"', (title, franchise) => {
    expect(franchiseOfTitle(title)).toBe(franchise);
  });

  it.each(['and', 'vs.', 'versus', 'meet', 'meets', 'goes', 'returns', 'strikes'])(
    'the franchise ends before "%s"',
    (connector) => {
      expect(franchiseOfTitle(`Aliens ${connector} Karlson`)).toBe('alien');
    },
  );

  it('returns null for a title without words', () => {
    expect(franchiseOfTitle('!!!')).toBeNull();
  });
});

describe('franchiseKeysOf', () => {
  it('returns the franchise of the title and the franchise that the overview names', () => {
    const overview = 'A spy film, the seventh in the Harbour Watch film series, made in a hurry.';
    expect(franchiseKeysOf({ media_kind: 'movie', title: 'Low Tide', overview })).toEqual([
      'low tide',
      'harbour watch',
    ]);
  });

  it.each([
    ['The third film in the Émile Noir series.', ['emile noir']],
    ['The third film in the Ёлки series.', ['елки']],
    ['The third film by macÉmile series.', []],
    ['The Rocky series. Émile series.', ['rocky', 'emile']],
  ])('reads the words of every script: %s', (overview, franchises) => {
    expect(franchiseKeysOf({ media_kind: 'movie', title: null, overview })).toEqual(franchises);
  });

  it.each([
    'This series',
    'The series',
    'In The TV series',
    'An American series',
    'US TV series',
    'A U.S. series',
    'The French-Language Belgian film franchise',
    'Now Her Web saga',
    "Disney's American TV series",
  ])('finds no franchise in words that any series can have: %s', (overview) => {
    expect(franchiseKeysOf({ media_kind: 'series', title: null, overview: `${overview} begins.` })).toEqual([]);
  });

  it.each([
    ['The American Pie series begins.', 'american pie'],
    ['The Conjuring franchise begins.', 'conjuring'],
    ['The Now You See Me series begins.', 'now you see me'],
    ['The X film series begins.', 'x'],
    ["The first film of MGM's Tarzan series.", 'tarzan'],
    ['The first film of Monogram Pictures’ Rough Riders series.', 'rough rider'],
    ["The next of Steven Soderbergh's Ocean's film series.", 'ocean'],
    ["The third of the Porky's series.", 'porky'],
  ])('finds a franchise with at least one word that not every series can have: %s', (overview, key) => {
    expect(franchiseKeysOf({ media_kind: 'movie', title: null, overview })).toEqual([key]);
  });

  it('removes an owner such as MGM from a franchise name, unless the title of the item contains the whole name', () => {
    const overview = "The second film of the Charlie's Angels film series, and the first of MGM's Tarzan series.";
    const keysOf = (title: string): string[] => franchiseKeysOf({ media_kind: 'movie', title, overview });
    expect(keysOf("Charlie's Angels: Full Throttle")).toEqual(['charlie', 'tarzan']);
    expect(keysOf('Charlie’s Angels')).toEqual(['charlie', 'tarzan']);
    expect(keysOf("Charlie's Farm")).toEqual(['charlie', 'angel', 'tarzan']);
    expect(keysOf('Tarzan Escapes')).toEqual(['tarzan escape', 'angel', 'tarzan']);
  });

  it('cuts a long key without splitting a surrogate pair', () => {
    const [key] = franchiseKeysOf({ media_kind: 'movie', title: `${'a'.repeat(199)}𐐨𐐨`, overview: null });
    expect(key).toBe('a'.repeat(199));
  });

  it('returns no franchise for a season or an episode', () => {
    expect(franchiseKeysOf({ media_kind: 'episode', title: 'Low Tide 2', overview: null })).toEqual([]);
  });
});

describe('providerKeysOf', () => {
  it('separates the external ids of an item from the ids of related items', () => {
    const keys = providerKeysOf({ external_ids: { tmdb: '7' }, provider_related: ['tmdb:8', 'tmdb:8'] });
    expect(externalIds(keys)).toEqual(['tmdb:7']);
    expect(relatedIds(keys)).toEqual(['tmdb:8']);
  });
});
