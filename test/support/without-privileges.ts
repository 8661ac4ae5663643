const NOBODY = 65_534;

/** Runs the work as an account that file modes restrict. The superuser can read every file and folder. */
export async function withoutPrivileges<T>(work: () => T | Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return work();
  process.seteuid?.(NOBODY);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}
