/**
 * A program that parses bodies and redacts payloads on worker threads and reports the results to its parent process.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Worker } from 'node:worker_threads';
import { PayloadPreparer } from '../../../src/audit/payloads/payload-preparer.service';
import { loadConfig } from '../../../src/common/config/config';
import { OpaqueJson } from '../../../src/common/json/opaque-json';
import { Problem } from '../../../src/common/problems/problem';
import { WorkThreads } from '../../../src/common/processes/work-threads';
import { parseBytes } from '../../../src/http/body/json-body.reader';

/** Result of one task. */
export interface WorkReport {
  readonly name: string;
  /** Whether the worker thread and the main thread return the same result. */
  readonly isEqual: boolean;
  /** Number of event loop iterations during the task, with a worker thread and without. */
  readonly turnsOnThread: number;
  readonly turnsOnMain: number;
  /** Whether the result is correct although the thread is terminated while it starts or works. */
  readonly survivesEnd: boolean;
}

/** Milliseconds from the start of a thread to its termination: while it starts, or while it works. */
const MOMENTS = [0, 20, 60];

const MEBIBYTE = 1_048_576;
const values = (count: number, value: unknown): unknown[] => Array<unknown>(count).fill(value);

/** The most expensive contents that are accepted: the maximum number of values or names, and the longest texts. */
const CONTENTS: Readonly<Record<string, unknown>> = {
  'empty arrays': { list: values(19_999, []) },
  names: Object.fromEntries(values(20_000, 0).map((_, index) => [`name ${index} ${'x'.repeat(36)}`, index])),
  texts: { list: values(19_999, 'Some text with a password: no secret.') },
  'one text': { text: 'é"\n'.repeat(MEBIBYTE / 6) },
};

type Work = (threads: WorkThreads) => Promise<unknown>;

const WORKS: readonly (readonly [string, Work])[] = [
  ...Object.entries(CONTENTS).flatMap(([name, content]): [string, Work][] => {
    const bytes = Buffer.from(JSON.stringify({ content, title: 'T' }));
    const payload = { arguments: new OpaqueJson(JSON.stringify(content)) };
    return [
      [`body of ${name}`, (threads) => parseBytes(bytes, ['content'], threads)],
      [`payload of ${name}`, (threads) => new PayloadPreparer(threads).prepare(payload)],
    ];
  }),
  ['refused body', (threads) => parseBytes(Buffer.from(`{"a":"${'x'.repeat(MEBIBYTE)}`), [], threads).catch(codeOf)],
];

async function main(): Promise<void> {
  const [onThread, onMain] = [threadsOf('1'), threadsOf('0')];
  const reports: WorkReport[] = [];
  for (const [name, work] of WORKS) {
    const [expected, turnsOnMain] = await countTurns(() => work(onMain));
    const [result, turnsOnThread] = await countTurns(() => work(onThread));
    const isEqual = isDeepStrictEqual(result, expected);
    reports.push({ name, isEqual, turnsOnThread, turnsOnMain, survivesEnd: await survivesEnd(work, expected) });
  }
  await Promise.all([onThread.onApplicationShutdown(), onMain.onApplicationShutdown()]);
  process.send?.(reports, () => process.disconnect());
}

async function countTurns<T>(work: () => Promise<T>): Promise<[T, number]> {
  let turns = 0;
  let next: NodeJS.Immediate;
  const turn = (): void => {
    turns += 1;
    next = setImmediate(turn);
  };
  next = setImmediate(turn);
  const result = await work();
  clearImmediate(next);
  return [result, turns];
}

async function survivesEnd(work: Work, expected: unknown): Promise<boolean> {
  const results: boolean[] = [];
  for (const moment of MOMENTS) {
    // Waits for a fixed time, because no event signals this moment.
    const end = (worker: Worker): void => void delay(moment).then(() => worker.terminate());
    process.on('worker', end);
    const threads = threadsOf('1');
    results.push(isDeepStrictEqual(await work(threads), expected), isDeepStrictEqual(await work(threads), expected));
    process.off('worker', end);
    await threads.onApplicationShutdown();
  }
  return results.every(Boolean);
}

function codeOf(error: unknown): unknown {
  if (error instanceof Problem) return error.code;
  throw error;
}

function threadsOf(count: string): WorkThreads {
  const JWT_SECRET = randomBytes(48).toString('base64');
  return new WorkThreads(loadConfig({ NODE_ENV: 'test', JWT_SECRET, WORK_THREADS: count }));
}

void main();
