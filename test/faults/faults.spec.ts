/**
 * Faults on two servers with one external database. A round injects one kind of fault under load, and compares the
 * history of all writes with the state. The number in the name of a test counts the rounds of its kind. By default,
 * each quick kind has one round with one injection. docs/testing.md describes the environment variables of longer runs.
 */
import type { FaultKind } from './fault-kind';
import { TestedSystem } from './tested-system';
import { DATA_DIRECTORY_KINDS } from './kinds/data-directories';
import { DATABASE_KINDS } from './kinds/database';
import { LOCK_KINDS } from './kinds/locks';
import { NETWORK_KINDS } from './kinds/network';
import { PROCESS_KINDS } from './kinds/processes';
import { RESOURCE_KINDS } from './kinds/resources';
import { MIGRATION_KINDS } from './kinds/migrations';
import { REFRESH_QUEUE_KINDS } from './kinds/refresh-queue';
import { addToReport, countInjections, countsTable } from './report';
import { type RoundReport, Rounds } from './round';

const ROUNDS = Number(process.env['FAULT_ROUNDS'] ?? '0');
const INJECTIONS = Number(process.env['FAULT_INJECTIONS'] ?? '1');
/** The suite injects the kinds whose names contain one of these parts. Every name contains the empty part. */
const NAME_PARTS = (process.env['FAULT_KINDS'] ?? '').split('|');
const REPORT = process.env['FAULT_REPORT'];
const TARGET = Number(process.env['FAULT_TARGET'] ?? 'Infinity');
const MAX_MS = Number(process.env['FAULT_MINUTES'] ?? 'Infinity') * 60_000;
/** Both servers start for the first time, and a machine may be busy. */
const SETUP_MAX_MS = 600_000;
const ROUND_MAX_MS = 120_000 + 120_000 * INJECTIONS;

const KINDS: readonly FaultKind[] = [
  ...[...PROCESS_KINDS, ...DATABASE_KINDS, ...LOCK_KINDS],
  ...[...NETWORK_KINDS, ...RESOURCE_KINDS, ...DATA_DIRECTORY_KINDS, ...MIGRATION_KINDS, ...REFRESH_QUEUE_KINDS],
];
const injectedKinds = KINDS.filter(
  ({ name, isQuick }) =>
    (ROUNDS > 0 || NAME_PARTS[0] !== '' || isQuick === true) && NAME_PARTS.some((part) => name.includes(part)),
);

const startedAt = performance.now();
const reports: RoundReport[] = [];
let system: TestedSystem;
let rounds: Rounds;

beforeAll(async () => {
  system = await TestedSystem.create();
  rounds = new Rounds(system);
}, SETUP_MAX_MS);
afterAll(async () => {
  process.stdout.write(countsTable(reports));
  await system.close();
});

/** Number of injections of a kind in the next round; 0 if the time is over or the report has enough of the kind. */
function countNext({ name, isSlow }: FaultKind): number {
  if (performance.now() - startedAt > MAX_MS) return 0;
  const missing = REPORT === undefined ? TARGET : TARGET - countInjections(REPORT, name);
  return Math.max(0, Math.min(missing, isSlow === true ? 1 : INJECTIONS));
}

it('the suite has at least 40 kinds of faults, each with a distinct name', () => {
  expect(new Set(KINDS.map(({ name }) => name)).size).toBe(KINDS.length);
  expect(KINDS.length).toBeGreaterThanOrEqual(40);
});

describe.each(Array.from({ length: Math.max(1, ROUNDS) }, (_, index) => index + 1))('round %i', () => {
  it.each(injectedKinds)(
    '$name: nothing is lost, stale or half stored',
    async (kind) => {
      const injections = countNext(kind);
      const reason =
        kind.whyImpossible?.(system) ?? (injections === 0 ? 'FAULT_TARGET or FAULT_MINUTES is reached' : null);
      if (reason !== null) {
        process.stderr.write(`Skipped: ${kind.name} (${reason}).\n`);
        return;
      }
      const report = await rounds.run(kind, injections);
      reports.push(report);
      if (REPORT !== undefined) addToReport(REPORT, report);
      const { violations, readModelDrift } = report;
      expect({ violations, readModelDrift }).toEqual({ violations: [], readModelDrift: 0 });
      expect(report.confirmed).toBeGreaterThan(0);
    },
    ROUND_MAX_MS,
  );
});
