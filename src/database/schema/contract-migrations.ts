/**
 * Migrations expand or contract the schema. After a migration that expands it, the previous release still works. A
 * contract migration removes or restricts something that an earlier release used. Its name contains the oldest release
 * that works after it has run: `ContractSince0_3_0DropTitles1763700000123` may run when all servers are of release
 * 0.3.0 or newer.
 */
const CONTRACT = /^ContractSince(\d+)_(\d+)_(\d+)[A-Z]/;

/** The oldest release that works after a contract migration, such as `0.3.0`; null for a migration that expands. */
export function oldestReleaseOf(migration: string): string | null {
  const version = CONTRACT.exec(migration);
  return version === null ? null : version.slice(1).join('.');
}

/**
 * Returns the contract migration after which a server of `release` does not work. If there are several, returns the one
 * that requires the newest release. Returns undefined if there is none.
 */
export function findIncompatible(migrations: readonly string[], release: string): string | undefined {
  let newest = release;
  let incompatible: string | undefined;
  for (const name of migrations) {
    const oldest = oldestReleaseOf(name);
    if (oldest !== null && compareReleases(newest, oldest) < 0) [newest, incompatible] = [oldest, name];
  }
  return incompatible;
}

/**
 * Returns a negative number if the first release is older, a positive one if it is newer, and 0 if both are equal. No
 * release has a pre-release part.
 */
function compareReleases(first: string, second: string): number {
  return first.localeCompare(second, 'en', { numeric: true });
}
