/**
 * Migrations expand or contract the schema. The previous release works on a schema that was expanded. A contract migration
 * takes something away, or makes it stricter, that an earlier release still used. Its name tells the least release that
 * does without it: `ContractSince0_3_0DropTitles1763700000123` may run when all servers are of release 0.3.0 or newer.
 */
const CONTRACT = /^ContractSince(\d+)_(\d+)_(\d+)[A-Z]/;

/** The least release that a contract migration leaves working, such as `0.3.0`; null for a migration that expands. */
export function oldestReleaseOf(migration: string): string | null {
  const version = CONTRACT.exec(migration);
  return version === null ? null : version.slice(1).join('.');
}

/** The first of these migrations with whose schema a server of the release does not work; undefined if there is none. */
export function findIncompatible(migrations: readonly string[], release: string): string | undefined {
  return migrations.find((name) => {
    const least = oldestReleaseOf(name);
    return least !== null && compareReleases(release, least) < 0;
  });
}

/** Negative, zero or positive, as the first release is older than, equal to or newer than the second one. */
function compareReleases(first: string, second: string): number {
  return first.localeCompare(second, 'en', { numeric: true });
}
