/** One round: clients write, a fault begins and ends, the service recovers, and the history is compared with the state. */
import { eventually } from '../support/eventually';
import type { FaultKind } from './fault-kind';
import type { FaultWorld } from './fault-world';
import { History, type Verdict } from './history';
import { faultsOfCalls } from './call-check';
import { callLog, HalfBatchError, makeRegisters, type Register } from './registers';
import type { ServerProcess } from './server-process';

/** Longest time in which the service recovers after a fault. The machine is shared. */
const RECOVERY_MAX_MS = 60_000;
/** Writes that are answered before a fault begins. */
const WRITES_BEFORE = 6;
const DEFAULT_HOLD_MS = 400;
const UNREADY_MAX_MS = 30_000;

/** What happened in a round. */
export interface RoundReport {
  readonly kind: string;
  readonly recoveryMs: number;
  readonly confirmed: number;
  readonly refused: number;
  readonly unknown: number;
  readonly drift: number;
  /** Violations, each with the register and the values. `late` ones are counted, but some kinds permit them. */
  readonly faults: readonly string[];
  readonly late: number;
}

/** Clients and their registers, which stay the same over all rounds. */
export class Rounds {
  private readonly registers = makeRegisters();
  private value = 0;

  constructor(private readonly world: FaultWorld) {}

  /** Runs one round of a kind. */
  async run(kind: FaultKind): Promise<RoundReport> {
    const round = new Round(this.world, this.registers, () => (this.value += 1), kind);
    return round.run();
  }
}

class Round {
  private readonly history: History = new History();
  private readonly log = callLog();
  private readonly faults: string[] = [];
  private late = 0;
  private answered = 0;
  private isOver = false;

  constructor(
    private readonly world: FaultWorld,
    private readonly registers: readonly Register[],
    private readonly nextValue: () => number,
    private readonly kind: FaultKind,
  ) {}

  async run(): Promise<RoundReport> {
    const { servers } = this.world;
    for (const register of this.registers)
      this.history.settle(register.name, await this.readSurely(register, servers[0]));
    const starts = servers.map((server) => server.starts);
    const writing = Promise.all([...this.registers.map((each) => this.keepWriting(each)), this.keepCalling()]);
    let recoveryMs: number;
    try {
      await eventually(() => this.answered >= WRITES_BEFORE, RECOVERY_MAX_MS);
      recoveryMs = await this.disturb();
    } finally {
      this.isOver = true;
      await writing;
    }
    if (this.kind.mayEnd !== true && servers.some((server, place) => server.starts !== starts[place]))
      this.faults.push('a server ended');
    await this.world.rest();
    await this.compare();
    const drift = await this.world.countDrift();
    return { kind: this.kind.name, recoveryMs, ...this.history.counts, drift, faults: this.faults, late: this.late };
  }

  /** Begins the fault, ends it, and returns the milliseconds until both servers answer and write again. */
  private async disturb(): Promise<number> {
    const heal = await this.kind.inject(this.world);
    try {
      await this.expectUnready();
      const holdMs = this.kind.holdMs ?? DEFAULT_HOLD_MS;
      const startedAt = performance.now();
      // Its duration is the subject: writes must be refused or given up meanwhile.
      await eventually(() => performance.now() - startedAt > holdMs, holdMs + RECOVERY_MAX_MS);
    } finally {
      await heal();
    }
    const healedAt = performance.now();
    for (const server of this.world.servers) {
      if (server.pid === null && this.kind.mayEnd !== true) this.faults.push(`a server ended with ${server.lastEnd}`);
      // A supervisor starts it again.
      if (server.pid === null) await server.start();
      await eventually(async () => (await server.health('ready')) === 200, RECOVERY_MAX_MS);
    }
    const before = this.answered;
    await eventually(() => this.answered >= before + this.registers.length, RECOVERY_MAX_MS);
    return performance.now() - healedAt;
  }

  private async expectUnready(): Promise<void> {
    const { unready } = this.kind;
    if (unready === undefined) return;
    const { servers } = this.world;
    for (const server of unready === 'all' ? servers : servers.slice(0, 1)) {
      const isUnready = async (): Promise<boolean> => (await server.health('ready')) !== 200;
      await eventually(isUnready, UNREADY_MAX_MS).catch(() => this.faults.push('readiness did not fail'));
    }
  }

  /** One client of one register. It alternates between the servers, and reads each confirmed write from the other. */
  private async keepWriting(register: Register): Promise<void> {
    for (let turn = this.registers.indexOf(register); !this.isOver; turn += 1) {
      const [server, other] = this.serversOf(turn);
      const value = this.nextValue();
      const outcome = await register.write(this.world.sender(server), value);
      this.history.note(register.name, value, outcome);
      if (outcome !== 'confirmed') continue;
      this.answered += 1;
      await this.judge(register, other, 'after an acknowledgement');
    }
  }

  private async keepCalling(): Promise<void> {
    const { log, world } = this;
    let created = false;
    for (let sequence = 1; !this.isOver && sequence < 60;) {
      const send = world.sender(this.serversOf(sequence)[0]);
      if (!created) {
        const answer = await send('PUT', `/intelligence/runs/${log.runId}`, { purpose: 'other', status: 'running' });
        created = answer !== null && answer.status < 300;
        continue;
      }
      this.history.note(log.name, sequence, await log.write(send, sequence));
      sequence += 1;
    }
  }

  private serversOf(turn: number): readonly [ServerProcess, ServerProcess] {
    const [first, second] = this.world.servers;
    return turn % 2 === 0 ? [first, second] : [second, first];
  }

  /** Compares all registers, on both servers, with the history, and the log of calls with its rows. */
  private async compare(): Promise<void> {
    for (const register of this.registers)
      for (const server of this.world.servers) {
        const value = await eventually(async () => (await this.judge(register, server, 'at the end')) ?? false);
        this.history.settle(register.name, value.read);
      }
    this.faults.push(...(await faultsOfCalls(this.world, this.log, this.history)));
  }

  /** Reads a register and notes a violation. Returns null without an answer. */
  private async judge(
    register: Register,
    server: ServerProcess,
    when: string,
  ): Promise<{ read: number | null } | null> {
    try {
      const read = await register.read(this.world.sender(server));
      if (read === undefined) return null;
      this.note(this.history.judge(register.name, read), `${register.name} is ${read} ${when}`);
      return { read };
    } catch (error) {
      if (!(error instanceof HalfBatchError)) throw error;
      this.faults.push(error.message);
      return null;
    }
  }

  private note(verdict: Verdict, text: string): void {
    if (verdict === 'fine') return;
    if (verdict === 'late') this.late += 1;
    if (verdict !== 'late' || this.kind.mayBeLate !== true) this.faults.push(`${verdict}: ${text}`);
  }

  private readSurely(register: Register, server: ServerProcess): Promise<number | null> {
    return eventually(async () => {
      const read = await register.read(this.world.sender(server));
      return read !== undefined && { read };
    }).then(({ read }) => read);
  }
}
