import fc from 'fast-check';
import { findTsqueryError } from '../../test/support/checks/tsquery-syntax';
import { allOf, anyOf, lexemeQuery, not, type Tsquery } from './tsquery';

const lexeme = fc
  .oneof(fc.constantFrom("o'brien", 'a\\b', "' | !(", 'tlove', '東京'), fc.string({ unit: 'grapheme' }))
  .filter((text) => text.trim() !== '' && text.isWellFormed() && !text.includes('\0'));
const { query } = fc.letrec<{ query: Tsquery }>((tie) => ({
  query: fc.oneof(
    { depthSize: 'small' },
    lexeme.map(lexemeQuery),
    fc.array(tie('query'), { minLength: 1, maxLength: 4 }).map(anyOf),
    fc.array(tie('query'), { minLength: 1, maxLength: 4 }).map(allOf),
    tie('query').map(not),
  ),
}));

describe('a tsquery', () => {
  it('is valid for any lexemes', () => {
    fc.assert(fc.property(query, (tsquery) => expect(findTsqueryError(tsquery)).toBeNull()));
  });

  it('has parentheses around combined operands, and no duplicate operands', () => {
    const [a, b, c] = ['a', 'b', 'c'].map(lexemeQuery) as [Tsquery, Tsquery, Tsquery];
    expect(allOf([anyOf([a, b]), c])).toBe(`(('a' | 'b') & 'c')`);
    expect(not(anyOf([a, b]))).toBe(`!('a' | 'b')`);
    expect(anyOf([a, a])).toBe(`'a'`);
  });

  it('is never empty: anyOf and allOf throw for an empty list', () => {
    expect(() => anyOf([])).toThrow(RangeError);
    expect(() => allOf([])).toThrow(RangeError);
  });
});
