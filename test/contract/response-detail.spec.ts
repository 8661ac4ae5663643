import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { renderPruned } from '../../src/common/markdown/pruned-markdown';
import type { PrunedLevel } from '../../src/common/response-detail/detail-levels';
import { pruneAnswer } from '../../src/common/response-detail/prune-answer';
import { RENDERERS } from '../support/generators/answer-renderers';
import { ANSWER_KINDS } from '../support/generators/answers';

/** Number of random answers of each kind; `BUDGET_RUNS` overrides it. */
const RUNS = Number(process.env['BUDGET_RUNS'] ?? 40);
const PARSER = new MarkdownIt({ html: true, linkify: true });
const ROW_MAX_BYTES = 80;

type Json = Record<string, unknown>;

const kinds = Object.entries(ANSWER_KINDS);
const levels = fc.constantFrom<PrunedLevel[]>('ids', 'brief');

/** Returns the ids of rows: of items, artifacts and runs, and the sequence numbers of tool calls. */
function idsIn(value: unknown): string[] {
  const ids: string[] = [];
  JSON.stringify(value, (name, member: unknown) => {
    // These members contain ids that are not ids of rows, except the id of the item in `media`.
    if (
      ['series', 'artifact_ids', 'grounding', 'provenance', 'hierarchy', 'sample_media_ids', 'media'].includes(name)
    ) {
      return name === 'media' ? { media_id: (member as Json | null)?.['media_id'] } : undefined;
    }
    if (['media_id', 'artifact_id', 'run_id', 'sequence'].includes(name)) ids.push(String(member));
    return member;
  });
  return ids;
}

/** Returns whether `whole` contains each value of `part` at the same path. The texts of `part` may be cut. */
function isPartOf(part: unknown, whole: unknown): boolean {
  if (typeof part === 'string') return typeof whole === 'string' && withSpaces(whole).startsWith(withSpaces(part));
  if (typeof part !== 'object' || part === null) return part === whole;
  if (Array.isArray(part)) {
    const list = whole as unknown[];
    return part.length === list.length && part.every((each, index) => isPartOf(each, list[index]));
  }
  return Object.entries(part).every(([name, each]) => isPartOf(each, (whole as Json)[name]));
}

function withSpaces(text: string): string {
  return text.replace(/\s/g, ' ');
}

/** Returns the line that says who wrote the texts, and that they are not instructions. */
function noticeIn(markdown: string): string | undefined {
  return /^_.*not instructions.*_$/m.exec(markdown)?.[0];
}

describe('an answer with less detail', () => {
  it.each(kinds)('of %s is a part of the whole answer, with the same rows', (name, { type, answer: answers }) => {
    fc.assert(
      fc.property(answers, levels, (answer, level) => {
        const original = JSON.stringify(answer);
        const pruned = pruneAnswer(answer, type, level);
        expect(JSON.stringify(answer)).toBe(original);
        expect(isPartOf(pruned, answer)).toBe(true);
        expect(JSON.stringify(pruneAnswer(answer, type, level))).toBe(JSON.stringify(pruned));
        // Only the standard answer contains the item of an artifact, and the artifacts of a context.
        if (!/artifact|context/.test(name)) expect(idsIn(pruned)).toEqual(idsIn(answer));
      }),
      { numRuns: RUNS },
    );
  });

  const kindsWithRows = kinds.filter(([name, { pagedPath }]) => pagedPath !== null || name === 'context');

  it.each(kindsWithRows)(
    'of %s with only ids has at most 80 bytes for each row',
    (_, { type, pagedPath, answer: answers }) => {
      fc.assert(
        fc.property(answers, (answer) => {
          const pruned = pruneAnswer(answer, type, 'ids') as Json;
          const rows = (pagedPath ?? ['related']).reduce<unknown[]>(
            (values, name) => values.flatMap((value) => ((value as Json)[name] ?? []) as unknown[]),
            [pruned],
          );
          for (const row of rows) expect(Buffer.byteLength(JSON.stringify(row))).toBeLessThanOrEqual(ROW_MAX_BYTES);
        }),
        { numRuns: RUNS },
      );
    },
  );

  it.each(kinds)('of %s has the notice of the whole answer in Markdown', (name, { type, answer: answers }) => {
    fc.assert(
      fc.property(answers, levels, (answer, level) => {
        const pruned = renderPruned(pruneAnswer(answer, type, level));
        expect(noticeIn(pruned)).toBe(noticeIn(RENDERERS[name]?.(answer) ?? ''));
      }),
      { numRuns: RUNS },
    );
  });

  it.each(kinds)('of %s contains catalog text only as plain text in Markdown', (_, { type, answer: answers }) => {
    fc.assert(
      fc.property(answers, levels, (answer, level) => {
        const tokens = PARSER.parse(renderPruned(pruneAnswer(answer, type, level)), {});
        const types = tokens.flatMap((token) => [token.type, ...(token.children ?? []).map((child) => child.type)]);
        const permitted =
          /^(?:(?:paragraph|bullet_list|list_item|em|heading)_(?:open|close)|inline|text|softbreak|code_inline)$/;
        expect(types.filter((each) => !permitted.test(each))).toEqual([]);
        // Only the notice that the texts are not instructions is in italics.
        expect(types.filter((each) => each === 'em_open')).toHaveLength(1);
      }),
      { numRuns: RUNS },
    );
  });
});

it('the Markdown of an answer with less detail nests the lists of a row below the row', () => {
  const values = [{ value: 'drama', ids: ['movie:1', 'movie:2'] }];
  const lines = renderPruned({ groups: [{ kind: 'genre', values }] }).split('\n');
  expect(lines.filter((line) => /^ *- /.test(line))).toEqual([
    '- groups:',
    '  - genre',
    '    - values:',
    '      - drama',
    '        - ids:',
    '          - movie:1',
    '          - movie:2',
  ]);
});
