import * as fc from 'fast-check';
import { mergeMetadata } from '../units/metadata-fields';
import { toContentRatings } from './content-rating';
import { NFO_ROOTS, readNfo } from './nfo-document';

const read = (text: string | Uint8Array, roots = NFO_ROOTS): ReturnType<typeof readNfo> =>
  readNfo(typeof text === 'string' ? Buffer.from(text) : text, roots);

function fieldsOf(text: string | Uint8Array): Record<string, unknown> {
  return { ...read(text).document?.items[0]?.fields };
}

const MOVIE = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<movie>
  <title>First</title><localtitle>Last</localtitle><originaltitle>Original</originaltitle><sortname>Sorted</sortname>
  <plot>Plot &amp; more &#233;</plot><outline>Outline</outline><tagline>Tag</tagline>
  <year>1995</year><premiered>1995-12-15</premiered><runtime>170 min</runtime><mpaa>Rated R for violence</mpaa>
  <genre>Crime / Drama</genre><genre>Action</genre><tag>heist</tag><set><name>Saga</name></set>
  <studio>One</studio><studio>Two</studio><country>United States of America</country>
  <director>A. Director</director><credits>B. Writer / C. Writer</credits><composer>D. Composer</composer>
  <actor><name>E. Actor</name><role>Hero</role><order>0</order></actor><actor><name>F. Actor</name></actor>
  <uniqueid type="imdb" default="true">tt0113277</uniqueid><tmdbid>949</tmdbid>
  <watched>true</watched><playcount>2</playcount><lastplayed>2020-01-02 03:04:05</lastplayed><lockdata>true</lockdata>
