/**
 * Places where a process may die between two steps that belong together. Tests kill processes there to show that
 * nothing is ever torn; a release has nothing that could arm them.
 */
export const FAILPOINTS = [
  'transaction.begun',
  'transaction.committing',
  'transaction.committed',
  'changes.begun',
  'changes.rows-written',
  'changes.dependents-marked',
  'changes.artifacts-marked',
  'changes.revision-raised',
  'changes.counted',
  'media.derived',
  'media.contexts-written',
  'media.documents-written',
  'media.removed',
  'media.marked-stale',
  'refresh.claimed',
  'refresh.derived',
  'reconcile.queued',
] as const;

export type Failpoint = (typeof FAILPOINTS)[number];

let report: ((name: Failpoint) => void) | null = null;

/** Marks a place where a process may die. Costs one comparison and does nothing unless a test has armed it. */
export function failpoint(name: Failpoint): void {
  report?.(name);
}

/**
 * Has each failpoint that is passed told to `reached`, which may end the process. Nothing in `src` calls this, which
 * a test holds; throws unless NODE_ENV is `test`.
 */
export function armFailpoints(reached: (name: Failpoint) => void): void {
  if (process.env['NODE_ENV'] !== 'test') throw new Error('Failpoints can be armed in tests alone.');
  report = reached;
}
