import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { PAYLOAD_MAX_BYTES, toStoredPayload } from './payload';

function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)]));
}

describe('toStoredPayload', () => {
  it('keeps a payload within the limit unchanged', () => {
    const payload = toStoredPayload({ query: 'bus', limit: 3, nested: [null, true] });
    expect(payload.json).toBe('{"query":"bus","limit":3,"nested":[null,true]}');
    expect(payload.bytes).toBe(payload.json.length);
    expect(payload.sha256).toBe(createHash('sha256').update(payload.json).digest('hex'));
  });

  it('returns valid JSON within the limit for any payload', () => {
    const long = fc.string({ unit: 'binary', maxLength: 3000 }).map((text) => text.repeat(8));
    const value = fc.oneof(fc.jsonValue({ maxDepth: 4 }), long);
    const payloads = fc.dictionary(fc.oneof(fc.string(), long), fc.oneof(value, fc.array(value, { maxLength: 50 })));
    fc.assert(
      fc.property(payloads, (payload) => {
        const { json, bytes } = toStoredPayload(payload);
        expect(Buffer.byteLength(json)).toBeLessThanOrEqual(PAYLOAD_MAX_BYTES);
        expect(json.isWellFormed()).toBe(true);
        JSON.parse(json);
        expect(bytes > PAYLOAD_MAX_BYTES || bytes === Buffer.byteLength(json)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('cuts the longest strings and keeps the structure', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30_000, size: 'max' }), {
          minLength: 1,
          maxLength: 60,
        }),
        (texts) => {
          const payload = {
            texts,
            more: texts.map((text, index) => ({ index, note: [...text].slice(0, 10).join('') })),
          };
          const stored = JSON.parse(toStoredPayload(payload).json) as typeof payload;
          expect(shapeOf(stored)).toEqual(shapeOf(payload));
          const cutTexts = stored.texts.filter((text, index) => text !== texts[index]);
          const uncutTexts = stored.texts.filter((text, index) => text === texts[index]);
          const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
          if (bytesOf(payload) > PAYLOAD_MAX_BYTES) expect(cutTexts).not.toEqual([]);
          else expect(stored).toEqual(payload);
          for (const cut of cutTexts) expect(cut).toMatch(/…$/);
          for (const uncut of uncutTexts) {
            for (const cut of cutTexts) expect(bytesOf(uncut)).toBeLessThanOrEqual(bytesOf(cut) + 16);
          }
        },
      ),
      { numRuns: 20 },
    );
  });

  it('uses almost the whole limit for one long text', () => {
    const { json, bytes } = toStoredPayload({ text: 'é"\n'.repeat(200_000) });
    expect(Buffer.byteLength(json)).toBeGreaterThan(PAYLOAD_MAX_BYTES - 32);
    expect(bytes).toBe(200_000 * 6 + 11);
  });

  it('keeps more than 700 of 100,000 members, and states how many it omits', () => {
    const members = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`name ${n}`, n]));
    const stored = JSON.parse(toStoredPayload(members).json) as Record<string, unknown>;
    const storedCount = Object.keys(stored).length - 1;
    expect(storedCount).toBeGreaterThan(700);
    expect(stored['…']).toBe(`+${100_000 - storedCount} members`);
    const elements = JSON.parse(toStoredPayload(Array.from({ length: 500_000 }, () => 1)).json) as unknown[];
    expect(elements.at(-1)).toBe(`… +${500_000 - elements.length + 1} elements`);
  });

  it('stays within the limit and hides secrets if a payload has deep nesting and long names', () => {
    let deep: unknown = 'end';
    for (let level = 0; level < 3000; level += 1) deep = { [`${'n'.repeat(5000)}${level}`]: deep, password: 'hunter2' };
    const { json } = toStoredPayload(deep);
    expect(Buffer.byteLength(json)).toBeLessThanOrEqual(PAYLOAD_MAX_BYTES);
    expect(json).not.toContain('hunter2');
  });
});
