import type { IntelligencePage } from '../dto/page.dto';
import { toPage } from '../paging/paging';
import { effectiveCaps } from '../paging/caps';
import { CursorCodec } from '../paging/cursor';
import { Capped, Nested } from '../response-bounds/bounded.decorators';
import { IntelligenceFacetGroup } from '../dto/facets.dto';
import { IntelligenceSummary } from '../dto/summary.dto';
import { packToBudget } from './pack-to-budget';
import { Packed } from './packed.decorator';
import { estimateTokens } from './token-estimate';

class Row {
  @Nested(() => IntelligenceSummary)
  @Packed('summaries')
  summary: IntelligenceSummary;

  @Capped(11, () => IntelligenceFacetGroup)
  @Packed('facet_groups')
  facets: IntelligenceFacetGroup[];
}

class Answer {
  @Capped(50, () => Row)
  @Packed('rows')
  rows: Row[];

  page: IntelligencePage;
}

const codec = new CursorCodec({ secret: '0123456789abcdef0123456789abcdef' }, () => 0);
const binding = { userId: 'u', route: 'r', filters: null };

function answerOf(rowCount: number, groups: number, values: number): Answer {
  const facets = Array.from({ length: groups }, (_, group) => ({
    kind: 'genre' as const,
    label: `Group ${group}`,
    values: Array.from({ length: values }, (__, value) => ({
      key: `value-${value}`,
      label: `Value ${value}`,
      count: 1,
      sample_media_ids: ['a', 'b', 'c'].map((id) => `movie:00000000-0000-4000-8000-00000000000${id}`),
    })),
    cardinality: values,
    other_count: 0,
    missing_count: 0,
  }));
  const summary = { text: 'What it is about.', max_chars: 400, truncated: false, original_chars: 17 };
  const rows = Array.from({ length: rowCount }, () => ({ summary, facets }));
  return toPageOf(rows, rowCount);
}

function toPageOf(rows: Row[], limit: number): Answer {
  return toPage(rows, limit, { codec, binding, keyOf: (_, index) => [index] });
}

const NONE = { maxChars: null, maxTokens: null };

function pack(answer: Answer, maxChars: number): Answer & { dropped?: Record<string, number> } {
  const { text } = packToBudget(answer, Answer, { ...NONE, maxChars });
  return JSON.parse(text ?? 'null') as Answer & { dropped?: Record<string, number> };
}

describe('packToBudget', () => {
  it('leaves out samples, then facet values, facet groups, summaries and rows', () => {
    const answer = answerOf(2, 1, 2);
    const unpackedChars = JSON.stringify(answer).length;
    const droppedNames: string[] = [];
    for (let chars = unpackedChars; chars > 0; chars -= 1) {
      const { text } = packToBudget(answer, Answer, { ...NONE, maxChars: chars });
      if (text === null) break;
      const { dropped = {} } = JSON.parse(text) as { dropped?: Record<string, number> };
      const names = Object.keys(dropped).join(' ');
      if (droppedNames.at(-1) !== names) droppedNames.push(names);
    }
    expect(droppedNames).toEqual([
      '',
      'samples',
      'samples facet_values',
      'samples facet_values facet_groups',
      'samples facet_values facet_groups summaries',
      'samples facet_values facet_groups summaries rows',
    ]);
  });

  it('adds the counts of the values that it leaves out to other_count', () => {
    const answer = answerOf(1, 1, 20);
    const packed = pack(answer, 1_500);
    const [group] = packed.rows[0]?.facets ?? [];
    expect(group?.other_count).toBe(20 - (group?.values.length ?? 0));
    expect(packed.dropped?.['facet_values']).toBe(group?.other_count);
    expect(answer.rows[0]?.facets[0]?.other_count).toBe(0);
  });

  it('keeps the first row, and sets a cursor that continues after the last kept row', () => {
    const answer = answerOf(9, 0, 0);
    const packed = pack(answer, 700);
    expect(packed.rows.length).toBeGreaterThan(1);
    expect(packed.page).toMatchObject({ returned: packed.rows.length, has_more: true });
    expect(codec.decode(binding, packed.page.next_cursor ?? '')).toEqual([packed.rows.length - 1]);
    const smallest = packToBudget(answer, Answer, { ...NONE, maxChars: 1 });
    expect(smallest.text).toBeNull();
    const chars = 'chars' in smallest ? smallest.chars : 0;
    expect(pack(answer, chars).rows).toHaveLength(1);
  });

  it('keeps all rows if toPage did not make the page block', () => {
    const answer = { ...answerOf(3, 0, 0), page: { returned: 3 } };
    const packed = packToBudget(answer, Answer, { ...NONE, maxChars: 1 });
    expect(packed.text).toBeNull();
    expect('chars' in packed && packed.chars).toBeGreaterThan(3 * 70);
  });

  it('builds few texts, even for the largest answer', () => {
    const limits = effectiveCaps({ facet_limit: 999 });
    const answer = answerOf(50, 11, limits.facet_limit);
    const parts = 50 * 11 * limits.facet_limit * 4;
    expect(parts).toBeGreaterThan(70_000);
    for (const budget of [{ maxChars: 100_000 }, { maxTokens: 32_000 }, { maxChars: 30_000 }]) {
      const { text, passes } = packToBudget(answer, Answer, { ...NONE, ...budget });
      expect(text).not.toBeNull();
      expect(passes).toBeLessThanOrEqual(3 + 2 * Math.ceil(Math.log2(parts)));
      expect(text?.length).toBeLessThanOrEqual(budget.maxChars ?? Infinity);
      expect(estimateTokens(text ?? '')).toBeLessThanOrEqual(budget.maxTokens ?? Infinity);
    }
  });
});
