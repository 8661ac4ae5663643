import { Citations } from './citations';

const linesOf = (evidence: string, shown: string): string[] => {
  const citations = new Citations();
  const text = { text: evidence, max_chars: 240, truncated: false, original_chars: evidence.length };
  citations.cite('id', [{ source: 'media_metadata', field: 'overview', label: 'L', evidence: text }], [shown]);
  return citations.toLines();
};

describe('Citations', () => {
  it('quotes evidence of which the answer shows only a part of the first 24 code points', () => {
    const evidence = '😀'.repeat(24);
    expect(linesOf(evidence, '😀'.repeat(12))).toEqual([`[1] id; overview "${evidence}"`]);
  });

  it('does not quote evidence of which the answer shows the first 24 code points', () => {
    expect(linesOf(`${'😀'.repeat(24)}, and more`, '😀'.repeat(24))).toEqual(['[1] id; overview']);
  });
});
