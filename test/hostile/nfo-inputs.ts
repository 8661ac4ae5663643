/** Named hostile NFO files: each hostile text in each element, and files that are malformed, huge or not XML. */
import { HOSTILE_TEXTS, MARK } from './named-values';

/** An NFO file with a name that describes its hostile part. */
export interface HostileFile {
  readonly name: string;
  readonly bytes: Buffer;
}

const ELEMENTS = [
  'title',
  'originaltitle',
  'sorttitle',
  'plot',
  'outline',
  'tagline',
  'year',
  'premiered',
  'aired',
  'runtime',
  'mpaa',
  'genre',
  'tag',
  'set',
  'studio',
  'country',
  'director',
  'credits',
  'actor',
  'uniqueid',
  'tmdbid',
  'season',
  'episode',
  'displayseason',
  'watched',
  'playcount',
  'lastplayed',
  'lockdata',
  'ratings',
  'thumb',
];

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const movie = (inside: string): string => `<?xml version="1.0" encoding="UTF-8"?><movie>${inside}</movie>`;

const FILES: Readonly<Record<string, string | Buffer>> = {
  empty: '',
  'only white space': ' \n\t'.repeat(10_000),
  'NUL bytes': Buffer.alloc(10_000),
  'bytes of all values': Buffer.from(Array.from({ length: 5_000 }, (_, n) => (n * 7919) % 256)),
  'UTF-16 with a byte order mark': Buffer.from(`\ufeff${movie('<title>A</title>')}`, 'utf16le'),
  'UTF-16 that is cut off': Buffer.from(`\ufeff${movie('<title>A</title>')}`, 'utf16le').subarray(0, 61),
  'an unknown encoding': `<?xml version="1.0" encoding="${MARK}"?><movie><title>A</title></movie>`,
  'an entity from a local file': `<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>${movie('<title>&b;</title>')}`,
  'a document type at a URL': `<!DOCTYPE a SYSTEM "http://127.0.0.1:1/${MARK}">${movie('<title>A</title>')}`,
  'a billion laughs': `<!DOCTYPE a [<!ENTITY a "ha">${Array.from({ length: 30 }, (_, n) => `<!ENTITY a${n} "${`&a${n === 0 ? '' : n - 1};`.repeat(10)}">`).join('')}]>${movie('<title>&a29;</title>')}`,
  'a quadratic entity': `<!DOCTYPE a [<!ENTITY a "${'x'.repeat(50_000)}">]>${movie(`<title>${'&a;'.repeat(20_000)}</title>`)}`,
  'a document type without end': `<!DOCTYPE ${'['.repeat(100_000)}`,
  '100,000 nested elements': `${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`,
  '100,000 elements without end': '<movie>'.repeat(100_000),
  '30,000 roots': '<movie><title>A</title></movie>'.repeat(30_000),
  '60,000 attributes': `<movie ${Array.from({ length: 60_000 }, (_, n) => `a${n}="1"`).join(' ')}/>`,
  'one attribute twice': '<movie a="1" a="2"><title>A</title></movie>',
  'an attribute without quotes': `<movie a=${MARK}><title>A</title></movie>`,
  'a quote without end': `<movie a="${'x'.repeat(500_000)}`,
  'a comment without end': `<!-- ${'-'.repeat(500_000)}`,
  'many beginnings of comments': '<!--'.repeat(200_000),
  'a CDATA section without end': `<![CDATA[${']'.repeat(500_000)}`,
  'many beginnings of CDATA sections': '<![CDATA['.repeat(100_000),
  'a processing instruction without end': `<?xml ${'?'.repeat(500_000)}`,
  'many less-than signs': '<'.repeat(900_000),
  'many ampersands': movie(`<plot>${'&'.repeat(900_000)}</plot>`),
  'many numeric entities': movie(`<plot>${'&#65;'.repeat(150_000)}</plot>`),
  'an entity beyond Unicode': movie('<title>&#x110000; &#xffffffff; &#-1; &#0; &#xd800;</title>'),
  'a huge numeric entity': movie(`<title>&#${'9'.repeat(100_000)};</title>`),
  'elements that overlap': '<movie><title>A<plot></title>B</plot></movie>',
  'names of prototype members': movie('<__proto__><polluted>1</polluted></__proto__><constructor>x</constructor>'),
  'element names with NUL': '<movie><ti\0tle>A</ti\0tle></movie>',
  'another root': `<html><body>${MARK}</body></html>`,
  'many URLs of a title': 'https://www.imdb.com/title/tt0113277/ '.repeat(20_000),
  'the URL of a film with hyphens instead of an id': `https://www.themoviedb.org/movie/${'-'.repeat(500_000)}`,
  'the URL of a film with a very long id': `https://www.themoviedb.org/movie/${'9'.repeat(500_000)}`,
  'many beginnings of URLs': 'http://'.repeat(140_000),
  '20,000 actors': movie('<actor><name>A</name><role>B</role></actor>'.repeat(20_000)),
  'a genre of many slashes': movie(`<genre>${' / '.repeat(300_000)}</genre>`),
  'a runtime of many words': movie(`<runtime>${'1 h '.repeat(200_000)}</runtime>`),
  'a rating of many parts': movie(`<mpaa>${'US:R / '.repeat(100_000)}</mpaa>`),
  'Windows line ends': movie('\r\n'.repeat(400_000)),
};

/** Every hostile NFO file. The scanner reads all of them, because none is larger than its maximum. */
export const HOSTILE_FILES: readonly HostileFile[] = [
  ...ELEMENTS.flatMap((element) =>
    [...HOSTILE_TEXTS].map(([name, text]) => ({
      name: `${element} is ${name}`,
      bytes: Buffer.from(movie(`<${element}>${escaped(text)}</${element}>`)),
    })),
  ),
  ...[...HOSTILE_TEXTS].map(([name, text]) => ({
    name: `a CDATA section is ${name}`,
    bytes: Buffer.from(movie(`<title>A</title><plot><![CDATA[${text}]]></plot>`)),
  })),
  ...[...HOSTILE_TEXTS].map(([name, text]) => ({ name: `the file is ${name}`, bytes: Buffer.from(text) })),
  ...Object.entries(FILES).map(([name, content]) => ({ name: `the file is ${name}`, bytes: Buffer.from(content) })),
];
