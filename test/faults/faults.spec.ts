/**
 * Faults on two servers with one external database. Each round injects one kind under load, and compares the history of
 * all writes with the state. `FAULT_ROUNDS` runs so many rounds of each kind, `FAULT_INJECTIONS` injects it so often in a
 * round; by default, each quick kind once. `FAULT_KINDS` names a part of the kinds, by parts of their names between
 * vertical bars.
 */
import type { FaultKind } from './fault-kind';
import { FaultWorld } from './fault-world';
import { COMMAND_KINDS } from './kinds/commands';
import { DATA_DIRECTORY_KINDS } from './kinds/data-directories';
import { DATABASE_KINDS } from './kinds/database';
import { LOCK_KINDS } from './kinds/locks';
import { NETWORK_KINDS } from './kinds/network';
import { PROCESS_KINDS } from './kinds/processes';
import { RESOURCE_KINDS } from './kinds/resources';
import { addToReport } from './report';
import { Rounds } from './round';

const ROUNDS = Number(process.env['FAULT_ROUNDS'] ?? '0');
const INJECTIONS = Number(process.env['FAULT_INJECTIONS'] ?? '1');
const WANTED = (process.env['FAULT_KINDS'] ?? '').split('|');
const REPORT = process.env['FAULT_REPORT'];
/** Both servers start for the first time, and a machine may be busy. */
const SETUP_MAX_MS = 600_000;
const ROUND_MAX_MS = 120_000 + 120_000 * INJECTIONS;

const KINDS: readonly FaultKind[] = [
  ...[...PROCESS_KINDS, ...DATABASE_KINDS, ...LOCK_KINDS],
  ...[...NETWORK_KINDS, ...RESOURCE_KINDS, ...COMMAND_KINDS, ...DATA_DIRECTORY_KINDS],
];
const injected = KINDS.filter(
  ({ name, isQuick }) =>
    (ROUNDS > 0 || WANTED[0] !== '' || isQuick === true) && WANTED.some((part) => name.includes(part)),
);

let world: FaultWorld;
let rounds: Rounds;

beforeAll(async () => {
  world = await FaultWorld.create();
  rounds = new Rounds(world);
}, SETUP_MAX_MS);
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
      const report = await rounds.run(kind, kind.isSlow === true ? 1 : INJECTIONS);
      if (REPORT !== undefined) addToReport(REPORT, report);
      expect({ faults: report.faults, drift: report.drift }).toEqual({ faults: [], drift: 0 });
      expect(report.confirmed).toBeGreaterThan(0);
    },
    ROUND_MAX_MS,
  );
});