</movie>`;

describe('the reader of NFO files', () => {
  it('reads the fields of a film', () => {
    expect(fieldsOf(MOVIE)).toEqual({
      title: 'Last',
      original_title: 'Original',
      sort_title: 'Sorted',
      year: 1995,
      date: '1995-12-15',
      runtime_minutes: 170,
      overview: 'Plot & more é',
      tagline: 'Tag',
      genres: ['Crime', 'Drama', 'Action'],
      keywords: ['heist', 'Saga'],
      people: [
        { name: 'A. Director', role: 'director' },
        { name: 'B. Writer', role: 'writer' },
        { name: 'C. Writer', role: 'writer' },
        { name: 'D. Composer', role: 'composer' },
        { name: 'E. Actor', role: 'actor', character: 'Hero', order: 0 },
        { name: 'F. Actor', role: 'actor' },
      ],
      studios: ['One', 'Two'],
      countries: ['United States of America'],
      content_rating: 'R',
      external_ids: { imdb: 'tt0113277', tmdb: '949' },
    });
  });

  it('prefers the air date of an episode to other dates, because Kodi writes the date of the series as `premiered`', () => {
    const dates = '<premiered>2014-04-15</premiered><aired>2014-04-22</aired>';
    expect(fieldsOf(`<episodedetails>${dates}</episodedetails>`)).toMatchObject({ date: '2014-04-22' });
    expect(fieldsOf(`<movie>${dates}</movie>`)).toMatchObject({ date: '2014-04-15' });
  });

  it('reads several episodes in one file', () => {
    const text = `<?xml version="1.0"?><episodedetails><title>One</title><season>1</season><episode>1</episode>
      </episodedetails>\n<?xml version="1.0"?><episodedetails><title>Two</title><season>1</season><episode>2</episode>
      <airsbefore_season>2</airsbefore_season></episodedetails>`;
    const items = read(text).document?.items ?? [];
    expect(items.map(({ fields, season, episode }) => [fields.title, season, episode])).toEqual([
      ['One', 1, 1],
      ['Two', 1, 2],
    ]);
  });

  it.each([
    ['https://www.imdb.com/title/tt0113277/', { imdb: 'tt0113277' }],
    ['see http://www.themoviedb.org/movie/949-heat\n', { tmdb: '949' }],
    ['https://www.themoviedb.org/tv/60622', { tmdb: '60622' }],
    ['http://thetvdb.com/?tab=series&id=269613', { tvdb: '269613' }],
    ['http://thetvdb.com/?tab=seasonall&id=121361&lid=7', { tvdb: '121361' }],
    ['https://thetvdb.com/dereferrer/series/269613', { tvdb: '269613' }],
    ['https://www.tvmaze.com/shows/32/fargo', { tvmaze: '32' }],
  ])('reads the ids in the URL %s', (text, ids) => {
    expect(read(text)).toEqual({ document: { items: [], urlIds: ids }, diagnostics: [] });
  });

  it('reads the id of the first URL of a provider that contains one', () => {
    const text = 'https://www.imdb.com/name/nm0000631/ https://www.imdb.com/title/tt0078748/ imdb.com/title/tt0113277';
    expect(read(text).document?.urlIds).toEqual({ imdb: 'tt0078748' });
  });

  it.each([
    'https://notimdb.com/title/tt0078748/',
    'https://my-imdb.com/title/tt0078748/',
    'https://www.themoviedb.org/tv/1399-game-of-thrones/season/1/episode/2',
    'https://www.themoviedb.org/tv/1399/season/1',
    'http://thetvdb.com/?tab=episode&seriesid=121361&seasonid=364731&id=3254641&lid=7',
    'http://thetvdb.com/?tab=season&seriesid=121361&seasonid=364731',
    'https://thetvdb.com/series/24-legacy',
    'https://thetvdb.com/series/3rd-rock-from-the-sun',
  ])('reads no id of a film or series in the URL %s', (text) => {
    expect(read(text)).toEqual({ document: null, diagnostics: ['nfo-malformed'] });
  });

  it('reads XML followed by a URL', () => {
    const { document } = read('<movie><title>Heat</title></movie>\nhttps://www.imdb.com/title/tt0113277');
    expect(document).toMatchObject({ urlIds: { imdb: 'tt0113277' } });
    expect(document?.items[0]?.fields).toEqual({ title: 'Heat' });
  });

  it.each<[string, string | Uint8Array, string]>([
    ['a byte order mark', '\ufeff<movie><title>Été</title></movie>', 'Été'],
    ['UTF-16 with a byte order mark', Buffer.from('\ufeff<movie><title>Été</title></movie>', 'utf16le'), 'Été'],
    ['UTF-16 without a byte order mark', Buffer.from('<movie><title>Été</title></movie>', 'utf16le'), 'Été'],
    [
      'a declared encoding',
      Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><movie><title>Été</title></movie>', 'latin1'),
      'Été',
    ],
    ['Latin-1 without a declared encoding', Buffer.from('<movie><title>Été</title></movie>', 'latin1'), 'Été'],
    ['an unknown encoding', '<?xml version="1.0" encoding="klingon"?><movie><title>Été</title></movie>', 'Été'],
    ['an unescaped ampersand', '<movie><title>Tom & Jerry</title></movie>', 'Tom & Jerry'],
    ['NUL and other control characters', '<movie><title>A\0B\x07C</title></movie>', 'ABC'],
    ['text outside of the root element', 'hello <movie><title>A</title></movie> bye', 'A'],
    ['a CDATA section', '<movie><title><![CDATA[A &amp; <b>]]></title></movie>', 'A &amp; <b>'],
    ['a comment', '<movie><!-- <title>X</title> --><title>A</title></movie>', 'A'],
    ['an unclosed element', '<movie><title>A</title>', 'A'],
    ['a namespace', '<k:movie xmlns:k="x"><k:title>A</k:title></k:movie>', 'A'],
    ['capitals', '<MOVIE><Title>A</Title></MOVIE>', 'A'],
    ['doubly encoded entities, which are decoded once', '<movie><title>A &amp;amp; B</title></movie>', 'A &amp; B'],
  ])('tolerates %s', (_what, text, title) => {
    expect(fieldsOf(text)['title']).toBe(title);
  });

  it('does not expand custom entities', () => {
    const bomb = `<!DOCTYPE movie [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>
      <movie><title>T &b; &x;</title></movie>`;
    expect(fieldsOf(bomb)['title']).toBe('T &b; &x;');
    expect(read(bomb).diagnostics).toEqual(['nfo-doctype']);
  });

  it.each([
    ['<movie><title><![CDATA[A <!DOCTYPE b> C]]></title><year>1999</year></movie>', 'A <!DOCTYPE b> C', []],
    ['<movie><title><![CDATA[A <!doctype b [ C]]></title><year>1999</year></movie>', 'A <!doctype b [ C', []],
    ['<movie><title><![CDATA[A <?b?> C]]></title><year>1999</year></movie>', 'A <?b?> C', []],
    ['<movie><!-- <!DOCTYPE b [ --><title>A</title><year>1999</year></movie>', 'A', []],
    [
      '<!-- <!DOCTYPE b --><!DOCTYPE c [<!-- <![CDATA[ -->]><movie><title>A</title><year>1999</year></movie>',
      'A',
      ['nfo-doctype'],
    ],
  ])('reads declarations only outside of comments and CDATA sections: %s', (text, title, diagnostics) => {
    expect([fieldsOf(text), read(text).diagnostics]).toMatchObject([{ title, year: 1999 }, diagnostics]);
  });

  it.each<[string, string, string]>([
    ['an empty file', '', 'nfo-malformed'],
    ['free text', 'just some text', 'nfo-malformed'],
    ['other XML', '<html><body/></html>', 'nfo-malformed'],
    ['deeply nested elements', `<movie>${'<a>'.repeat(500)}</movie>`, 'nfo-malformed'],
    ['an element with the name `__proto__`', '<movie><__proto__>1</__proto__></movie>', 'nfo-malformed'],
  ])('refuses %s', (_what, text, code) => {
    expect(read(text)).toEqual({ document: null, diagnostics: [code] });
  });

  it('refuses a root element that the file name does not allow', () => {
    expect(read('<tvshow><title>A</title></tvshow>', ['movie'] as never).diagnostics).toEqual(['nfo-wrong-root']);
  });

  it.each([
    ['98 min', 98],
    ['1h 38m', 98],
    ['1h38', 98],
    ['1 hour 38 minutes', 98],
    ['2h', 120],
    ['98', 98],
    ['1h:38', 98],
    ['1:38:00', 98],
    ['1:38', 98],
    // In an unknown format, only a number of minutes at the start is read.
    ['98.5 (cut)', 98],
    ['1:38:00:00', undefined],
    ['2 hours or so', undefined],
  ])('reads the runtime %s', (text, minutes) => {
    expect(fieldsOf(`<movie><title>A</title><runtime>${text}</runtime></movie>`)['runtime_minutes']).toBe(minutes);
  });

  it('splits values that tools join in one element, and ignores processing instructions', () => {
    const text = `<movie><title>A</title><genre>Crime / Drama|War,  Spy</genre><studio>One / Two</studio>
      <director>A  |B ,  C,D</director><?php echo 1 ?><? one >< two ?></movie>`;
    const { genres, studios, people } = fieldsOf(text) as { genres: string[]; studios: string[]; people: object[] };
    expect([genres, studios]).toEqual([
      ['Crime', 'Drama', 'War', 'Spy'],
      ['One', 'Two'],
    ]);
    expect(people.map((person) => (person as { name: string }).name)).toEqual(['A', 'B', 'C,D']);
  });

  it.each([
    ['Robert Downey, Sr.', ['Robert Downey, Sr.']],
    ['A, B, Jr., C III, D, III/E', ['A', 'B, Jr.', 'C III', 'D, III', 'E']],
    ['A, Jr B, Iv C', ['A', 'Jr B', 'Iv C']],
  ])('splits the names %s at commas, except before "Jr." and similar words', (text, names) => {
    const { people } = fieldsOf(`<movie><title>A</title><director>${text}</director></movie>`);
    expect(people).toEqual(names.map((name) => ({ name, role: 'director' })));
  });

  it('ignores elements and person types with names such as `constructor`', () => {
    const text = `<movie><title>A</title><Constructor>X</Constructor><toString>X</toString>
      <actor><name>B</name><type>constructor</type></actor><actor><name>C</name><type>__proto__</type></actor></movie>`;
    const people = ['B', 'C'].map((name) => ({ name, role: 'actor' }));
    expect(fieldsOf(text)).toEqual({ title: 'A', people });
  });

  it('ignores elements with names that the parser itself uses, such as `#text`', () => {
    const text = '<movie><#text>x</#text><title>A<#text>x</#text></title></movie>';
    expect(fieldsOf(text)).toEqual({ title: 'A' });
  });

  it('ignores invalid dates, years, runtimes and ids', () => {
    const text = `<movie><title>A</title><year>0</year><premiered>2020-02-30</premiered><runtime>0</runtime>
      <uniqueid type="imdb"></uniqueid><uniqueid type="$bad">1</uniqueid><tmdbid>0</tmdbid><genre/></movie>`;
    expect(fieldsOf(text)).toEqual({ title: 'A' });
  });

  it.each([
    ['movie', '949', { tmdb: '949' }],
    ['tvshow', '269613', { tvdb: '269613' }],
    ['episodedetails', '349232', { tvdb: '349232' }],
    ['episodedetails', 'tt0959621', { imdb: 'tt0959621' }],
  ])('reads the element `id` in a `%s` element: %s', (root, id, ids) => {
    expect(fieldsOf(`<${root}><id>${id}</id></${root}>`)).toEqual({ external_ids: ids });
  });

  it.each<[string, string[]]>([
    ['R', [':R']],
    ['Rated PG-13 for violence', [':PG-13']],
    ['PG-13: violence', [':PG-13: violence']],
    ['TV-14', [':TV-14']],
    ['US:R / DE:16', ['US:R', 'DE:16']],
    ['SE:11 / SE:11+', ['SE:11', 'SE:11+']],
    ['NO-15', ['NO:15']],
    ['VM14', [':VM14']],
    ['M/12', [':M/12']],
    ['DE:FSK 12', ['DE:FSK 12']],
    ['', []],
  ])('reads the ratings %s', (text, expected) => {
    expect(toContentRatings(text).map(({ country, rating }) => `${country ?? ''}:${rating}`)).toEqual(expected);
  });

  it('never throws for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.string({ unit: 'binary', maxLength: 300 }), (bytes, text) => {
        read(bytes);
        read(`<movie><title>${text}</title>${text}</movie>${text}`);
      }),
    );
  });
});

it('metadata takes each field from the source of highest precedence that has it, and names this source', () => {
  const merged = mergeMetadata({
    nfo: { title: 'N', external_ids: { imdb: 'tt1' } },
    provider: { title: 'P', overview: 'P', external_ids: { imdb: 'tt2', tmdb: '2' } },
    file_name: { title: 'F', year: 1999 },
  });
  expect(merged).toEqual({
    fields: { title: 'N', overview: 'P', year: 1999, external_ids: { imdb: 'tt1', tmdb: '2' } },
    sources: {
      title: 'nfo',
      overview: 'provider',
      year: 'file_name',
      'external_ids.imdb': 'nfo',
      'external_ids.tmdb': 'provider',
    },
  });
});
