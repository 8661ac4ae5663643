import fc from 'fast-check';
import type { IntelligencePage } from '../dto/page.dto';
import { toPage } from '../paging/paging';
import { resolveCaps } from '../paging/caps';
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

class Card {
  @Capped(9)
  @Packed('artifacts')
  artifacts: string[];

  @Capped(9)
  @Packed('people')
  people: string[];

  @Nested(() => IntelligenceSummary)
  @Packed('summaries')
  summary: IntelligenceSummary;
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

/**
 * Returns the JSON of a card with 0, 1, 2 and more units left out, computed without the implementation. A unit is an
 * artifact, a person or the summary. First the artifacts are left out, then the people, each from the end of its list,
 * and at last the summary.
 */
function allTextsOf(card: Card): string[] {
  const texts = [JSON.stringify(card)];
  const body = { ...card };
  const dropped: Record<string, number> = {};
  const add = (category: string): void => {
    dropped[category] = (dropped[category] ?? 0) + 1;
    texts.push(JSON.stringify({ ...body, dropped }));
  };
  for (const category of ['artifacts', 'people'] as const) {
    while (body[category].length > 0) {
      body[category] = body[category].slice(0, -1);
      add(category);
    }
  }
  if (body.summary.text !== '') {
    body.summary = { ...body.summary, text: '', truncated: true };
    add('summaries');
  }
  return texts;
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

  it('leaves out the least that suffices, and names the least budget that suffices', () => {
    const names = fc.array(fc.string({ maxLength: 3 }), { maxLength: 9 });
    const cards = fc.record({ artifacts: names, people: names, text: fc.string({ maxLength: 40 }) });
    fc.assert(
      fc.property(cards, fc.nat({ max: 250 }), ({ text, ...lists }, maxChars) => {
        const card: Card = { ...lists, summary: { text, max_chars: 400, truncated: false, original_chars: 40 } };
        const texts = allTextsOf(card);
        const packed = packToBudget(card, Card, { ...NONE, maxChars });
        expect(packed.text).toBe(texts.find((each) => each.length <= maxChars) ?? null);
        if (packed.text === null) {
          const chars = Math.min(...texts.map((each) => each.length));
          const tokens = texts.filter((each) => each.length === chars).map((each) => estimateTokens(each));
          expect(packed).toMatchObject({ chars, tokens: Math.min(...tokens) });
        }
      }),
      { numRuns: 500 },
    );
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

  it('keeps all rows of an answer whose page block was not made by `toPage`', () => {
    const answer = { ...answerOf(3, 0, 0), page: { returned: 3 } };
    const packed = packToBudget(answer, Answer, { ...NONE, maxChars: 1 });
    expect(packed.text).toBeNull();
    expect('chars' in packed && packed.chars).toBeGreaterThan(3 * 70);
  });

  it('builds a number of texts that is logarithmic in the number of parts, even for the largest answer', () => {
    const limits = resolveCaps({ facet_limit: 999 });
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
