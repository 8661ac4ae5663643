import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { cleanCatalogLine } from '../text/text';
import { escapeMarkdown, shortenMarkdown } from './markdown-text';

const PARSER = new MarkdownIt({ html: true, linkify: true, breaks: true });

/** Returns the types of the Markdown tokens in a document, without those of paragraphs and plain text. */
function constructsOf(markdown: string): string[] {
  const tokens = PARSER.parse(markdown, {}).flatMap((token) => [token, ...(token.children ?? [])]);
  return tokens.map(({ type }) => type).filter((type) => !/^(?:paragraph_(?:open|close)|inline|text)$/.test(type));
}

function textOf(markdown: string): string {
  return PARSER.parse(markdown, {})
    .flatMap(({ children }) => children ?? [])
    .map(({ content }) => content)
    .join('');
}

const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(...'\\`*_{}[]<>()#+-!|~&:@"=^/.0123456789 \t\n\r\u2028\u202e\u200b'),
      fc.constantFrom(
        'http://',
        'https://a.b',
        'www.a.com',
        'www.example.org',
        'See WWW.Example.ORG.',
        'a@b.co',
        '<b>',
        '&amp;',
        '[x](y)',
        '![i](j)',
        '```',
        '1. ',
      ),
      fc.constantFrom(
        '---',
        '# ',
        '> ',
        '<!--',
        '<script>',
        '[1]: /x',
        '|a|b|',
        '~~x~~',
        'WWW.A.COM',
        'example.org',
        'A.AC',
        'ftp://x',
        '\n\n',
      ),
      fc.string({ unit: 'grapheme', maxLength: 6 }),
    ),
    { maxLength: 24 },
  )
  .map((parts) => parts.join(''));

describe('escapeMarkdown', () => {
  it.each([
    ['M*A*S*H', 'M\\*A\\*S\\*H'],
    ['Mr. & Mrs. Smith', 'Mr. \\& Mrs. Smith'],
    ['J.R.R. Tolkien at 3.14', 'J.R.R. Tolkien at 3.14'],
    ['example.org', 'example\\.org'],
    ['\u{1f98a}.org and \u{1bc9c}.BA', '\u{1f98a}\\.org and \u{1bc9c}\\.BA'],
    ['and then...what', 'and then...what'],
    ['9 to 5', '9 to 5'],
    ['1984. A film', '1984\\. A film'],
    ['#Alive', '\\#Alive'],
    ['<script>', '\\<script\\>'],
    ['see https://a.b', 'see https\\://a.b'],
    ['a\n\n# b', 'a # b'],
    ['\u202eabc', 'abc'],
  ])('writes %j as %j', (text, markdown) => {
    expect(escapeMarkdown(text, 100)).toBe(markdown);
  });

  it('returns one line that a Markdown parser reads as plain text, equal to the cleaned text', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const markdown = escapeMarkdown(text, 1_000);
        expect(markdown).not.toMatch(/[\n\r\u2028\u2029\u202a-\u202e\u2066-\u2069]/);
        expect({ markdown, constructs: constructsOf(markdown) }).toEqual({ markdown, constructs: [] });
        expect(textOf(markdown)).toBe(cleanCatalogLine(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it('returns text that is also plain text inside a list item and a heading', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const markdown = escapeMarkdown(text, 1_000);
        expect(constructsOf(`- ${markdown}`).filter((type) => !/^(?:bullet_list|list_item)_/.test(type))).toEqual([]);
        expect(constructsOf(`# x ${markdown} [1]`)).toEqual(['heading_open', 'heading_close']);
      }),
      { numRuns: 1_000 },
    );
  });

  it('limits the number of code points, counted before escaping', () => {
    expect(escapeMarkdown('***', 2)).toBe('\\*\\*');
    expect(shortenMarkdown('abc', 3)).toBe('abc');
    expect(shortenMarkdown('abcd', 3)).toBe('abc…');
    expect(shortenMarkdown('abc def', 4)).toBe('abc…');
  });

  it('marks a text as truncated if long white space precedes the rest', () => {
    expect(shortenMarkdown(`ab${' '.repeat(100)}cd`, 10)).toBe('ab…');
    expect(shortenMarkdown(`ab${' '.repeat(30)}cd`, 10)).toBe('ab cd');
    expect(shortenMarkdown(`ab${' \n'.repeat(100)}`, 10)).toBe('ab');
  });
});
