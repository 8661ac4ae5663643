/** One round: clients write, faults begin and end, the service recovers, and the history is compared with the state. */
import { eventually } from '../support/eventually';
import { Clients } from './clients';
import type { FaultKind } from './fault-kind';
import type { TestedSystem } from './tested-system';
import { makeRegisters } from './registers';
import type { ServerProcess } from './server-process';

/**
 * Longest wait after a fault until a server is ready, and then until the servers confirm writes. It is long because
 * other programs may use the machine too.
 */
const RECOVERY_MAX_MS = 60_000;
/** Number of register writes that each server must confirm before the first fault, and again after each fault. */
const WRITES = 3;
/** How long a fault lasts after the checks of health, unless its kind has `holdMs`. */
const DEFAULT_HOLD_MS = 400;
/** Longest wait until readiness fails during a fault. */
const UNREADY_MAX_MS = 30_000;
/** Longest wait until `/health/live` answers 200 during a fault. */
const LIVE_MAX_MS = 10_000;

/** What happened in a round. */
export interface RoundReport {
  readonly kind: string;
  readonly injections: number;
  /** Milliseconds of each recovery: from the end of the fault until both servers are ready and confirm writes. */
  readonly recoveriesMs: readonly number[];
  /** Milliseconds from the start of the round until the clients have stopped after the last recovery. */
  readonly injectingMs: number;
  /**
   * Milliseconds from the stop of the clients until the end of the round, with the check of the read model; 0 if the
   * round failed before.
   */
  readonly comparingMs: number;
  /** Numbers of writes, by the outcome that the clients received. */
  readonly confirmed: number;
  readonly refused: number;
  readonly unknown: number;
  /** Numbers of refusals by status, code and route. */
  readonly refusals: Readonly<Record<string, number>>;
  /** Number of differences between read model and catalog at the end. */
  readonly readModelDrift: number;
  /**
   * What was wrong: values that contradict the history, with their registers; unexpected refusals, health and ends of
   * servers; and the error of a failed round.
   */
  readonly violations: readonly string[];
  /**
   * Number of reads that showed a late write: a write with an unknown outcome whose value replaced that of a confirmed
   * later write. Kinds of fault with `mayBeLate` permit such reads.
   */
  readonly lateWrites: number;
}

/** Rounds that write the same registers (see `registers.ts`), with a new value for each write. */
export class Rounds {
  private readonly registers = makeRegisters();
  private value = 0;

  constructor(private readonly system: TestedSystem) {}

  /**
   * Injects a kind of fault `injections` times, one after the other, and then compares the history with the state.
   */
  async run(kind: FaultKind, injections: number): Promise<RoundReport> {
    const clients = new Clients(this.system, this.registers, () => (this.value += 1), kind);
    return new Round(this.system, clients, kind).run(injections);
  }
}

class Round {
  private readonly recoveriesMs: number[] = [];
  private begun = 0;

  constructor(
    private readonly system: TestedSystem,
    private readonly clients: Clients,
    private readonly kind: FaultKind,
  ) {}

  async run(injections: number): Promise<RoundReport> {
    const { system, clients, kind } = this;
    const starts = system.servers.map((server) => server.starts);
    let readModelDrift = 0;
    const startedAt = performance.now();
    let comparisonStartedAt: number | null = null;
    try {
      await clients.start();
      await this.injectAll(injections).finally(() => clients.stop());
      comparisonStartedAt = performance.now();
      if (kind.mayEnd !== true && system.servers.some((server, index) => server.starts !== starts[index]))
        clients.violations.add('a server ended');
      await system.waitUntilIdle();
      await clients.compare();
      readModelDrift = await system.countDrift();
      await system.vacuum();
    } catch (error) {
      // A failed round gets a report too, with the error as a violation.
      clients.violations.add(error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
    const endedAt = performance.now();
    const injectedUntil = comparisonStartedAt ?? endedAt;
    return {
      kind: kind.name,
      injections: this.begun,
      recoveriesMs: this.recoveriesMs,
      injectingMs: Math.round(injectedUntil - startedAt),
      comparingMs: Math.round(endedAt - injectedUntil),
      ...clients.counts,
      refusals: clients.refusals,
      readModelDrift,
      violations: [...clients.violations],
      lateWrites: clients.lateWrites,
    };
  }

  private async injectAll(injections: number): Promise<void> {
    await this.clients.waitForWrites(WRITES, RECOVERY_MAX_MS);
    while (this.begun < injections) {
      this.begun += 1;
      this.recoveriesMs.push(Math.round(await this.inject()));
    }
  }

  /** Starts the fault, ends it, and returns the milliseconds until both servers answer and write again. */
  private async inject(): Promise<number> {
    const { kind } = this;
    const endFault = await kind.inject(this.system);
    try {
      await this.expectHealth();
      const holdMs = kind.holdMs ?? DEFAULT_HOLD_MS;
      const startedAt = performance.now();
      // The clients go on writing while the fault lasts.
      await eventually(() => performance.now() - startedAt > holdMs, holdMs + RECOVERY_MAX_MS);
    } finally {
      await endFault();
    }
    const endedAt = performance.now();
    await Promise.all(this.system.servers.map((server) => this.awaitRecovery(server)));
    await this.clients.waitForWrites(WRITES, RECOVERY_MAX_MS);
    return performance.now() - endedAt;
  }

  /** Waits until a server is ready. Starts it again if it ended, as a supervisor does. */
  private async awaitRecovery(server: ServerProcess): Promise<void> {
    if (server.pid === null && this.kind.mayEnd !== true)
      this.clients.violations.add(`a server ended with ${server.lastEnd}: ${server.output.slice(-1_000)}`);
    if (server.pid === null) await server.start();
    await eventually(async () => (await server.health('ready')) === 200, RECOVERY_MAX_MS);
  }

  /**
   * Checks that the servers that `kind.unready` selects are not ready. Then checks that all servers are live, unless
   * the kind says that servers do not answer or may end.
   */
  private async expectHealth(): Promise<void> {
    const { servers } = this.system;
    const { unready, isSilent, mayEnd } = this.kind;
    const unreadyServers = unready === 'all' ? servers : unready === 'first' ? servers.slice(0, 1) : [];
    await this.expectAll(unreadyServers, UNREADY_MAX_MS, 'readiness did not fail', async (server) => {
      return (await server.health('ready')) !== 200;
    });
    if (isSilent === true || mayEnd === true) return;
    await this.expectAll(servers, LIVE_MAX_MS, 'a server was not live', async (server) => {
      return (await server.health('live')) === 200;
    });
  }

  /**
   * Waits until each of the servers passes the check. Records a violation for each server that does not pass it in
   * time.
   */
  private async expectAll(
    servers: readonly ServerProcess[],
    timeoutMs: number,
    violation: string,
    check: (server: ServerProcess) => Promise<boolean>,
  ): Promise<void> {
    await Promise.all(
      servers.map((server) =>
        eventually(() => check(server), timeoutMs).catch(() => this.clients.violations.add(violation)),
      ),
    );
  }
}
