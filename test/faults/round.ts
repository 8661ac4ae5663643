/** One round: clients write, faults begin and end, the service recovers, and the history is compared with the state. */
import { eventually } from '../support/eventually';
import { Clients } from './clients';
import type { FaultKind } from './fault-kind';
import type { FaultWorld } from './fault-world';
import { makeRegisters } from './registers';
import type { ServerProcess } from './server-process';

/** Longest time in which the service recovers after a fault. The machine is shared. */
const RECOVERY_MAX_MS = 60_000;
/** Writes of registers that each server confirms before a fault begins, and again when it has ended. */
const WRITES = 3;
const DEFAULT_HOLD_MS = 400;
const UNREADY_MAX_MS = 30_000;
/** The longest time without an answer of `/health/live`, on a shared machine. */
const LIVE_MAX_MS = 10_000;

/** What happened in a round. */
export interface RoundReport {
  readonly kind: string;
  readonly injections: number;
  /** Milliseconds of each recovery: from the end of the fault until both servers are ready and confirm writes. */
  readonly recoveriesMs: readonly number[];
  /** Milliseconds of the injections, recoveries included, and of the comparison at the end. */
  readonly injectingMs: number;
  readonly comparingMs: number;
  readonly confirmed: number;
  readonly refused: number;
  readonly unknown: number;
  /** Numbers of refusals by status, code and route. */
  readonly refusals: Readonly<Record<string, number>>;
  readonly drift: number;
  /**
   * Violations of the rules, each with the register and the values. `late` ones are counted, but some kinds permit
   * them.
   */
  readonly faults: readonly string[];
  readonly late: number;
}

/** Rounds over the same registers. */
export class Rounds {
  private readonly registers = makeRegisters();
  private value = 0;

  constructor(private readonly world: FaultWorld) {}

  /**
   * Injects a kind of fault this number of times, one after the other, and then compares the history with the state.
   */
  async run(kind: FaultKind, injections: number): Promise<RoundReport> {
    const clients = new Clients(this.world, this.registers, () => (this.value += 1), kind);
    return new Round(this.world, clients, kind).run(injections);
  }
}

class Round {
  private readonly recoveriesMs: number[] = [];
  private begun = 0;

  constructor(
    private readonly world: FaultWorld,
    private readonly clients: Clients,
    private readonly kind: FaultKind,
  ) {}

  async run(injections: number): Promise<RoundReport> {
    const { world, clients, kind } = this;
    const starts = world.servers.map((server) => server.starts);
    let drift = 0;
    const startedAt = performance.now();
    let comparedAt = startedAt;
    try {
      await clients.start();
      await this.disturb(injections).finally(() => clients.stop());
      comparedAt = performance.now();
      if (kind.mayEnd !== true && world.servers.some((server, place) => server.starts !== starts[place]))
        clients.faults.add('a server ended');
      await world.rest();
      await clients.compare();
      drift = await world.countDrift();
      await world.tidy();
    } catch (error) {
      // The report also counts a failed round.
      clients.faults.add(error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
    return {
      kind: kind.name,
      injections: this.begun,
      recoveriesMs: this.recoveriesMs,
      injectingMs: Math.round(comparedAt - startedAt),
      comparingMs: Math.round(performance.now() - comparedAt),
      ...clients.counts,
      refusals: clients.refusals,
      drift,
      faults: [...clients.faults],
      late: clients.late,
    };
  }

  private async disturb(injections: number): Promise<void> {
    await this.clients.progress(WRITES, RECOVERY_MAX_MS);
    while (this.begun < injections) {
      this.begun += 1;
      this.recoveriesMs.push(Math.round(await this.inject()));
    }
  }

  /** Starts the fault, ends it, and returns the milliseconds until both servers answer and write again. */
  private async inject(): Promise<number> {
    const { kind } = this;
    const heal = await kind.inject(this.world);
    try {
      await this.expectHealth();
      const holdMs = kind.holdMs ?? DEFAULT_HOLD_MS;
      const startedAt = performance.now();
      // Time is the subject: writes must be refused or aborted meanwhile.
      await eventually(() => performance.now() - startedAt > holdMs, holdMs + RECOVERY_MAX_MS);
    } finally {
      await heal();
    }
    const healedAt = performance.now();
    await Promise.all(this.world.servers.map((server) => this.recovered(server)));
    await this.clients.progress(WRITES, RECOVERY_MAX_MS);
    return performance.now() - healedAt;
  }

  /** Waits until a server is ready. If it ended, a supervisor starts it again. */
  private async recovered(server: ServerProcess): Promise<void> {
    if (server.pid === null && this.kind.mayEnd !== true)
      this.clients.faults.add(`a server ended with ${server.lastEnd}: ${server.output.slice(-1_000)}`);
    if (server.pid === null) await server.start();
    await eventually(async () => (await server.health('ready')) === 200, RECOVERY_MAX_MS);
  }

  /** Servers that the fault does not stop must be live, and those that cannot serve must not be ready. */
  private async expectHealth(): Promise<void> {
    const { servers } = this.world;
    const { unready, isSilent, mayEnd } = this.kind;
    const unreadyOnes = unready === 'all' ? servers : unready === 'first' ? servers.slice(0, 1) : [];
    await this.expectAll(unreadyOnes, UNREADY_MAX_MS, 'readiness did not fail', async (server) => {
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
        eventually(() => check(server), timeoutMs).catch(() => this.clients.faults.add(violation)),
      ),
    );
  }
}
