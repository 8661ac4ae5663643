import type { IntelligenceSummary } from '../dto/summary.dto';
import { formatSummary, formatSummaryBlock } from './markdown-lines';

const summaryOf = (text: string, truncated: boolean): IntelligenceSummary => ({
  text,
  truncated,
  max_chars: text.length,
  original_chars: text.length + (truncated ? 1 : 0),
});

describe('a summary', () => {
  it('ends with one ellipsis if the answer contains only its beginning', () => {
    expect(formatSummary(summaryOf('A trip', true))).toBe(' — A trip…');
    expect(formatSummaryBlock(summaryOf('A trip', true))).toEqual(['A trip…', '']);
    expect(formatSummary(summaryOf('word '.repeat(20), true))).toMatch(/[^…]…$/);
  });

  it('has no ellipsis if it is whole', () => {
    expect(formatSummary(summaryOf('A trip', false))).toBe(' — A trip');
    expect(formatSummaryBlock(summaryOf('A trip to the Moon', false))).toEqual(['A trip to the Moon', '']);
    expect(formatSummaryBlock(summaryOf('', false))).toEqual([]);
  });
});
