import fc from 'fast-check';
import { findJsonErrorPosition } from './json-syntax';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('findJsonErrorPosition', () => {
  it.each([
    ['', 1],
    ['{"a":1', 7],
    ['{"a":1,}', 8],
    ['{"a":1}{', 8],
    ['{a:1}', 2],
    ["{'a':1}", 2],
    ['{"a" 1}', 6],
    ['{"a":NaN}', 6],
    ['[1,,2]', 4],
    ['[1 2]', 4],
    ['[01]', 3],
    ['["a]', 2],
    ['["\t"]', 2],
    ['["\\x"]', 2],
    ['[1}', 3],
    ['\ufeff{}', 1],
  ])('finds the error in %j at character %d', (text, position) => {
    expect(findJsonErrorPosition(text)).toBe(position);
  });

  it('finds an error if and only if the parser refuses the text', () => {
    const part = fc.constantFrom(
      ...'{}[]:,"\\ 0123-+.eE\n\u0001',
      'true',
      'null',
      '"a"',
      '"\\u00e9"',
      '{"a":',
      '1e5',
      '[',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(part, { maxLength: 12 }).map((parts) => parts.join('')),
          fc.json(),
        ),
        (text) => {
          const position = findJsonErrorPosition(text);
          expect(position === null).toBe(isJson(text));
          expect(position ?? 1).toBeGreaterThan(0);
          expect(position ?? 1).toBeLessThanOrEqual(text.length + 1);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('reads a very deep or long text without a stack overflow', () => {
    expect(findJsonErrorPosition('['.repeat(500_000))).toBe(500_001);
    expect(findJsonErrorPosition(`["${'\\n'.repeat(500_000)}"]`)).toBeNull();
    expect(findJsonErrorPosition(`["${'\\n'.repeat(500_000)}`)).toBe(2);
  });
});
