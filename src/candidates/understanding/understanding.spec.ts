import fc from 'fast-check';
import { toSearchQuery } from '../query/query-parser';
import { understoodOf } from '../explain/understood';
import { isStopWord } from '../../search/text/stop-words';

/** Last year of a period without an end. */
const OPEN_END = new Date().getUTCFullYear() + 10;

function interpretationsOf(text: string): string[] {
  return understoodOf(toSearchQuery(text, undefined), false).map(({ kind, value }) => `${kind} ${value}`);
}

describe('a query', () => {
  it.each([
    ['old westerns from the 50s', ['genre western', 'years 1950-1959']],
    ['comedies with no Jane Doe', ['genre comedy', 'excluded Jane Doe']],
    ['1980s adventure', ['years 1980-1989', 'genre adventure']],
    ['horror films of the 40s', ['genre horror', 'years 1940-1949']],
    ["crime movies of the '70s", ['genre crime', 'years 1970-1979']],
    ['war films from the nineties', ['genre war', 'years 1990-1999']],
    ['westerns from 1950 to 1955', ['genre western', 'years 1950-1955']],
    ['westerns between 1950 and 1955', ['genre western', 'years 1950-1955']],
    ['westerns before 1930', ['genre western', 'years 1870-1929']],
    ['thrillers since 2010', ['genre thriller', `years 2010-${OPEN_END}`]],
    ['westerns after 2098', ['genre western', 'years 2099-2099']],
    ['films of the 1870s', ['years 1870-1879']],
    ['sci-fi movies with Jane Doe', ['genre science fiction']],
    ['Jane Doe romcoms', ['genre romance', 'genre comedy']],
    ['animated films with Jane Doe', ['genre animation']],
    ['kung fu movies', ['genre martial arts']],
    ['movies set in the 1950s', []],
    ['westerns set in 1881', ['genre western']],
    ['movies set in 1944', []],
    ['1990s dramas set in the late sixties', ['years 1990-1999', 'genre drama']],
    ['thriller that takes place during the 1970s', ['genre thriller']],
    ['war films set between 1914 and 1918', ['genre war']],
    ['the rebel set 1959-1960', ['years 1959-1960']],
    ['a set of dramas from the 1950s', ['genre drama', 'years 1950-1959']],
    ['biopics of the 2010s', ['genre biography', 'years 2010-2019']],
    ['the lighthouse not comedy', ['excluded comedy']],
    ['the lighthouse -comedy', ['excluded comedy']],
    ['the lighthouse but not the comedy', ['excluded comedy']],
    ['the lighthouse without drama', ['excluded drama']],
    ['the lighthouse -keeper', ['excluded keeper']],
    ['directed by Jane Doe', ['role director|creator']],
    ['what did Jane Doe direct', ['role director|creator']],
    ['what did "Jane Doe" direct', ['phrase Jane Doe']],
    ['Jane Doe director', ['role director|creator']],
    ['films directed by Jane Doe from the 1950s', ['role director|creator', 'years 1950-1959']],
    ['starring Jane Doe and John Roe', ['role actor', 'role actor']],
    ['best actor films directed by Jane Doe', ['role director|creator']],
    ['starring in a film directed by Jane Doe', ['role director|creator']],
    ['starring Jane Doe directed by John Roe', ['role actor', 'role director|creator']],
    ['directed by Doe and starring Roe and Poe', ['role director|creator', 'role actor', 'role actor']],
    ['films by Jane Doe starring John Roe', ['role director|creator|writer', 'role actor']],
    [
      'written by Jane Doe produced by John Roe from 1984 to 1989',
      ['role writer|creator', 'role producer', 'years 1984-1989'],
    ],
    ['starring Jane Doe director John Roe', ['role actor', 'role director|creator']],
    ['starring Jane Doe actress', ['role actor']],
    ['starring Jane Doe about a writer losing her mind', ['role actor']],
    ['starring Jane Doe as a writer losing her mind', ['role actor']],
    ['story featuring a director in exile', ['role actor']],
    ['starring a singer and an actor', ['role actor', 'role actor']],
    ['starring the', []],
    ['starring Jane Doe written and directed by John Roe', ['role actor', 'role writer|creator|director']],
    ['"the story begins"', ['phrase the story begins']],
    ['\uff02the story begins\uff02', ['phrase the story begins']],
    ['\u201fthe story begins\u201d', ['phrase the story begins']],
    ['starring Martin Short', ['role actor']],
    ['starring Martin Short and Charles Dance from the 1980s', ['role actor', 'role actor', 'years 1980-1989']],
    ['1926 crime', ['years 1926-1926', 'genre crime']],
    ['crime movies 1926', ['genre crime', 'years 1926-1926']],
    ['movies from 1926', ['years 1926-1926']],
    ['show me horror films of 1940', ['genre horror', 'years 1940-1940']],
    ["That '70s Lamp season 4", []],
    ['comedies from the 1980s season 1', ['genre comedy', 'years 1980-1989']],
    ['1990s horror episode 3', ['years 1990-1999']],
    ['lamps season 2 before 1950', ['years 1870-1949']],
    ['movies by director Jane Doe', ['role director|creator']],
    ['films by writer Jane Doe', ['role writer|creator']],
    ['movies by the director Jane Doe', ['role director|creator']],
    ['starring director Jane Doe', ['role actor']],
    ['directed by Jane Doe comedy', ['role director|creator', 'genre comedy']],
    ['best westerns of 1950', ['genre western', 'years 1950-1950']],
    ['best movies of 1950', ['years 1950-1950']],
    ['the best comedies to watch', ['genre comedy']],
    ['top 10 horror movies', ['genre horror']],
    ['good 1950s thrillers', ['years 1950-1959', 'genre thriller']],
    ['best comedies -musical', ['genre comedy', 'excluded musical']],
    ['comedies without Jane Doe', ['genre comedy', 'excluded Jane Doe']],
    ['comedies but not with Jane Doe', ['genre comedy', 'excluded Jane Doe']],
    ['comedies except Jane Doe or John Roe', ['genre comedy', 'excluded Jane Doe', 'excluded John Roe']],
    ['comedies without Jane Doe or musicals', ['genre comedy', 'excluded Jane Doe', 'excluded musical']],
    ['comedies without Jane Doe nineties', ['genre comedy', 'excluded Jane Doe', 'years 1990-1999']],
    ['movies without Jane Doe or John Roe 80s', ['excluded Jane Doe', 'excluded John Roe', 'years 1980-1989']],
    ['comedies without Jane Nineties', ['genre comedy', 'excluded Jane Nineties']],
    ['movies without Jane Doe before 1950', ['excluded Jane Doe', 'years 1870-1949']],
    ['show me the best comedies without Jane Doe', ['genre comedy', 'excluded Jane Doe']],
    ['comedies without a clue', ['genre comedy']],
    ['ada brandt movies without Jane Doe', ['excluded Jane Doe']],
    ['films with ada brandt but not Jane Doe', ['excluded Jane Doe']],
    ['ada brandt not with Jane Doe', ['excluded Jane Doe']],
    ['ada brandt and john roe films without Jane Doe or Molly Song', ['excluded Jane Doe', 'excluded Molly Song']],
    ['ada brandt without Jane Doe', []],
    ['the lamp movies without Jane Doe', []],
    ['young sailor without magic lamp', []],
    ['lamps season 2 of the 1950s', ['years 1950-1959']],
    ['westerns 1950-1955', ['genre western', 'years 1950-1955']],
    ['westerns 1950\u201355', ['genre western', 'years 1950-1955']],
    ['musicals released 1950 - 1955', ['genre musical', 'years 1950-1955']],
    ['comedies from 1961 or 1962', ['genre comedy', 'years 1961-1962']],
    ['movies of 1961 and 1962', ['years 1961-1962']],
    ['jane doe 1950-1959', ['years 1950-1959']],
    ['match of the day 2019-20', ['years 2019-2020']],
    ['a good western 1950-1955', ['genre western', 'years 1950-1955']],
    ['westerns 1950 onwards', ['genre western', `years 1950-${OPEN_END}`]],
    ['movies 1950 onwards', [`years 1950-${OPEN_END}`]],
    ['movies since 1960', [`years 1960-${OPEN_END}`]],
    ['westerns from the late 1950s', ['genre western', 'years 1955-1959']],
    ['early 90s comedies', ['years 1990-1994', 'genre comedy']],
    ['mid-80s action', ['years 1983-1986', 'genre action']],
    ['mid to late 80s action movies', ['years 1983-1989', 'genre action']],
    ['early-mid nineties comedies', ['years 1990-1996', 'genre comedy']],
    ['comedies of the early 1900s', ['genre comedy', 'years 1900-1909']],
    ['never too late early 90s', ['years 1990-1994']],
    ['movies of the late seventies', ['years 1975-1979']],
    ['a keeper who finds a lamp in the harbor in the mid-1970s', ['years 1970-1979']],
    ['list of 1930s musicals', ['years 1930-1939', 'genre musical']],
    ['a good western from the 1950s', ['genre western', 'years 1950-1959']],
    ['korean dramas', ['country South Korea', 'genre drama']],
    ['the best south korean thrillers', ['country South Korea', 'genre thriller']],
    ['french movies from the 1960s', ['country France', 'years 1960-1969']],
    ['french movies from 1961', ['country France', 'years 1961-1961']],
    ['shows from Japan', ['country Japan']],
    ['Korean Lamp dramas', ['genre drama']],
    ['comedies from the United Kingdom', ['genre comedy', 'country United Kingdom']],
    ['danish or swedish crime series', ['country Denmark', 'country Sweden', 'genre crime']],
    ['korean dramas without Jane Doe', ['country South Korea', 'genre drama', 'excluded Jane Doe']],
    ['a french film without Jane Doe or musicals', ['country France', 'excluded Jane Doe', 'excluded musical']],
    ['danish series but not comedy', ['country Denmark', 'excluded comedy']],
    ['japanese movies -horror', ['country Japan', 'excluded horror']],
    ['Korean Lamp dramas without comedy', ['genre drama', 'excluded comedy']],
    ['imdb:tt0133093', ['id imdb:tt0133093']],
    ['MOVIE:8E6D6E8C-0C5A-5D5C-9D3E-0A4F5D1F2B3C', ['id 8e6d6e8c-0c5a-5d5c-9d3e-0a4f5d1f2b3c']],
  ])('like "%s" is interpreted as %j', (text, interpretations) => {
    expect(interpretationsOf(text)).toEqual(interpretations);
  });

  it.each([
    ...[
      'Called Back',
      'The French Kiss',
      'american',
      'The Italian',
      'movies in Japan',
      'Named Desire',
      'Rebel Without a Cause',
      'Life Without Zoe',
      'Spider-Man',
      'Not Now',
      '2010',
      'Scary Movie 4',
      '1926',
      '1926 movie',
      'lamps of 1926',
      'movies of 1926 and 1929',
      'The Director',
      'cowboys of the 1860s',
      'duels in the 1800s',
      'robots after 2099',
      "second season of That '70s Lamp",
      'The Writer season 2',
      'The Writer s01e02',
      'Lamp Diary -Rain- tv show',
      'Lamps Without Jane Doe',
      'movies without mercy',
      'Jane Doe movies no time to sail',
      'Best Friends',
      'Good Lamp Movie',
      'lamps 1955-1950',
      'lamps 1950/1955',
      'the daily show 2010-11-03',
      'lamps 03-2010-2012',
      'a keeper who finds a lamp in the harbor in the years 1939-1945',
      'That Late 80s Lamp season 4',
      'Early Lamp',
    ],
    ...['the keeper of the old lighthouse finds a war map in the cellar', 'jazz drummer and teacher', '"Hello'],
  ])('like "%s" is searched only as words', (text) => {
    expect(interpretationsOf(text)).toEqual([]);
  });

  it.each([
    ['watch the big parade online', ['watch', 'online']],
    ['show me "play online"', ['show', 'me']],
    ['find me the "free" please', ['find', 'me', 'please']],
  ])('like "%s" contains the request words %j, without quoted words', (text, words) => {
    const { allWords, understanding } = toSearchQuery(text, undefined);
    expect([...understanding.requestWords].map((index) => allWords[index]?.folded)).toEqual(words);
  });

  it.each([
    ['Called Back', []],
    ['movie called back', ['movie', 'called']],
    ['old west movies', []],
    ['new zealand movies', []],
    ['old lamp comedies', []],
    ['"new girl" episodes', []],
    ['best "new girl" episodes', ['best']],
    ['old movies', ['old']],
    ['decent comedies', ['decent']],
    ['classic westerns', ['classic']],
    ['recent thrillers', ['recent']],
    ['list of comedies', ['list', 'of']],
    ['the best jane doe movies', ['the', 'best']],
    ['top 10 jane doe films', ['top', '10']],
    ['good jane doe', []],
    ['new york movies', []],
    ['best shows', ['best']],
    ['best talk shows', ['best']],
    ['best love stories', ['best']],
    ['best noirs', ['best']],
    ['the good doctor episodes', []],
    ['top boy episodes', []],
    ['best man movies', []],
    ['best spies', []],
    ['the great war 1914-1918', []],
    ['the great war 1910s', []],
    ['the great war of the 1910s', []],
    ['a good western 1950s', ['a', 'good']],
    ['great westerns from the 1950s', ['great', 'from', 'the']],
    ['the one where a keeper finds a lamp', ['one']],
    ['that one with the lamp', ['one']],
    ['the one lamp', []],
    ['new horror movies', ['new']],
    ['movie titled lamp', ['movie', 'titled']],
    ['tv series named lamp', ['tv', 'series', 'named']],
    ['wanna see the lamp', ['wanna', 'see']],
    ['lamp pls', ['pls']],
    ['lamp plz', ['plz']],
    ['I want to see the lamp', ['i', 'want', 'to', 'see']],
    ['the movie called the lamp', ['the', 'movie', 'called']],
  ])('like "%s" contains the request words %j', (text, words) => {
    const { allWords, understanding } = toSearchQuery(text, undefined);
    expect([...understanding.requestWords].map((index) => allWords[index]?.folded)).toEqual(words);
  });

  it.each([
    ['harbor lantern violin candle', true],
    ['ada brandt molly song', true],
    ['harbor lantern violin 1950', false],
    ['harbor lantern season 2 episode 3', false],
    ['harbor lantern violin s02e03', false],
  ])('like "%s" may tell a plot: %j', (text, mayTellPlot) => {
    expect(toSearchQuery(text, undefined).mayTellPlot).toBe(mayTellPlot);
  });

  it.each([
    ['comedies from the 1930s', ['comedies', '1930s']],
    ['any musicals made in 1958?', ['musicals', '1958']],
    ['best horror movies', ['horror']],
    ['1958 movies', ['1958']],
    ['comedies from the lighthouse', ['comedies', 'from', 'the', 'lighthouse']],
    ['best friends', ['best', 'friends']],
    ['movies', ['movies']],
    ['the superhero movie', ['the', 'superhero', 'movie']],
    ['the daily show 2010-11-03', ['daily', 'show', '2010', '11', '03']],
    ['match of the day 2019-20', ['match', 'of', 'the', 'day', '2019', '20']],
    ['beatles 1962-1966 documentary', ['beatles', '1962', '1966', 'documentary']],
    ['apocalypse 1939-1945', ['apocalypse', '1939', '1945']],
    ['the great war 1914-1918', ['the', 'great', 'war', '1914', '1918']],
  ])('like "%s" is searched by the words %j', (text, words) => {
    expect(toSearchQuery(text, undefined).words.map(({ folded }) => folded)).toEqual(words);
  });

  it.each([
    ['best comedies', true],
    ['comedies without Jane Doe', true],
    ['best comedies -musical', true],
    ['comedies -musical', false],
    ['westerns', true],
    ['western', false],
    ['the adventures of', false],
    ['lamp horror before 1950', true],
    ['lamp before 1950 horror', true],
    ['lamp horror movies from 1950 to 1955', true],
    ['before 1950 lamp "big sky" horror', false],
    ['horror -keeper before 1950 lamp sky', false],
  ])('like "%s" names a genre that is certain: %j', (text, isCertain) => {
    const { demands } = toSearchQuery(text, undefined).understanding;
    expect(demands.filter(({ kind }) => kind === 'genre').map((demand) => demand.isCertain)).toEqual([isCertain]);
  });

  it.each([
    ['crime comedy', [true, true]],
    ['comedy horror', [true, true]],
    ['horror comedies', [true, true]],
    ['whodunits', [true]],
    ['best mysteries', [true]],
    ['crime family', [false, false]],
    ['war crimes', [false, false]],
    ['spy kids', [false, false]],
    ['children of war', [false, false]],
    ['history of politics', [false, false]],
    ['history of horror', [false, false]],
    ['the great war 1914-1918', [false, false]],
    ['horror 1950-1955', [false, true]],
    ['movies of 1961 and 1962', [true]],
    ['a band on the road in the early seventies', [false]],
    ['movies of the early seventies', [true]],
    ['comedies in the early seventies', [true, true]],
    ['comedies twenties', [true, true]],
    ['spies', [false]],
    ['mysteries', [false]],
    ['crimes', [false]],
  ])('like "%s" names genres and years, of which are certain: %j', (text, certain) => {
    const { demands } = toSearchQuery(text, undefined).understanding;
    expect(demands.map(({ isCertain }) => isCertain)).toEqual(certain);
  });

  it.each([
    ['westerns 1950-1955', [true]],
    ['jane doe westerns 1950-1955', [true]],
    ['movies 1950-1955', [true]],
    ['lamps of 1950-1955', [true]],
    ['some good horror 1980-1989', [true]],
    ['mysteries released 1943-1947', [true]],
    ['jane doe 1950-1959', [false]],
    ['apocalypse 1939-1945', [false]],
    ['the lamp show 1939-1945', [false]],
    ['beatles 1962-1966 documentary', [false]],
    ['the great war 1914-1918', [false]],
    ['the daily show 2010-11-03', []],
  ])('like "%s" names years with a dash, which are certain: %j', (text, certain) => {
    const { demands } = toSearchQuery(text, undefined).understanding;
    expect(demands.filter(({ kind }) => kind === 'years').map(({ isCertain }) => isCertain)).toEqual(certain);
  });

  it.each<[string, string, string[]]>([
    ['batman 1989', 'batman', ['1989']],
    ['watch batman online', 'batman', []],
    ['watch batman 1989 online', 'batman', ['1989']],
    ['watch dracula from the 1930s online', 'dracula', ['1930s']],
    ['show me dracula horror', 'dracula', ['horror']],
    ['watch dracula -comedy online', 'dracula', []],
    ['show me 1931 dracula horror', 'dracula', ['horror', '1931']],
    ['dracula from the 1930s', 'dracula', ['1930s']],
    ['from the 1930s dracula', 'dracula', ['1930s']],
    ['romance drama from the 1930s', 'romance', ['drama', '1930s']],
    ['those who dance crime from the 1930s', 'thosewhodance', ['crime', '1930s']],
    ['those who dance from the thirties', 'thosewhodance', ['thirti']],
    ['1941 comedy', '1941', ['comedi']],
    ['comedy 1941', 'comedy', ['1941']],
    ['romance drama -horror', 'romance', ['drama']],
    ['romance drama from the 1930s -horror', 'romance', ['drama', '1930s']],
    ['\uff02$\uff02 1971', '$', ['1971']],
  ])(
    'like "%s" may ask for an item whose title has the key "%s", and that has the lexemes %j',
    (text, key, lexemes) => {
      const { partKeys } = toSearchQuery(text, undefined);
      expect(partKeys).toContainEqual({ key, requiredLexemes: lexemes, lacksArticle: false });
    },
  );

  it('like "action movies from the 1920s" asks for no item with the genre as its title and another genre', () => {
    const { partKeys } = toSearchQuery('action movies from the 1920s', undefined);
    expect(partKeys.map(({ key }) => key)).not.toContain('action');
  });

  it.each([
    ['the lamp tv show', ['thelamp', 'lamp']],
    ['the film lamp', ['lamp']],
    ['lamp flick', ['lamp']],
    ['lamp the movie', ['lamp']],
    ['the movie', []],
    ['lamp', []],
    ['tv series', []],
  ])('like "%s" has the keys %j without words for kinds', (text, keys) => {
    expect(toSearchQuery(text, undefined).keysWithoutKinds).toEqual(keys);
  });

  it.each([
    ['STAR WARS', []],
    ['STAR WARS 1977', []],
    ['STAR WARS 東京', []],
    ['LOTR', ['lotr']],
    ['LOTR 2001', ['lotr']],
    ['the LOTR film', ['lotr']],
  ])('like "%s" counts only the words %j as written in capitals', (text, words) => {
    const inCapitals = toSearchQuery(text, undefined).words.filter(({ isInCapitals }) => isInCapitals);
    expect(inCapitals.map(({ folded }) => folded)).toEqual(words);
  });

  it.each([
    ['spider man', ['spiderman']],
    ['spider -funny man', []],
    ['spider man spider pig', ['spiderman']],
    ['one lamp -red sky', ['onelamp']],
  ])('like "%s" may contain the words %j of a title, each written as two words', (text, lexemes) => {
    expect(toSearchQuery(text, undefined).joinedWords.map(({ lexeme }) => lexeme)).toEqual(lexemes);
  });

  it.each([
    ['starring Jane Doe directed by John Roe', ['Jane Doe', 'John Roe'], ['starring', 'directed', 'by']],
    ['starring Jane Doe director John Roe', ['Jane Doe', 'John Roe'], ['starring', 'director']],
    ['starring Jane Doe actress', ['Jane Doe'], ['starring']],
    ['starring Kim Director', ['Kim Director'], ['starring']],
    ['movies by director Jane Doe', ['Jane Doe'], ['movies', 'by', 'director']],
    ['films by director', ['director'], ['films', 'by']],
    ['written and directed by Jane Doe', ['Jane Doe'], ['written', 'and', 'directed', 'by']],
  ])('like "%s" gives a role to %j by the words %j', (text, names, words) => {
    const { allWords, understanding } = toSearchQuery(text, undefined);
    const { requests, roleWords } = understanding.roles;
    const textOf = (from: number, to: number): string => text.slice(allWords[from]?.start, allWords[to - 1]?.end);
    expect(requests.map(({ start, end }) => textOf(start, end))).toEqual(names);
    expect(roleWords.map((index) => textOf(index, index + 1))).toEqual(words);
  });

  it('uses each of its words at most once in names and roles', () => {
    const word = fc.constantFrom(
      ...'starring featuring directed written made by and in a the did direct director writer actor film Jane Doe'.split(
        ' ',
      ),
    );
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 14 }), (words) => {
        const { requests, roleWords } = toSearchQuery(words.join(' '), undefined).understanding.roles;
        const names = requests.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, at) => start + at));
        const indexes = [...names, ...roleWords];
        expect(new Set(indexes).size).toBe(indexes.length);
        expect(requests.length).toBeLessThanOrEqual(6);
        for (const { start, end } of requests) {
          expect(words.slice(start, end).some((each) => !isStopWord(each.toLowerCase()))).toBe(true);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('demands only periods within the years 1870 to 2099', () => {
    const year = fc.integer({ min: 1800, max: 2100 });
    const period = fc.oneof(
      fc.tuple(fc.constantFrom('before', 'after', 'since'), year).map((words) => words.join(' ')),
      fc.tuple(year, year).map(([from, to]) => `from ${from} to ${to}`),
      fc.integer({ min: 180, max: 209 }).map((decade) => `${decade}0s`),
    );
    fc.assert(
      fc.property(period, (text) => {
        for (const demand of toSearchQuery(text, undefined).understanding.demands) {
          if (demand.kind !== 'years') continue;
          expect(demand.from).toBeGreaterThanOrEqual(1870);
          expect(demand.from).toBeLessThanOrEqual(demand.to);
          expect(demand.to).toBeLessThanOrEqual(2099);
        }
      }),
    );
  });

  it('contains the text of each interpretation', () => {
    const word = fc.constantFrom(
      ...['1980s', 'the', 'eighties', 'horror', 'sci-fi', 'movies', 'not', '-comedy', 'without', 'drama', 'directed'],
      ...'by Doe starring " from 1950 to 1960 before romcom kung fu second part'.split(' '),
    );
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 12 }), (words) => {
        const text = words.join(' ');
        const query = toSearchQuery(text, undefined);
        for (const interpretation of understoodOf(query, false)) expect(query.text).toContain(interpretation.text);
        const indexes = query.understanding.demands.flatMap(({ start, end }) => [start, end]);
        for (const index of indexes) expect(index).toBeLessThanOrEqual(query.allWords.length);
      }),
      { numRuns: 2_000 },
    );
  });
});
