/** Clients that write continuously to both servers, and compare their reads with the history of their writes. */
import { eventually } from '../support/eventually';
import { violationsOfCalls, violationsOfRuns } from './log-checks';
import type { FaultKind } from './fault-kind';
import type { TestedSystem } from './tested-system';
import { History, type Verdict } from './history';
import { callLog, HalfBatchError, type Register, runLog, type Send } from './registers';
import type { ServerProcess } from './server-process';

/** Pause after each write, in milliseconds. Without it, clients of a server that is down would use up the processor. */
const PAUSE_MS = 50;
/** Maximum number of tool calls, and of runs, that are written in one round. */
const LOGGED_MAX = 2_000;
/**
 * Statuses of refusals that a fault may cause, and 404 for a value that is not written yet. A 500, or a 400 of a valid
 * request, is an error.
 */
const EXPECTED_REFUSALS: ReadonlySet<number> = new Set([404, 429, 503, 504]);

/** The clients of one round. */
export class Clients {
  /** What was wrong: values that contradict the history, with their registers, and errors such as a status of 500. */
  readonly violations = new Set<string>();
  /** Number of reads that the history judges as `late`. */
  lateWrites = 0;
  readonly refusals: Record<string, number> = {};
  private readonly confirmedWrites = new Map<ServerProcess, number>();
  private readonly history = new History();
  private readonly calls = callLog();
  private readonly runs = runLog();
  private isOver = false;
  private writing: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly system: TestedSystem,
    private readonly registers: readonly Register[],
    private readonly nextValue: () => number,
    private readonly kind: FaultKind,
  ) {}

  /** Reads the registers, and starts to write. */
  async start(): Promise<void> {
    for (const register of this.registers)
      this.history.settle(register.name, await this.readUntilAnswered(register, this.system.servers[0]));
    this.writing = Promise.all([
      ...this.registers.map((each) => this.keepWritingRegister(each)),
      this.keepWritingCalls(),
      this.keepWritingRuns(),
    ]);
  }

  /** Waits until each server has confirmed this number of further register writes. */
  async waitForWrites(writes: number, timeoutMs: number): Promise<void> {
    const { servers } = this.system;
    const confirmed = (server: ServerProcess): number => this.confirmedWrites.get(server) ?? 0;
    const before = servers.map(confirmed);
    await eventually(
      () => servers.every((server, index) => confirmed(server) >= (before[index] ?? 0) + writes),
      timeoutMs,
    );
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.writing;
  }

  /** Compares all registers, on both servers, with the history, and the logs with their rows. Call it after `stop`. */
  async compare(): Promise<void> {
    for (const register of this.registers)
      for (const server of this.system.servers) {
        const value = await eventually(
          async () => (await this.judge(register, server, 'at the end of the round')) ?? false,
        );
        this.history.settle(register.name, value.read);
      }
    for (const violation of await violationsOfCalls(this.system, this.calls, this.history))
      this.violations.add(violation);
    for (const violation of await violationsOfRuns(this.system, this.runs, this.history))
      this.violations.add(violation);
  }

  get counts(): History['counts'] {
    return this.history.counts;
  }

  /** Writes a register to both servers by turns. Reads each confirmed write from the other server. */
  private async keepWritingRegister(register: Register): Promise<void> {
    for (let turn = this.registers.indexOf(register); !this.isOver; turn += 1) {
      const [server, other] = this.serversOf(turn);
      const value = this.nextValue();
      const outcome = await register.write(this.sender(server), value);
      this.history.note(register.name, value, outcome);
      if (outcome === 'confirmed') {
        this.confirmedWrites.set(server, (this.confirmedWrites.get(server) ?? 0) + 1);
        await this.judge(register, other, 'after a confirmed write');
      }
      await pause();
    }
  }

  private async keepWritingCalls(): Promise<void> {
    const { calls } = this;
    const path = `/intelligence/runs/${calls.runId}`;
    await eventually(async () => {
      if (this.isOver) return true;
      const answer = await this.sender(this.system.servers[0])('PUT', path, { purpose: 'other', status: 'running' });
      return answer !== null && answer.status < 300;
    }, Infinity);
    for (let sequence = 1; !this.isOver && sequence <= LOGGED_MAX; sequence += 1) {
      this.history.note(calls.name, sequence, await calls.write(this.sender(this.serversOf(sequence)[0]), sequence));
      await pause();
    }
  }

  private async keepWritingRuns(): Promise<void> {
    const { runs } = this;
    for (let index = 0; !this.isOver && index < LOGGED_MAX; index += 1) {
      this.history.note(runs.name, index, await runs.write(this.sender(this.serversOf(index)[1]), index));
      await pause();
    }
  }

  private serversOf(turn: number): readonly [ServerProcess, ServerProcess] {
    const [first, second] = this.system.servers;
    return turn % 2 === 0 ? [first, second] : [second, first];
  }

  /**
   * Reads a register, and records a violation if the value is wrong. Returns null if the read fails, or if the database
   * contains only half of a batch. If the read succeeds and the register is empty, `read` is null.
   */
  private async judge(
    register: Register,
    server: ServerProcess,
    when: string,
  ): Promise<{ read: number | null } | null> {
    try {
      const read = await register.read(this.sender(server));
      if (read === undefined) return null;
      this.note(this.history.judge(register.name, read), `${register.name} has the value ${read} ${when}`);
      return { read };
    } catch (error) {
      if (!(error instanceof HalfBatchError)) throw error;
      this.violations.add(error.message);
      return null;
    }
  }

  private note(verdict: Verdict, text: string): void {
    if (verdict === 'fine') return;
    if (verdict === 'late') this.lateWrites += 1;
    if (verdict !== 'late' || this.kind.mayBeLate !== true) this.violations.add(`${verdict}: ${text}`);
  }

  private readUntilAnswered(register: Register, server: ServerProcess): Promise<number | null> {
    return eventually(async () => {
      const read = await register.read(this.sender(server));
      return read !== undefined && { read };
    }).then(({ read }) => read);
  }

  /** Returns a function that sends requests, counts refusals, and records refusals that no fault explains. */
  private sender(server: ServerProcess): Send {
    const send = this.system.sender(server);
    return async (method, path, body) => {
      const answer = await send(method, path, body);
      if (answer !== null && answer.status >= 400) {
        const route = path.replaceAll(/[\da-f-]{36}|\d+$/g, '…');
        const refusal = `${answer.status} ${(answer.body as { code?: string } | null)?.code} for ${method} ${route}`;
        this.refusals[refusal] = (this.refusals[refusal] ?? 0) + 1;
        if (!EXPECTED_REFUSALS.has(answer.status)) this.violations.add(refusal);
      }
      return answer;
    };
  }
}

async function pause(): Promise<void> {
  const startedAt = performance.now();
  await eventually(() => performance.now() - startedAt > PAUSE_MS);
}
