import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { packToBudget } from '../../src/common/response-budget/pack-to-budget';
import { estimateTokens } from '../../src/common/response-budget/token-estimate';
import { RENDERERS } from '../support/generators/answer-renderers';
import { ANSWER_KINDS } from '../support/generators/answers';

/** Number of random answers of each kind; `BUDGET_RUNS` overrides it. */
const RUNS = Number(process.env['BUDGET_RUNS'] ?? 60);
const PARSER = new MarkdownIt({ html: true, linkify: true });

/** Markdown constructs that the renderer writes, except the code span of a cursor. Catalog text must not add others. */
const RENDERER_TOKEN =
  /^(?:paragraph|bullet_list|ordered_list|list_item|em|heading)_(?:open|close)$|^(?:inline|text|softbreak)$/;

/** Returns the page blocks of an answer and of the answers in its list `results`. */
function pagesOf({ page, results = [] }: Record<string, unknown>): { truncated: boolean }[] {
  const pages = page === undefined ? [] : [page as { truncated: boolean }];
  return [...pages, ...(results as Record<string, unknown>[]).flatMap(pagesOf)];
}

const cases = Object.entries(ANSWER_KINDS).map(([name, kind]) => {
  return [name, kind, RENDERERS[name] ?? JSON.stringify] as const;
});

describe('an answer in Markdown', () => {
  it('has a renderer, whatever its kind', () => {
    expect(Object.keys(RENDERERS).sort()).toEqual(Object.keys(ANSWER_KINDS).sort());
  });

  it.each(cases)('of %s contains catalog text only as plain text', (_, kind, render) => {
    fc.assert(
      fc.property(kind.answer, (answer) => {
        const markdown = render(answer);
        const tokens = PARSER.parse(markdown, {}).flatMap((token) => [token, ...(token.children ?? [])]);
        const types = tokens.map(({ type }) => type);
        // The cursor is the only code span, and the notice is the only emphasis.
        const codes = tokens.filter(({ type }) => type === 'code_inline').map(({ content }) => content);
        const cursors = Array.from(JSON.stringify(answer).matchAll(/"next_cursor":"([^"]+)"/g), ([, cursor]) => cursor);
        expect(codes).toEqual(cursors);
        expect(types.filter((type) => !RENDERER_TOKEN.test(type) && type !== 'code_inline')).toEqual([]);
        expect(types.filter((type) => type === 'heading_open')).toHaveLength(1);
        expect(types.filter((type) => type === 'em_open')).toHaveLength(1);
      }),
      { numRuns: RUNS },
    );
  });

  it.each(cases)('of %s cites each source once, with an id of the answer', (_, kind, render) => {
    fc.assert(
      fc.property(kind.answer, (answer) => {
        const [text = '', sources = ''] = render(answer).split('\nSources:\n');
        const cited = Array.from(text.matchAll(/(?<!\\)\[(\d+)\]/g), ([, number]) => Number(number));
        const listed = Array.from(sources.matchAll(/^\[(\d+)\] (\S+?)(?:;|$)/gm), ([, number, id]) => [number, id]);
        expect([...cited].sort((a, b) => a - b)).toEqual(listed.map(([number]) => Number(number)));
        const json = JSON.stringify(answer);
        expect(listed.filter(([, id = '']) => !json.includes(`"${id}"`))).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it.each(cases)('of %s has a note for each list that is truncated at a bound', (_, kind, render) => {
    fc.assert(
      fc.property(kind.answer, (answer) => {
        const notes = render(answer).match(/^More rows may match than paging can reach\.$/gm) ?? [];
        expect(notes).toHaveLength(pagesOf(answer).filter(({ truncated }) => truncated).length);
      }),
      { numRuns: RUNS },
    );
  });

  it.each([
    [{ count: 1, relation: 'eq' }, '1 match.'],
    [{ count: 2, relation: 'gte' }, 'At least 2 matches.'],
  ])('of candidates counts the matches %j as "%s"', (matches, line) => {
    const page = { limit: 1, returned: 0, has_more: false, next_cursor: null, truncated: false };
    const answer = { candidates: [], did_you_mean: null, facets: [], matches, page };
    expect(RENDERERS['candidates']?.(answer).split('\n')).toContain(line);
  });

  it.each([
    [600, '120 of 600 seconds'],
    [0, '120 seconds'],
  ])('of an item with a duration of %d says "%s", because 0 means unknown', (duration, text) => {
    const [answer] = fc.sample(ANSWER_KINDS['context']?.answer ?? fc.constant({}), 1) as { item: object }[];
    const state = { state: 'in_progress', position_seconds: 120, duration_seconds: duration, episodes: null };
    const item = { ...answer?.item, watch_state: { ...state, last_watched_at: null } };
    expect(RENDERERS['context']?.({ ...answer, item })).toContain(`- Watched: in\\_progress, ${text}\n`);
  });

  it.each([
    ['episodes', { completed: 1, total: 8, specials_completed: 0, specials_total: 0 }, '1 of 8 episodes'],
    ['only specials', { completed: 0, total: 0, specials_completed: 1, specials_total: 2 }, '1 of 2 specials'],
    ['both', { completed: 1, total: 8, specials_completed: 0, specials_total: 2 }, '1 of 8 episodes, 0 of 2 specials'],
  ])('of a series with %s counts what the caller completed', (_, counts, text) => {
    const [answer] = fc.sample(ANSWER_KINDS['context']?.answer ?? fc.constant({}), 1) as { item: object }[];
    const state = { state: 'in_progress', position_seconds: null, duration_seconds: null, last_watched_at: null };
    const item = { ...answer?.item, watch_state: { ...state, episodes: { ...counts, in_progress: 0 } } };
    expect(RENDERERS['context']?.({ ...answer, item })).toContain(`- Watched: in\\_progress, ${text}\n`);
  });

  it.each(cases)('of %s fits the budget, unless its smallest form exceeds it', (_, kind, render) => {
    fc.assert(
      fc.property(kind.answer, fc.integer({ min: 0, max: 1_000 }), (answer, permille) => {
        const maxTokens = Math.ceil((estimateTokens(render(answer)) * permille) / 1_000);
        const packed = packToBudget(answer, kind.type, { maxChars: null, maxTokens }, render);
        if (packed.text === null) {
          const smallest = { maxChars: null, maxTokens: packed.tokens };
          expect(packed.tokens).toBeGreaterThan(maxTokens);
          expect(packToBudget(answer, kind.type, smallest, render).text).not.toBeNull();
          return;
        }
        const { text } = packed;
        expect(estimateTokens(text)).toBeLessThanOrEqual(maxTokens);
        expect(packToBudget(answer, kind.type, { maxChars: null, maxTokens }, render).text).toBe(text);
      }),
      { numRuns: RUNS },
    );
  });
});
