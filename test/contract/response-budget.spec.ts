import fc from 'fast-check';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import type { IntelligencePage } from '../../src/common/dto/page.dto';
import { packToBudget, type ResponseBudget, type WriteBody } from '../../src/common/response-budget/pack-to-budget';
import { PACKED_CATEGORIES, type PackedCategory } from '../../src/common/response-budget/packed.decorator';
import { estimateTokens } from '../../src/common/response-budget/token-estimate';
import { renderPruned } from '../../src/common/markdown/pruned-markdown';
import type { PrunedLevel } from '../../src/common/response-detail/detail-levels';
import { pruneAnswer } from '../../src/common/response-detail/prune-answer';
import { RENDERERS } from '../support/generators/answer-renderers';
import { ANSWER_KINDS, type AnswerKind } from '../support/generators/answers';
import { CODEC, CURSOR_BINDING } from '../support/generators/answer-rows';

/** Number of random answers of each kind, more than 2,000 in total; with `BUDGET_RUNS=1400`, more than 20,000. */
const RUNS = Number(process.env['BUDGET_RUNS'] ?? 140);

type Json = Record<string, unknown>;

/** The category of each list, by the name of its field. The elements of the paged list are `rows` instead. */
const LISTS: Readonly<Record<string, PackedCategory>> = {
  artifact_ids: 'artifacts',
  artifacts: 'artifacts',
  related: 'related',
  sample_media_ids: 'samples',
  grounding: 'evidence',
  provenance: 'evidence',
  shared: 'evidence',
  values: 'facet_values',
  facets: 'facet_groups',
  people: 'people',
};

/** Counts in each category what packing may leave out of an answer: elements of lists, and texts of summaries. */
function countParts(answer: Json, pagedField: string | undefined): Record<string, number> {
  const counts: Record<string, number> = {};
  const add = (category: string, number: number): void => {
    counts[category] = (counts[category] ?? 0) + number;
  };
  const visit = (value: unknown, name: string): void => {
    if (typeof value !== 'object' || value === null || name === 'dropped') return;
    const category = name === pagedField ? 'rows' : LISTS[name];
    if (Array.isArray(value)) {
      if (category !== undefined) add(category, value.length);
      for (const element of value as unknown[]) visit(element, '');
      return;
    }
    if (/(?:^|_)summary$/.test(name) && (value as Json)['text'] !== '') add('summaries', 1);
    for (const [field, member] of Object.entries(value)) visit(member, field);
  };
  visit(answer, '');
  return counts;
}

