/**
 * Registers, as the test tool Jepsen calls them: records of the service that tests write and read as numbers. Also logs
 * of tool calls and of runs, which keep every written number.
 */
import { randomUUID } from 'node:crypto';
import { library, mediaIdOf, movie, uuidOf } from '../support/catalog/catalog';
import type { Outcome } from './history';

/** Sends a request to a server. Null if there is no complete answer. */
export type Send = (
  method: string,
  path: string,
  body: object | string,
) => Promise<{ readonly status: number; readonly body: unknown } | null>;

/** A value that must be written completely or not at all. */
export interface Register {
  readonly name: string;
  write(send: Send, value: number): Promise<Outcome>;
  /**
   * Returns the value, null if there is none, or undefined if the service did not answer, was overloaded or failed.
   * Throws if only a part of the value is written.
   */
  read(send: Send): Promise<number | null | undefined>;
}

/** Only a part of a batch of an import is visible. */
export class HalfBatchError extends Error {}

const LIBRARY = 'Faults';
/** Duration of the films. Values of watch states are positions, so this is their maximum. */
const DURATION_SECONDS = 30_000_000;
const PAIR = ['First of the batch', 'Second of the batch'] as const;
const film = (title: string): string => mediaIdOf('movie', title);

function lines(...records: object[]): string {
  return records.map((record) => JSON.stringify(record)).join('\n');
}

/** The import lines of the catalog that the registers need. `films` are the titles of films with watch states. */
export function registerCatalog(films: readonly string[]): string {
  const pair = PAIR.map((title) => ({ ...movie(LIBRARY, title), title: '0' }));
  return lines(library(LIBRARY), ...films.map((title) => movie(LIBRARY, title)), ...pair);
}

/** The outcome of a write according to its answer. It is unknown without an answer and with `applied: "unknown"`. */
async function outcomeOf(answer: ReturnType<Send>): Promise<Outcome> {
  const received = await answer;
  if (received === null) return 'unknown';
  if (received.status < 300) return 'confirmed';
  // No fault makes a valid write invalid.
  if (received.status === 400) throw new Error(`A write is invalid: ${JSON.stringify(received.body)}`);
  return (received.body as { applied?: string } | null)?.applied === 'unknown' ? 'unknown' : 'refused';
}

/** Reads a number from the answer; null for 404, undefined without an answer and for 429 and 5xx. */
async function valueOf<Body>(
  answer: ReturnType<Send>,
  pick: (body: Body) => number | null,
): Promise<number | null | undefined> {
  const received = await answer;
  if (received === null || received.status >= 429) return undefined;
  if (received.status === 404) return null;
  if (received.status >= 300) throw new Error(`A read was refused with ${received.status}.`);
  return pick(received.body as Body);
}

function watchState(title: string): Register {
  return {
    name: `watch state of ${title}`,
    write: (send, position_seconds) =>
      outcomeOf(send('PUT', `/watch-states/${film(title)}`, { position_seconds, duration_seconds: DURATION_SECONDS })),
    read: (send) =>
      valueOf<{ item: { watch_state: { position_seconds: number } | null } }>(
        send('POST', `/intelligence/items/${film(title)}/context`, {}),
        ({ item }) => item.watch_state?.position_seconds ?? null,
      ),
  };
}

function run(): Register {
  const path = `/intelligence/runs/${randomUUID()}`;
  return {
    name: 'run',
    write: (send, value) => outcomeOf(send('PUT', path, { purpose: 'other', input_summary: String(value) })),
    read: (send) =>
      valueOf<{ run: { input_summary: { text: string } } }>(send('POST', `${path}/audit`, {}), (body) =>
        Number(body.run.input_summary.text),
      ),
  };
}

function artifact(): Register {
  const path = `/intelligence/artifacts/${randomUUID()}`;
  return {
    name: 'artifact',
    write: (send, value) =>
      outcomeOf(send('PUT', path, { kind: 'summary', scope: 'user', title: String(value), content: {} })),
    read: (send) => valueOf<{ title: string }>(send('GET', path, ''), ({ title }) => Number(title)),
  };
}

/** Two films that one import writes. */
function batch(): Register {
  return {
    name: 'batch',
    write: (send, value) => {
      const records = PAIR.map((title) => ({ ...movie(LIBRARY, title), title: String(value) }));
      return outcomeOf(send('POST', '/admin/catalog/import', lines(...records)));
    },
    read: (send) =>
      valueOf<{ contexts: { item: { media: { title: string } } }[] }>(
        send('POST', '/intelligence/items:contexts', { media_ids: PAIR.map(film) }),
        ({ contexts }) => {
          const [first, second] = contexts.map(({ item }) => item.media.title);
          if (first !== second) throw new HalfBatchError(`A batch is half written: ${first}, ${second}.`);
          return Number.isNaN(Number(first)) ? null : Number(first);
        },
      ),
  };
}

/** The tool calls of a run. The values are their sequence numbers. Tests read the calls from the database. */
export interface CallLog {
  readonly runId: string;
  readonly name: string;
  write(send: Send, sequence: number): Promise<Outcome>;
  /** Whether the hash chain of the run is unbroken; undefined unless the service answers with 200. */
  verify(send: Send): Promise<boolean | undefined>;
}

/** A new run with a log of tool calls. */
export function callLog(): CallLog {
  const runId = randomUUID();
  return {
    runId,
    name: `calls of ${runId}`,
    write: (send, sequence) =>
      outcomeOf(send('PUT', `/intelligence/runs/${runId}/tool-calls/${sequence}`, { name: 'search', kind: 'search' })),
    verify: async (send) => {
      const answer = await send('GET', `/intelligence/runs/${runId}/verify`, '');
      return answer?.status === 200 ? (answer.body as { unbroken: boolean }).unbroken : undefined;
    },
  };
}

/** A list of runs. The indexes in the list are the values. */
export interface RunLog {
  readonly name: string;
  readonly runIds: readonly string[];
  write(send: Send, index: number): Promise<Outcome>;
}

/** A log of new runs. */
export function runLog(): RunLog {
  const runIds: string[] = [];
  return {
    runIds,
    name: `list of runs ${randomUUID()}`,
    write: (send, index) => {
      const id = (runIds[index] ??= randomUUID());
      return outcomeOf(send('PUT', `/intelligence/runs/${id}`, { purpose: 'other' }));
    },
  };
}

/** Titles of the films with watch states. */
export const WATCHED_FILMS = ['One', 'Two'] as const;

/** Returns two registers for watch states, and one each for a run, an artifact and a batch of an import. */
export function makeRegisters(): Register[] {
  return [...WATCHED_FILMS.map(watchState), run(), artifact(), batch()];
}

/** UUID of the library that contains all films of the registers. */
export const LIBRARY_ID = uuidOf(LIBRARY);
