import { acceptsOffer, preferredOffer } from './accept-header';
import { BOTH_FORMATS_OFFER, JSON_OR_PROBLEM_OFFER, MARKDOWN_OFFER } from './answer-format';

describe('the offer of JSON', () => {
  it.each([
    '*/*',
    'application/json',
    'APPLICATION/JSON',
    'application/*',
    'application/problem+json',
    'application/json;q=0, application/problem+json',
    'text/html, application/json;q=0.1',
    'application/json; charset=utf-8',
    'application/json;q=0.001',
    'application/json;x="a,b"',
    'application/json;x="a;q=0"',
    'application/json;x="a\\";q=0,";q=1',
    '*/*;q=0, application/json',
    'application/*;q=0, application/json;q=0.5',
    'text/html;q=0, */*',
    '',
    'nonsense',
    ';;;,,,',
  ])('accepts %j', (accept) => {
    expect(acceptsOffer(accept, JSON_OR_PROBLEM_OFFER)).toBe(true);
  });

  it.each([
    'application/xml',
    'text/html, text/*',
    '*/*;q=0',
    '*/*; Q=0.0',
    'application/json;q=0',
    'application/json;q=0, */*',
    'application/*;q=0.000, */*',
    'application/jsonp',
    "text/x'y",
    'text/a%b|c`d~e',
    'text/html;x="a, application/json"',
    'application/json;x="a,b";q=0, */*',
  ])('refuses %j', (accept) => {
    expect(acceptsOffer(accept, JSON_OR_PROBLEM_OFFER)).toBe(false);
  });
});

describe('the offer of Markdown', () => {
  it.each(['text/markdown', 'TEXT/Markdown;q=0.2', 'text/*', '*/*', 'text/html, text/markdown; charset=utf-8'])(
    'accepts %j',
    (accept) => {
      expect(acceptsOffer(accept, MARKDOWN_OFFER)).toBe(true);
    },
  );

  it.each(['text/html', 'application/json', 'text/markdown;q=0', 'text/markdown;q=0, */*', 'text/markdownish'])(
    'refuses %j',
    (accept) => {
      expect(acceptsOffer(accept, MARKDOWN_OFFER)).toBe(false);
    },
  );
});

describe('the offer of both formats', () => {
  it.each([
    ['application/vnd.intelligence.formats+json', true],
    ['Application/VND.intelligence.formats+json;q=0.2', true],
    ['*/*', true],
    ['application/json', false],
    ['application/vnd.intelligence.formats+json;q=0, */*', false],
  ])('for %j, returns %j', (accept, expected) => {
    expect(acceptsOffer(accept, BOTH_FORMATS_OFFER)).toBe(expected);
  });
});

describe('the preferred offer', () => {
  it.each([
    ['text/markdown, */*', 'text/markdown'],
    ['*/*, text/markdown', 'text/markdown'],
    ['*/*', 'application/json'],
    ['application/json;q=0.4, text/*;q=0.5', 'text/markdown'],
    ['text/markdown;q=0.333, application/json;q=0.3330', 'text/markdown'],
    ['text/markdown;q=0, */*;q=0.1', 'application/json'],
    ['text/markdown; charset=utf-8, application/json;q=0.5', 'text/markdown'],
    ['text/markdown; variant=GFM; q=0.5, application/json', 'application/json'],
    ['text/markdown;q=0.5;a=b, application/json;a=b;q=0.6', 'application/json'],
    ['text/markdown;q=0, text/markdown;a=b', 'text/markdown'],
    ['text/html, text/markdown;q=0', undefined],
    ['nonsense', undefined],
    ['', undefined],
  ])('for %j is %j', (accept, expected) => {
    const json = { mediaType: 'application/json', type: 'application', subtypes: new Set(['json']) };
    expect(preferredOffer(accept, [json, MARKDOWN_OFFER])?.mediaType).toBe(expected);
  });
});
