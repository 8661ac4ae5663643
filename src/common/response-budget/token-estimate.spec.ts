import fc from 'fast-check';
import { encode as encodeCl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { encode as encodeO200k } from 'gpt-tokenizer/encoding/o200k_base';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { estimateTokens } from './token-estimate';
import { describeRealCatalog, REAL_CATALOG_FILES } from '../../../test/support/catalog/real-catalog';
import { ROOT } from '../../../test/support/root';

const EXAMPLES = readFileSync(join(ROOT, 'src/http/openapi/examples.json'), 'utf8');
const SAMPLE = readFileSync(join(ROOT, 'samples/catalog.ndjson'), 'utf8').trimEnd().split('\n');
/** Number of records that the tests read from each real file, spread over the file. */
const RECORDS = 1_500;

const trueTokens = (text: string): number => Math.max(encodeO200k(text).length, encodeCl100k(text).length);

/** Returns the beginnings of the texts whose estimate is below the number of tokens. */
function underestimated(texts: readonly string[]): string[] {
  return texts.filter((text) => estimateTokens(text) < trueTokens(text)).map((text) => text.slice(0, 200));
}

/** Returns the records, their overviews, and lists of their titles. */
function textsOf(lines: readonly string[]): string[] {
  const records = lines.map((line) => JSON.parse(line) as { overview?: string; title?: string });
  const titles = records.flatMap(({ title }) => title ?? []);
  const lists = titles.flatMap((_, index) => (index % 12 === 0 ? JSON.stringify(titles.slice(index, index + 12)) : []));
  return [...lines, ...records.flatMap(({ overview }) => overview ?? []), ...lists];
}

describe('estimateTokens', () => {
  it.each([
    ['', 0],
    ['cat', 1],
    ['cats', 2],
    ['A cat', 2],
    ['USA', 2],
    ['1902', 2],
    ['a  b', 3],
    ['a\n\nb', 4],
    ['{"a":1}', 5],
    ['é', 2],
    ['月', 3],
    ['👩', 4],
  ])('estimates %j as %i', (text, tokens) => {
    expect(estimateTokens(text)).toBe(tokens);
  });

  it('is at least the number of tokens for every recorded answer', () => {
    const examples = Object.values(JSON.parse(EXAMPLES) as Record<string, { responses: Record<string, unknown> }>);
    const answers = examples.flatMap(({ responses }) => Object.values(responses).map((body) => JSON.stringify(body)));
    expect(answers.length).toBeGreaterThan(20);
    expect(underestimated(answers)).toEqual([]);
  });

  it('is at least the number of tokens for records of the sample', () => {
    expect(underestimated(textsOf(SAMPLE))).toEqual([]);
  });

  describeRealCatalog('for a real catalog', () => {
    it.each(REAL_CATALOG_FILES)('is at least the number of tokens for records of %s', (file) => {
      const lines = gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split('\n');
      const step = Math.max(1, Math.floor(lines.length / RECORDS));
      expect(underestimated(textsOf(lines.filter((_, index) => index % step === 0)))).toEqual([]);
    });
  });

  it('is less than twice the number of tokens for answers', () => {
    expect(estimateTokens(EXAMPLES.replace(/\s+/g, ' '))).toBeLessThan(2 * trueTokens(EXAMPLES.replace(/\s+/g, ' ')));
  });

  it('is at least the number of tokens for ids, numbers and times', () => {
    const value = fc.oneof(
      fc.uuid().map((id) => `movie:${id}`),
      fc.double({ min: 0, max: 1, noNaN: true }).map((score) => score.toFixed(6)),
      fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }).map((date) => date.toISOString()),
      fc.string({ minLength: 40, maxLength: 400, unit: fc.constantFrom(...'abcdef0123456789') }),
    );
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 20 }), (values) => {
        const text = JSON.stringify({ values });
        expect(estimateTokens(text)).toBeGreaterThanOrEqual(trueTokens(text));
      }),
      { numRuns: 300 },
    );
  });

  it('never decreases when a text grows, and exceeds a limit exactly if the full estimate does', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), fc.nat(40), (text, limit) => {
        const tokens = estimateTokens(text);
        expect(estimateTokens(`${text}.`)).toBeGreaterThanOrEqual(tokens);
        expect(estimateTokens(text, limit) > limit).toBe(tokens > limit);
      }),
    );
  });
});
