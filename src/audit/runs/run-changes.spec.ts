import fc from 'fast-check';
import type { PutArtifactRequest } from '../../artifacts/writing/artifact-requests.dto';
import { toDraft } from '../../artifacts/writing/artifact-draft';
import { Problem } from '../../common/problems/problem';
import { toStoredPayload } from '../payloads/payload';
import { applyToRun, applyToToolCall, type RunContent, type ToolCallContent } from './run-changes';
import { CHAIN_GENESIS, hashRecord } from '../../common/hash-chain/hash-chain';
import { EMPTY_HISTORY, createRecord } from './run-history';
import { RUN_STATES } from '../../database/entities/runs/run.entity';
import { TOOL_CALL_STATES } from '../../database/entities/runs/tool-call.entity';
import { canRunChangeTo, canToolCallChangeTo } from './run-states';

const NOW = new Date('2024-05-01T12:00:00Z');

function attempt<T>(work: () => T): T | Problem {
  try {
    return work();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

describe('applyToRun', () => {
  it('allows exactly the legal state changes, in any order of requests', () => {
    const walk = fc.array(fc.constantFrom(...RUN_STATES, undefined), { maxLength: 10 });
    fc.assert(
      fc.property(fc.constantFrom(...RUN_STATES, undefined), walk, (first, steps) => {
        let run: RunContent = applyToRun(null, { purpose: 'other', ...(first && { status: first }) }, NOW);
        expect(run.status).toBe(first ?? 'queued');
        for (const status of steps) {
          const next = attempt(() => applyToRun(run, { ...(status && { status }), output_summary: status }, NOW));
          const isLegal = status === undefined || status === run.status || canRunChangeTo(run.status, status);
          if (next instanceof Problem) {
            expect([next.code, isLegal]).toEqual(['conflict', false]);
            continue;
          }
          expect(isLegal).toBe(true);
          expect(next).toMatchObject({ purpose: 'other', queued_at: NOW, status: status ?? run.status });
          run = next;
        }
      }),
    );
  });

  it('keeps fields that are null in the request, and redacts summaries', () => {
    const before = applyToRun(null, { purpose: 'other', model: 'm', input_summary: 'password=hunter2 rest' }, NOW);
    expect(before.input_summary).toBe('password=[redacted] rest');
    expect(applyToRun(before, { input_summary: null, model: null }, NOW)).toEqual(before);
  });

  it('refuses a model name without a visible character, with the same message as for the title of an artifact', () => {
    const refusalOf = (work: () => unknown): unknown => {
      const result = attempt(work);
      return result instanceof Problem ? result.errors?.[0]?.message : result;
    };
    const ofRun = refusalOf(() => applyToRun(null, { purpose: 'other', model: ' \u202e' }, NOW));
    const artifact = {
      kind: 'note',
      scope: 'user',
      title: ' \u202e',
      content: { text: '{}' },
    } as unknown as PutArtifactRequest;
    const ofArtifact = refusalOf(() => toDraft(artifact));
    expect([ofRun, ofArtifact]).toEqual(Array(2).fill('must have at least one visible character'));
  });

  it('refuses a summary that is too long, and cuts a summary that redaction makes too long', () => {
    const summary = (text: string): RunContent | Problem =>
      attempt(() => applyToRun(null, { purpose: 'other', output_summary: text }, NOW));
    expect(summary('x'.repeat(10_001))).toMatchObject({ code: 'invalid-request' });
    expect(summary(' '.repeat(40_001))).toMatchObject({ code: 'invalid-request' });
    const redacted = summary('pwd=a '.repeat(1_666)) as RunContent;
    expect(redacted.output_summary).toMatch(/^(?:pwd=\[redacted\] ){100}/);
    expect(redacted.output_summary).toHaveLength(10_000);
  });
});

describe('applyToToolCall', () => {
  it('allows exactly the legal state changes', () => {
    const states = fc.constantFrom(...TOOL_CALL_STATES);
    fc.assert(
      fc.property(states, states, (from, to) => {
        const { call } = applyToToolCall('running', null, { name: 'n', kind: 'search', status: from }, NOW);
        const next = attempt(() => applyToToolCall('running', call, { status: to }, NOW));
        expect(next instanceof Problem).toBe(from !== to && !canToolCallChangeTo(from, to));
      }),
    );
  });

  it('allows a tool call to end, but not to be added or to start, after its run has ended', () => {
    for (const run of ['succeeded', 'failed', 'cancelled'] as const) {
      for (const to of TOOL_CALL_STATES) {
        const added = attempt(() => applyToToolCall(run, null, { name: 'n', kind: 'search', status: to }, NOW));
        expect(added).toMatchObject({ code: 'conflict' });
        for (const from of TOOL_CALL_STATES) {
          const { call } = applyToToolCall('running', null, { name: 'n', kind: 'search', status: from }, NOW);
          const next = attempt(() => applyToToolCall(run, call, { status: to }, NOW));
          const isLegal = from === to || (canToolCallChangeTo(from, to) && to !== 'running');
          expect([run, from, to, next instanceof Problem]).toEqual([run, from, to, !isLegal]);
        }
      }
    }
  });

  it('stores the size and the hash of a payload, and keeps both if the request omits the payload', () => {
    const payload = toStoredPayload({ query: 'x'.repeat(50_000) });
    const created = applyToToolCall('running', null, { name: 'n', kind: 'search', arguments: payload }, NOW);
    expect(created.call).toMatchObject({ arguments_bytes: 50_012, result_bytes: null, result_sha256: null });
    const started = applyToToolCall('running', created.call, { status: 'running' }, NOW);
    expect(started.payloads).toEqual({ arguments: undefined, result: undefined });
    expect(started.call.arguments_sha256).toBe(created.call.arguments_sha256);
  });

  it('refuses a change of the name, and a new call without a kind', () => {
    const { call } = applyToToolCall('running', null, { name: 'n', kind: 'search' }, NOW);
    const renamed: ToolCallContent | Problem = attempt(() => applyToToolCall('running', call, { name: 'm' }, NOW).call);
    expect(renamed).toMatchObject({ code: 'conflict' });
    expect(attempt(() => applyToToolCall('running', null, { name: 'n' }, NOW))).toMatchObject({
      code: 'invalid-request',
    });
  });
});

describe('the history of a run', () => {
  it('chains each record to the previous one, so that a changed record does not match its hash', () => {
    const changes = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { minLength: 2, maxLength: 12 });
    fc.assert(
      fc.property(changes, fc.nat(), (list, seed) => {
        let head = EMPTY_HISTORY;
        const records = list.map((change) => {
          const record = createRecord(head, { change });
          head = { ...head, history_length: record.sequence, history_head: record.hash };
          return record;
        });
        expect(records.map((record) => record.sequence)).toEqual(list.map((_, index) => index + 1));
        let previous = CHAIN_GENESIS;
        for (const { record, previousHash, hash } of records) {
          expect(previousHash).toBe(previous);
          expect(hashRecord(previousHash, record)).toBe(hash);
          previous = hash;
        }
        const changed = records[seed % records.length];
        expect(hashRecord(changed?.previousHash ?? '', `${changed?.record} `)).not.toBe(changed?.hash);
      }),
    );
  });
});
