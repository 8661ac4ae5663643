/**
 * Names of the failpoints. A failpoint is a place between two steps of a write or of background work. Tests kill the
 * process at a failpoint to prove that no partial state remains and that the next process completes the work.
 */
export const FAILPOINTS = [
  'transaction.begun',
  'transaction.committing',
  'transaction.committed',
  'changes.begun',
  'changes.rows-written',
  'changes.dependents-marked',
  'changes.artifacts-marked',
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

let onReached: ((name: Failpoint) => void) | null = null;

/** Declares that the process reached a failpoint. Does nothing unless a test armed failpoints. */
export function failpoint(name: Failpoint): void {
  onReached?.(name);
}

/**
 * Arms all failpoints: `failpoint` then calls `reached`, which may end the process. A test checks that nothing in `src`
 * calls this function. Throws unless NODE_ENV is `test`.
 */
export function armFailpoints(reached: (name: Failpoint) => void): void {
  if (process.env['NODE_ENV'] !== 'test') throw new Error('Failpoints can be armed only in tests.');
  onReached = reached;
}
