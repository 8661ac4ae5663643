import type { LanguageModel } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { createClient, type IntelligenceClient } from 'intelligence-client';
import { answerQuestion as answerWithSdk } from '../../../examples/ai-sdk-agent';
import { answerQuestion as answerWithMcp, type Message, type Model } from '../../../examples/mcp-agent';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { refreshLexicon } from '../../support/catalog/refresh-lexicon';
import { connectMcp } from '../../support/requests/mcp';
import { importSamples } from '../../support/catalog/samples';
import { createTestApp, type TestApp } from '../../support/app/test-app';

/* The programs of `examples` against the service. A script replaces the model. */

const MOON = 'movie:39f20734-191f-5c8f-a229-57b0b2e1492a';
const INVENTED = 'movie:00000000-0000-4000-8000-000000000000';
const QUESTION = 'Which film shows a trip to the Moon?';
/**
 * A text that is longer than a summary may be. Each 🎬 has two UTF-16 code units. NFC makes two code points of each
 * U+095C.
 */
const LONG = '🎬\u095c'.repeat(10_001);
const ANSWER = `A Trip to the Moon [${MOON}], and To Mars [${INVENTED}].`;

let app: TestApp;
let user: TestUser;
let typed: IntelligenceClient;

beforeAll(async () => {
  app = await createTestApp();
  await importSamples(app, await createUser(app, { role: 'admin' }));
  await refreshLexicon(app);
  user = await createUser(app, { scopes: ['artifacts:write'] });
  typed = createClient({ baseUrl: app.url, credentials: { token: user.token } });
});
afterAll(() => app.close());

/** The summary of a run that the example has recorded. */
async function recordOf(runId: string): Promise<object> {
  const { run } = await typed.auditRun({ path: { run_id: runId } });
  const calls = run.tool_calls.map(({ name, status }) => `${name} ${status}`);
  return { status: run.status, asked: run.input_summary?.text, answered: run.output_summary?.text, calls };
}

const RECORD = {
  status: 'succeeded',
  asked: QUESTION,
  answered: ANSWER,
  calls: ['search_media succeeded', 'get_media failed', 'get_media succeeded'],
};

/** The tool calls that the scripted model makes before it answers. */
const CALLS: readonly { readonly name: string; readonly arguments: Record<string, unknown> }[] = [
  { name: 'search_media', arguments: { query: 'trip moon' } },
  { name: 'get_media', arguments: { media_id: 'movie:moon' } },
  { name: 'get_media', arguments: { media_id: MOON } },
];

