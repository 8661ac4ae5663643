import { acceptsOffer, BOTH_FORMATS_OFFER, JSON_OFFER, MARKDOWN_OFFER } from './accept.middleware';

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
    '*/*;q=0, application/json',
    'application/*;q=0, application/json;q=0.5',
    'text/html;q=0, */*',
    '',
    'nonsense',
    ';;;,,,',
  ])('accepts %j', (accept) => {
    expect(acceptsOffer(accept, JSON_OFFER)).toBe(true);
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
  ])('refuses %j', (accept) => {
    expect(acceptsOffer(accept, JSON_OFFER)).toBe(false);
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
