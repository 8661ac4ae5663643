/** Compares stored tool calls and runs with the outcomes of their writes, and checks the hash chain of the run. */
import { eventually } from '../support/eventually';
import type { TestedSystem } from './tested-system';
import type { History } from './history';
import type { CallLog, RunLog } from './registers';

/** Returns the violations: lost calls, refused calls that are stored, and a broken hash chain of the run. */
export async function violationsOfCalls(system: TestedSystem, log: CallLog, history: History): Promise<string[]> {
  const rows = await system.cluster.query<{ sequence: number }>(
    'SELECT sequence::int AS sequence FROM intelligence_tool_calls WHERE run_id = $1',
    'faults',
    [log.runId],
  );
  const stored = new Set(rows.map(({ sequence }) => sequence));
  const violations = violationsOf('tool call', history, log.name, (sequence) => stored.has(sequence));
  if (stored.size === 0) return violations;
  const send = system.sender(system.servers[1]);
  const { isUnbroken } = await eventually(async () => {
    const isUnbroken = await log.verify(send);
    // `eventually` would wait for a plain `false` to change.
    return isUnbroken !== undefined && { isUnbroken };
  });
  return isUnbroken ? violations : [...violations, 'the history of the run is broken'];
}

/** Returns the violations: lost runs, and refused runs that are stored. */
export async function violationsOfRuns(system: TestedSystem, log: RunLog, history: History): Promise<string[]> {
  const rows = await system.cluster.query<{ run_id: string }>(
    'SELECT run_id FROM intelligence_runs WHERE run_id = ANY($1::uuid[])',
    'faults',
    [log.runIds],
  );
  const stored = new Set(rows.map(({ run_id }) => run_id));
  return violationsOf('run', history, log.name, (index) => stored.has(log.runIds[index] ?? ''));
}

function violationsOf(thing: string, history: History, name: string, isStored: (value: number) => boolean): string[] {
  const lost = history.confirmed(name).filter((value) => !isStored(value));
  const refused = history.refused(name).filter(isStored);
  return [
    ...lost.map((each) => `lost: ${thing} ${each}`),
    ...refused.map((each) => `refused but stored: ${thing} ${each}`),
  ];
}