describe('the loop of the AI SDK', () => {
  /** A model that makes one of the calls in each step. It stores the results that it receives. */
  function scriptedModel(results: string[], calls = CALLS, text = ANSWER): LanguageModel {
    const usage = {
      inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 1, text: 1, reasoning: 0 },
    };
    let step = 0;
    return new MockLanguageModelV3({
      doGenerate: ({ prompt }) => {
        const last = prompt.at(-1);
        if (last?.role === 'tool') results.push(JSON.stringify(last.content));
        const call = calls[step];
        step += 1;
        return Promise.resolve({
          content:
            call === undefined
              ? [{ type: 'text' as const, text }]
              : [
                  {
                    type: 'tool-call' as const,
                    toolCallId: String(step),
                    toolName: call.name,
                    input: JSON.stringify(call.arguments),
                  },
                ],
          finishReason: { unified: call === undefined ? ('stop' as const) : ('tool-calls' as const), raw: undefined },
          usage,
          warnings: [],
        });
      },
    });
  }

  it('answers with tools within the budget, checks the citations and records the run', async () => {
    const results: string[] = [];
    const answer = await answerWithSdk({ client: typed, model: scriptedModel(results), text: QUESTION });
    expect(answer.text).toBe(ANSWER);
    const statuses = (id: string): string[] =>
      answer.citations.filter(({ media_id: each }) => each === id).map(({ status }) => status);
    expect(new Set(statuses(MOON))).toEqual(new Set(['valid']));
    expect(statuses(INVENTED)).toEqual(['unknown']);
    expect(results[0]).toContain('A Trip to the Moon');
    expect(results[1]).toMatch(/media_id/);
    for (const result of results) expect(result.length).toBeLessThan(6_000);
    expect(await recordOf(answer.runId)).toEqual(RECORD);
  });

  it('names a cited item once as a source of the run, even if several groundings cite it', async () => {
    const sources: unknown[] = [];
    const putRun: typeof typed.putRun = (request) => {
      sources.push(...(request.body?.sources ?? []));
      return typed.putRun(request);
    };
    // The groundings of a single candidate fit into the budget.
    const model = scriptedModel([], [{ name: 'search_media', arguments: { query: 'trip moon', limit: 1 } }]);
    const answer = await answerWithSdk({ client: { ...typed, putRun }, model, text: QUESTION });
    expect(answer.citations.filter(({ media_id: id }) => id === MOON).length).toBeGreaterThan(1);
    expect(sources).toEqual([{ media_id: MOON }]);
  });

  it('passes no budget to tools that write', async () => {
    const note = { kind: 'user_note', scope: 'user', title: 'Moon', content: { text: 'Seen.' } };
    const model = scriptedModel([], [{ name: 'save_artifact', arguments: note }]);
    const { runId } = await answerWithSdk({ client: typed, model, text: QUESTION });
    expect(await recordOf(runId)).toEqual({ ...RECORD, calls: ['save_artifact succeeded'] });
  });

  it('returns a long question and a long answer completely, and records their beginnings', async () => {
    const model = scriptedModel([], [], LONG);
    const { text, runId } = await answerWithSdk({ client: typed, model, text: LONG });
    expect(text).toBe(LONG);
    expect((await typed.auditRun({ path: { run_id: runId } })).run.status).toBe('succeeded');
  });

  it('fails if the model gives no answer in 8 steps', async () => {
    const endless = Array.from({ length: 9 }, () => ({ name: 'next_up', arguments: {} }));
    const answer = answerWithSdk({ client: typed, model: scriptedModel([], endless), text: QUESTION });
    await expect(answer).rejects.toThrow('did not answer within 8 steps');
    const { runs } = await typed.listRuns({ query: { limit: 1 } });
    expect(runs[0]).toMatchObject({ status: 'failed' });
  });

  it('records the run as failed if the model fails', async () => {
    const model = new MockLanguageModelV3({ doGenerate: () => Promise.reject(new Error('The model is away.')) });
    await expect(answerWithSdk({ client: typed, model, text: QUESTION })).rejects.toThrow('The model is away.');
    const { runs } = await typed.listRuns({ query: { limit: 1 } });
    expect(runs[0]).toMatchObject({ status: 'failed' });
    expect(runs[0]?.error_summary?.text).toContain('The model is away.');
  });

  it('records a tool call that gets no answer as failed', async () => {
    const away = (): Promise<never> => Promise.reject(new Error('The service is away.'));
    const client = { ...typed, answerMcp: away };
    const { runId } = await answerWithSdk({ client, model: scriptedModel([]), text: QUESTION });
    const calls = ['search_media failed', 'get_media failed', 'get_media failed'];
    expect(await recordOf(runId)).toEqual({ ...RECORD, calls });
  });

  it('gives the model the error of a tool call that cannot be recorded as failed', async () => {
    const results: string[] = [];
    const client = {
      ...typed,
      answerMcp: (): Promise<never> => Promise.reject(new Error('The service is away.')),
      putToolCall: (request: Parameters<typeof typed.putToolCall>[0]) =>
        request.body?.status === 'failed' ? Promise.reject(new Error('No record.')) : typed.putToolCall(request),
    };
    await answerWithSdk({ client, model: scriptedModel(results), text: QUESTION });
    expect(results).toHaveLength(CALLS.length);
    for (const result of results) expect(result).toContain('The service is away.');
  });
});

