/**
 * Places where a command of the demo may die between two steps that belong together, as `common/failpoint` has them
 * for the service. Only tests arm them.
 */
export const DEMO_FAILPOINTS = [
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
export type DemoFailpoint = (typeof DEMO_FAILPOINTS)[number];

let report: ((name: DemoFailpoint) => void) | null = null;

/** Marks a place where a process may die. Does nothing unless a test has armed it. */
export function demoFailpoint(name: DemoFailpoint): void {
  report?.(name);
}

/** Has each place that is passed told to `reached`, which may throw or end the process; null disarms. For tests. */
export function armDemoFailpoints(reached: ((name: DemoFailpoint) => void) | null): void {
  if (process.env['NODE_ENV'] !== 'test') throw new Error('Failpoints can be armed only in tests.');
  report = reached;
}
