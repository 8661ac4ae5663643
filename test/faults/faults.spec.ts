/**
 * Faults on two servers with one external database. Each round injects one kind under load, and compares the history of
 * all writes with the state. `FAULT_ROUNDS` injects each kind so often; by default, each quick kind once. `FAULT_KINDS`
 * names a part of the kinds.
 */
import { writeFileSync } from 'node:fs';
import type { FaultKind } from './fault-kind';
import { FaultWorld } from './fault-world';
import { COMMAND_KINDS } from './kinds/commands';
import { DATABASE_KINDS } from './kinds/database';
import { LOCK_KINDS } from './kinds/locks';
import { NETWORK_KINDS } from './kinds/network';
import { PROCESS_KINDS } from './kinds/processes';
import { RESOURCE_KINDS } from './kinds/resources';
import { countsTable } from './report';
import { type RoundReport, Rounds } from './round';

const ROUNDS = Number(process.env['FAULT_ROUNDS'] ?? '0');
const WANTED = process.env['FAULT_KINDS'] ?? '';
const REPORT = process.env['FAULT_REPORT'];
const ROUND_MAX_MS = 240_000;

const KINDS: readonly FaultKind[] = [
  ...[...PROCESS_KINDS, ...DATABASE_KINDS, ...LOCK_KINDS],
  ...[...NETWORK_KINDS, ...RESOURCE_KINDS, ...COMMAND_KINDS],
];
const injected = KINDS.filter(
  ({ name, isQuick }) => (ROUNDS > 0 || WANTED !== '' || isQuick === true) && name.includes(WANTED),
);

let world: FaultWorld;
let rounds: Rounds;
const reports: RoundReport[] = [];

beforeAll(async () => {
  world = await FaultWorld.create();
  rounds = new Rounds(world);
});
afterAll(async () => {
  await world.close();
});

it('has at least 40 kinds, each with a name of its own', () => {
  expect(new Set(KINDS.map(({ name }) => name)).size).toBe(KINDS.length);
  expect(KINDS.length).toBeGreaterThanOrEqual(40);
});

describe.each(Array.from({ length: Math.max(1, ROUNDS) }, (_, index) => index + 1))('round %i', () => {
  it.each(injected)(
    '$name: nothing is lost, stale or half stored',
    async (kind) => {
      const reason = kind.absent?.(world) ?? null;
      if (reason !== null) {
        process.stderr.write(`Skipped: ${kind.name} (${reason}).\n`);
        return;
      }
      const report = await rounds.run(kind);
      reports.push(report);
      // Written after each round, so that a long run that is stopped has a report, too.
      if (REPORT !== undefined) writeFileSync(REPORT, countsTable(reports));
      expect({ faults: report.faults, drift: report.drift }).toEqual({ faults: [], drift: 0 });
      expect(report.confirmed).toBeGreaterThan(0);
    },
    ROUND_MAX_MS,
  );
});
