/** Compares the tool calls of a run with the history of their writes, and has the service verify the run. */
import { eventually } from '../support/eventually';
import type { FaultWorld } from './fault-world';
import type { History } from './history';
import type { CallLog } from './registers';

/** Returns what is wrong with the calls: lost, refused but stored, or a broken history of the run. */
export async function faultsOfCalls(world: FaultWorld, log: CallLog, history: History): Promise<string[]> {
  const rows = await world.cluster.query<{ sequence: number }>(
    'SELECT sequence::int AS sequence FROM intelligence_tool_calls WHERE run_id = $1',
    'faults',
    [log.runId],
  );
  const stored = new Set(rows.map(({ sequence }) => sequence));
  const faults = [
    ...history
      .confirmed(log.name)
      .filter((sequence) => !stored.has(sequence))
      .map((each) => `lost: tool call ${each}`),
    ...history
      .refused(log.name)
      .filter((sequence) => stored.has(sequence))
      .map((each) => `refused but stored: tool call ${each}`),
  ];
  if (stored.size === 0) return faults;
  const send = world.sender(world.servers[1]);
  const { isUnbroken } = await eventually(async () => {
    const verified = await log.verify(send);
    return verified !== undefined && { isUnbroken: verified };
  });
  return isUnbroken ? faults : [...faults, 'the history of the run is broken'];
}
