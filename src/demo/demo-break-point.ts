/**
 * Places where a command of the demo may die between two steps that belong together, as `common/break-point` has them
 * for the service. Only tests arm them.
 */
export const DEMO_BREAK_POINTS = [
  'root-marked',
  'database-made',
  'database-marked',
  'planning',
  'planned',
  'clearing',
  'cleared',
  'manifest-written',
  'writing',
  'written',
  'removing',
  'removed',
  'scanning',
  'scanned',
  'finished',
] as const;

/** One of the places. */
export type DemoBreakPoint = (typeof DEMO_BREAK_POINTS)[number];

let report: ((name: DemoBreakPoint) => void) | null = null;

/** Marks a place where a process may die. Does nothing unless a test has armed it. */
export function demoBreakPoint(name: DemoBreakPoint): void {
  report?.(name);
}

/** Has each place that is passed told to `reached`, which may throw or end the process; null disarms. For tests. */
export function armDemoBreakPoints(reached: ((name: DemoBreakPoint) => void) | null): void {
  if (process.env['NODE_ENV'] !== 'test') throw new Error('Break points can be armed in tests alone.');
  report = reached;
}