/** Returns the ids in an answer, in order. */
function idsIn(text: string): string[] {
  return text.match(/(?:\w+:)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [];
}

const listAt = (answer: Json, path: readonly string[]): unknown[] =>
  path.reduce<unknown>((value, name) => (value as Json)[name], answer) as unknown[];

/** Returns the number of items that each facet group of an answer counts. */
function groupTotals(answer: Json): number[] {
  const totals: number[] = [];
  JSON.stringify(answer, (name, value: unknown) => {
    if (name === 'facets') {
      for (const { values, other_count } of value as { values: { count: number }[]; other_count: number }[]) {
        totals.push(values.reduce((sum, { count }) => sum + count, other_count));
      }
    }
    return value;
  });
  return totals;
}

function fits(text: string, { maxChars, maxTokens }: ResponseBudget): boolean {
  const isShort = maxChars === null || text.length <= maxChars;
  return isShort && (maxTokens === null || estimateTokens(text) <= maxTokens);
}

/** A budget as a share of the size of the answer before it is packed, from 0 to slightly more than 1. */
const share = fc.integer({ min: 0, max: 1_050 }).map((permille) => permille / 1_000);
const shares = fc.record({ chars: fc.option(share), tokens: fc.option(share) });

/** A level of detail; null for the whole answer. */
const levels = fc.constantFrom<(PrunedLevel | null)[]>(null, null, 'ids', 'brief');

function budgetOf(text: string, { chars, tokens }: { chars: number | null; tokens: number | null }): ResponseBudget {
  return {
    maxChars: chars === null ? null : Math.ceil(chars * text.length),
    maxTokens: tokens === null ? null : Math.ceil(tokens * estimateTokens(text)),
  };
}

/** Expects that each part of the answer either is in the packed answer or is counted in `dropped`. */
function expectPacked(
  answer: Json,
  { pagedPath }: AnswerKind,
  packed: Json & { dropped?: Record<string, number> },
): void {
  const { dropped = {} } = packed;
  const pagedField = pagedPath?.at(-1);
  const [before, after] = [countParts(answer, pagedField), countParts(packed, pagedField)];
  for (const category of PACKED_CATEGORIES) {
    const parts = [category, (after[category] ?? 0) + (dropped[category] ?? 0)];
    expect(parts).toEqual([category, before[category] ?? 0]);
  }
  expect(Object.values(dropped).every((number) => number > 0)).toBe(true);
  const known = new Set(idsIn(JSON.stringify(answer)));
  expect(idsIn(JSON.stringify(packed)).filter((id) => !known.has(id))).toEqual([]);
  if (dropped['facet_groups'] === undefined && dropped['rows'] === undefined) {
    expect(groupTotals(packed)).toEqual(groupTotals(answer));
  }
  if (pagedPath !== null) expectPages(answer, packed, pagedPath);
}

/** Returns the objects with a `page`: the answer itself, or the results of a batch. `path` leads to the paged list. */
function pagedParts(answer: Json, pagedPath: readonly string[]): { part: Json; path: readonly string[] }[] {
  const [first = '', ...path] = pagedPath;
  if (answer['page'] !== undefined) return [{ part: answer, path: pagedPath }];
  return (answer[first] as Json[]).map((part) => ({ part, path }));
}

function expectPages(answer: Json, packed: Json, pagedPath: readonly string[]): void {
  const after = pagedParts(packed, pagedPath);
  for (const [index, { part, path }] of pagedParts(answer, pagedPath).entries()) {
    const packedPart = after[index]?.part ?? {};
    expectPage(part, packedPart, path, listAt(part, path).length - listAt(packedPart, path).length);
  }
}

function expectPage(answer: Json, packed: Json, path: readonly string[], dropped: number): void {
  const page = packed['page'] as IntelligencePage;
  if (dropped === 0) {
    expect(page).toEqual(answer['page']);
    return;
  }
  const returned = listAt(packed, path).length;
  expect(returned).toBeGreaterThan(0);
  expect(page).toMatchObject({ returned, has_more: true, truncated: false });
  expect(CODEC.decode(CURSOR_BINDING, page.next_cursor ?? '')).toEqual([returned]);
}

describe('packToBudget', () => {
  it.each(Object.entries(ANSWER_KINDS))(
    'packs answers of %s, in any format and detail, into a budget, or returns the smallest budget that suffices',
    (name, kind) => {
      fc.assert(
        fc.property(kind.answer, levels, fc.boolean(), shares, (wholeAnswer, level, isMarkdown, sizes) => {
          const answer = level === null ? wholeAnswer : (pruneAnswer(wholeAnswer, kind.type, level) as Json);
          const unchanged = JSON.stringify(answer);
          const markdown = level === null ? RENDERERS[name] : renderPruned;
          const toText = (isMarkdown ? markdown : null) ?? ((body: object) => JSON.stringify(body));
          const bodies = new Map<string, Json>();
          const write: WriteBody = (body) => {
            const text = toText(body);
            bodies.set(text, body as Json);
            return text;
          };
          const original = toText(answer);
          const budget = budgetOf(original, sizes);
          const packed = packToBudget(answer, kind.type, budget, write);
          expect(JSON.stringify(answer)).toBe(unchanged);
          expect(packToBudget(answer, kind.type, budget, toText)).toEqual(packed);
          if (packed.text === null) {
            const { chars, tokens } = packed;
            const isEnough = (maxChars: number | null, maxTokens: number | null): boolean =>
              packToBudget(answer, kind.type, { maxChars, maxTokens }, toText).text !== null;
            expect(isEnough(chars, tokens)).toBe(true);
            // Each maximum that is too small must be raised to the returned size. One less does not suffice.
            const { maxChars, maxTokens } = budget;
            if (maxChars !== null && maxChars < chars) expect(isEnough(chars - 1, null)).toBe(false);
            if (maxTokens !== null && maxTokens < tokens) {
              const raisedChars = maxChars === null ? null : Math.max(maxChars, chars);
              expect(isEnough(raisedChars, tokens - 1)).toBe(false);
            }
            return;
          }
          expect(fits(packed.text, budget)).toBe(true);
          if (fits(original, budget)) expect(packed.text).toBe(original);
          else expectPacked(answer, kind, bodies.get(packed.text) ?? {});
        }),
        { numRuns: RUNS },
      );
    },
  );

  it('does not leave out more when the budget is larger', () => {
    const { type, answer: answers } = ANSWER_KINDS['candidates'] as AnswerKind;
    fc.assert(
      fc.property(answers, share, share, (answer, one, other) => {
        const [small, large] = [Math.min(one, other), Math.max(one, other)].map(
          (chars) => packToBudget(answer, type, budgetOf(JSON.stringify(answer), { chars, tokens: null })).text,
        );
        if (typeof small !== 'string') return;
        expect(typeof large).toBe('string');
        const droppedOf = (text: string): number => {
          const { dropped = {} } = JSON.parse(text) as { dropped?: Record<string, number> };
          return Object.values(dropped).reduce((sum, number) => sum + number, 0);
        };
        expect(droppedOf(large ?? '')).toBeLessThanOrEqual(droppedOf(small));
      }),
      { numRuns: RUNS },
    );
  });

  it('keeps the tokens of an answer within the budget, as a tokenizer counts them', () => {
    const { type, answer: answers } = ANSWER_KINDS['context'] as AnswerKind;
    const [answer] = fc.sample(answers, { numRuns: 1, seed: 7 });
    let packed = 0;
    for (let maxTokens = 200; maxTokens < 4_000; maxTokens += 200) {
      const { text } = packToBudget(answer ?? {}, type, { maxChars: null, maxTokens });
      if (text === null) continue;
      expect(encode(text).length).toBeLessThanOrEqual(maxTokens);
      packed += 1;
    }
    expect(packed).toBeGreaterThan(5);
  });
});
