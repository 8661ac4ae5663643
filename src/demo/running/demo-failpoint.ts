/**
 * Failpoints of the demo, between the steps of a start or a command. Tests kill the process there to prove that the
 * next start recovers.
 */
export const DEMO_FAILPOINTS = [
  // A start marks its folder (the root) and its database, so that later starts recognize both as those of the demo.
  'root-marked',
  'database-made',
  'database-marked',
  // A command plans the tree of files, writes it and scans it.
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

export type DemoFailpoint = (typeof DEMO_FAILPOINTS)[number];

let onReached: ((name: DemoFailpoint) => void) | null = null;

/** Declares that the process reached a failpoint. Does nothing unless a test armed failpoints. */
export function demoFailpoint(name: DemoFailpoint): void {
  onReached?.(name);
}

/**
 * Makes `demoFailpoint` call `reached`, which may throw or end the process. Null disarms the failpoints. Throws unless
 * NODE_ENV is `test`.
 */
export function armDemoFailpoints(reached: ((name: DemoFailpoint) => void) | null): void {
  if (process.env['NODE_ENV'] !== 'test') throw new Error('Failpoints can be armed only in tests.');
  onReached = reached;
}
