import fc from 'fast-check';
import { Problem } from '../problems/problem';
import { parseStrictJson, type JsonLimits } from './strict-json';

/** Returns the problem that `parseStrictJson` throws for a text. */
function refusalOf(text: string, limits?: JsonLimits): Problem {
  try {
    parseStrictJson(text, limits);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('The text was accepted.');
}

const storable = fc.string({ unit: 'binary', maxLength: 12 }).filter((text) => !/[\0\ufffe\uffff]/.test(text));
const name = storable.filter((text) => !['__proto__', 'constructor', 'prototype'].includes(text));
const document = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(
      storable,
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
    ),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(name, tie('value'), { maxKeys: 5, noNullPrototype: true }),
  ),
})).value;

/** Counts array elements and object members at every level. */
function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner = Object.values(value) as unknown[];
  return inner.reduce<number>((sum, each) => sum + countValues(each), inner.length);
}

describe('parseStrictJson', () => {
  it('returns the same value as JSON.parse, for any white space', () => {
    fc.assert(
      fc.property(document, fc.constantFrom('', ' ', '\t', '\r\n  '), (value, indent) => {
        const text = indent + JSON.stringify(value, null, indent) + indent;
        expect(parseStrictJson(text)).toEqual(JSON.parse(text));
      }),
      { numRuns: 500 },
    );
  });

  it('reads escaped names and texts', () => {
    const escape = (text: string): string =>
      [...text].map((char) => (/["\\]/.test(char) ? `\\${char}` : char)).join('');
    fc.assert(
      fc.property(fc.array(fc.constantFrom('"', '\\', ':', '{', '}', '[', ']', ',', 'a')), (chars) => {
        const text = `{"${escape(chars.join(''))}":["${escape(chars.join(''))}",1]}`;
        expect(parseStrictJson(text)).toEqual({ [chars.join('')]: [chars.join(''), 1] });
      }),
    );
  });

  it('throws only instances of `Problem`', () => {
    const fragments = fc.array(
      fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '\\', '1', 'e', '-', 'null', 'a', '\\u', ' '),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fragments.map((parts) => parts.join('')),
          fc.string({ unit: 'binary' }),
        ),
        (text) => {
          try {
            parseStrictJson(text);
          } catch (error) {
            expect(error).toBeInstanceOf(Problem);
          }
        },
      ),
      { numRuns: 3000 },
    );
  });

  it.each([
    '',
    ' ',
    '{',
    '{"a":1,}',
    '{"a":1}{"b":2}',
    'NaN',
    'Infinity',
    "{'a':1}",
    '\ufeff{}',
    '[1,]',
    '"a',
    '{"a',
    '"a\\',
    '{"a":"\\',
    '["\\x"]',
    '-',
    '1-2',
    '01',
    '{"a"}',
  ])('refuses %j as malformed and quotes no part of the body', (text) => {
    expect(refusalOf(text)).toMatchObject({ code: 'malformed-json', status: 400, errors: undefined });
    expect(refusalOf(`{"secret-value" ${text}`).detail).not.toContain('secret');
  });

  it.each(['{"limit":1,"limit":2}', '{"limit":1,"li\\u006dit":2}', '{"limit":{"limit":1},"a":2,"limit":3}'])(
    'refuses %s as malformed because of its repeated name',
    (text) => {
      expect(refusalOf(text)).toMatchObject({ code: 'malformed-json', errors: [{ field: 'limit' }] });
    },
  );

  it('allows the same name in different objects', () => {
    const text = '{"a":{"a":[{"a":1},{"a":2}]},"b":{"a":3}}';
    expect(parseStrictJson(text)).toEqual(JSON.parse(text));
  });

  it.each(['__proto__', 'constructor', 'prototype', '\\u005f_proto__'])('refuses the name %s anywhere', (badName) => {
    for (const text of [`{"${badName}":1}`, `{"filters":{"x":[{"${badName}":{"polluted":true}}]}}`]) {
      expect(refusalOf(text).code).toBe('invalid-request');
    }
    expect(refusalOf(`{"filters":{"${badName}":1}}`).errors?.[0]?.field).toMatch(/^filters\./);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('accepts dangerous names as values', () => {
    expect(parseStrictJson('{"a":"__proto__","b":["constructor"]}')).toEqual({ a: '__proto__', b: ['constructor'] });
  });

  it('refuses a document one level deeper than the limit, and accepts the limit itself', () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    expect(parseStrictJson(nested(32))).toBeDefined();
    expect(refusalOf(nested(33))).toMatchObject({ code: 'invalid-request', status: 400 });
    expect(refusalOf(`{"caps":${nested(40)}}`).errors?.[0]?.field).toMatch(/^caps/);
    expect(parseStrictJson('[[1],[2],[3]]', { maxDepth: 2 })).toEqual([[1], [2], [3]]);
    expect(refusalOf('[[[1]]]', { maxDepth: 2 }).code).toBe('invalid-request');
  });

  it('refuses nesting that would overflow a recursive parser', () => {
    expect(refusalOf('['.repeat(200_000) + ']'.repeat(200_000)).code).toBe('invalid-request');
    expect(refusalOf('{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000)).code).toBe('invalid-request');
  });

  it('refuses unclosed arrays as malformed if they are nested no deeper than the limit', () => {
    expect(refusalOf('['.repeat(32)).code).toBe('malformed-json');
  });

  it('refuses one element or member more than the limit, and accepts the limit itself', () => {
    const members = (count: number): string =>
      `{${Array.from({ length: count }, (_, index) => `"k${index}":0`).join(',')}}`;
    const elements = (count: number): string => `[${Array(count).fill('[]').join(' , ')}]`;
    for (const text of [members, elements]) {
      expect(parseStrictJson(text(10_000))).toBeDefined();
      expect(refusalOf(text(10_001)).errors).toEqual([
        { field: 'body', message: 'must not have more than 10000 elements and members in total' },
      ]);
    }
    fc.assert(
      fc.property(document, fc.constantFrom('', ' '), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const count = countValues(value);
        expect(parseStrictJson(text, { maxValues: count })).toEqual(JSON.parse(text));
        if (count > 0) expect(refusalOf(text, { maxValues: count - 1 }).code).toBe('invalid-request');
      }),
    );
  });

  it('counts the values in each opaque member separately', () => {
    const limits = { maxValues: 4, opaque: { names: ['content', 'result'], maxValues: 3 } };
    expect(parseStrictJson('{"content":[1,[2]],"a":[1],"result":{"b":{"c":[0]}}}', limits)).toBeDefined();
    for (const content of ['[1,2,3,4]', '[[[[]]],0]', '{"a":[{"b":0},0]}', '{"content":[1,{}],"a":0}']) {
      expect(refusalOf(`{"content":${content}}`, limits).errors).toMatchObject([{ field: 'content' }]);
      expect(refusalOf(`{"other":${content}}`, limits).errors).toMatchObject([{ field: 'body' }]);
    }
    expect(refusalOf('{"a":{"content":[1,2,3]}}', limits).errors).toMatchObject([{ field: 'body' }]);
  });

  it('does not parse a document that exceeds the limits', () => {
    const parse = jest.spyOn(JSON, 'parse');
    expect(refusalOf(`[${Array(340_000).fill('[]').join(',')}]`).code).toBe('invalid-request');
    expect(refusalOf(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`).code).toBe('invalid-request');
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
  });

  it.each([
    ['an escaped NUL', '{"query":"a\\u0000b"}', 'query'],
    ['a lone high surrogate', '{"query":"\\ud83d"}', 'query'],
    ['a lone low surrogate', '{"filters":{"people":["x","\\ude00"]}}', 'filters.people[1]'],
    ['U+FFFE', '{"query":"\ufffe"}', 'query'],
    ['a name with NUL', '{"filters":{"a\\u0000":1}}', 'filters'],
    ['a lone surrogate as the whole document', '"\\ud800"', 'body'],
  ])('refuses %s and reports the field', (_name, text, field) => {
    const message = expect.stringMatching(/NUL, lone surrogates, U\+FFFE or U\+FFFF$/) as string;
    expect(refusalOf(text)).toMatchObject({ code: 'invalid-request', errors: [{ field, message }] });
  });

  it('accepts escaped surrogate pairs', () => {
    expect(parseStrictJson('{"query":"\\ud83d\\ude00"}')).toEqual({ query: '😀' });
  });

  it.each(['1e400', '-1e400', '9'.repeat(400)])('refuses the number %s and reports the field', (number) => {
    expect(refusalOf(`{"pagination":{"limit":${number}}}`)).toMatchObject({
      code: 'invalid-request',
      errors: [{ field: 'pagination.limit' }],
    });
  });

  it('reports fields in bounded, well-formed text', () => {
    const text = `{"${'k'.repeat(5000)}":{"${'😀'.repeat(500)}":{"a":{"b":{"c":"\\u0000"}}}}}`;
    const field = refusalOf(text).errors?.[0]?.field ?? '';
    expect(field.length).toBeLessThan(300);
    expect(field.isWellFormed()).toBe(true);
  });
});