describe('the loop with the MCP client', () => {
  /** A model that makes one of the calls in each step. It stores the last conversation. */
  function scriptedModel(received: { messages: readonly Message[]; tools: string[] }): Model {
    let step = 0;
    return (messages, tools) => {
      received.messages = messages;
      received.tools = tools.map(({ name }) => name);
      const call = CALLS[step];
      step += 1;
      return Promise.resolve(call === undefined ? { text: ANSWER } : { calls: [{ id: `call-${step}`, ...call }] });
    };
  }

  /** The ids of calls and of results, in the order of the conversation. */
  const idsOfCalls = (messages: readonly Message[]): string[] =>
    messages.flatMap((message) => {
      if (message.role === 'tool') return [message.callId];
      return message.role === 'assistant' ? message.calls.map(({ id }) => id) : [];
    });

  it('answers with tools that only read, checks the citations and records the run', async () => {
    const mcp = await connectMcp(app, user);
    try {
      const received: { messages: readonly Message[]; tools: string[] } = { messages: [], tools: [] };
      const answer = await answerWithMcp(mcp, scriptedModel(received), QUESTION);
      expect(answer.text).toBe(ANSWER);
      const checks = new Set(answer.citations.map(({ media_id, status }) => `${media_id} ${status}`));
      expect([...checks]).toEqual([`${MOON} valid`, `${INVENTED} unknown`]);
      expect(received.tools).toContain('search_media');
      expect(received.tools).not.toContain('save_artifact');
      const results = received.messages.flatMap((message) => (message.role === 'tool' ? message.text : []));
      expect(idsOfCalls(received.messages)).toEqual(['call-1', 'call-1', 'call-2', 'call-2', 'call-3', 'call-3']);
      expect(results[0]).toContain('A Trip to the Moon');
      expect(results[1]).toMatch(/media_id/);
      expect(await recordOf(answer.runId ?? '')).toEqual(RECORD);
    } finally {
      await mcp.close();
    }
  });

  it('checks all citations of an answer, even if one call cannot check all of them', async () => {
    const ids = Array.from({ length: 50 }, (_, index) => `movie:00000000-0000-4000-8000-${1000 + index}00000000`);
    const mcp = await connectMcp(app, user);
    try {
      const text = ids.map((id) => `[${id}]`).join(' ');
      const { citations } = await answerWithMcp(mcp, () => Promise.resolve({ text }), QUESTION);
      expect(citations).toEqual(ids.map((media_id) => ({ media_id, status: 'unknown' })));
    } finally {
      await mcp.close();
    }
  });

  it('returns a long question and a long answer completely, and records their beginnings', async () => {
    const mcp = await connectMcp(app, user);
    try {
      const { text, runId } = await answerWithMcp(mcp, () => Promise.resolve({ text: LONG }), LONG);
      expect(text).toBe(LONG);
      expect((await typed.auditRun({ path: { run_id: runId ?? '' } })).run.status).toBe('succeeded');
    } finally {
      await mcp.close();
    }
  });

  it('fails if the service refuses the record of the answer, and records the run as failed', async () => {
    const mcp = await connectMcp(app, user);
    try {
      const callTool = mcp.callTool.bind(mcp);
      mcp.callTool = (call, ...rest) => {
        const isEnd = call.arguments?.['status'] === 'succeeded';
        return callTool(isEnd ? { ...call, arguments: { ...call.arguments, output_summary: LONG } } : call, ...rest);
      };
      await expect(answerWithMcp(mcp, () => Promise.resolve({ text: ANSWER }), QUESTION)).rejects.toThrow(
        'output_summary',
      );
      const { runs } = await typed.listRuns({ query: { limit: 1 } });
      expect(runs[0]).toMatchObject({ status: 'failed' });
    } finally {
      await mcp.close();
    }
  });

  it('answers without the right to record runs, and fails if the model gives no answer in 8 steps', async () => {
    const reader = await createUser(app);
    const mcp = await connectMcp(app, reader);
    try {
      const answer = await answerWithMcp(mcp, scriptedModel({ messages: [], tools: [] }), QUESTION);
      expect(answer.runId).toBeNull();
      const endless: Model = () => Promise.resolve({ calls: [{ id: 'next', name: 'next_up', arguments: {} }] });
      await expect(answerWithMcp(mcp, endless, QUESTION)).rejects.toThrow('did not answer within 8 steps');
    } finally {
      await mcp.close();
    }
  });

  it('refuses a tool that it did not offer, and records the run as failed if the model fails', async () => {
    const mcp = await connectMcp(app, user);
    try {
      const received: string[] = [];
      const model: Model = (messages) => {
        const last = messages.at(-1);
        received.push(last !== undefined && 'text' in last ? last.text : '');
        if (received.length > 1) return Promise.reject(new Error('The model is away.'));
        return Promise.resolve({ calls: [{ id: 'save', name: 'save_artifact', arguments: {} }] });
      };
      await expect(answerWithMcp(mcp, model, QUESTION)).rejects.toThrow('The model is away.');
      expect(received[1]).toBe('There is no tool save_artifact.');
      const { runs } = await typed.listRuns({ query: { limit: 1 } });
      expect(runs[0]).toMatchObject({ status: 'failed', error_summary: { text: 'Error: The model is away.' } });
    } finally {
      await mcp.close();
    }
  });
});
