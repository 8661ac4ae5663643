import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ROOT } from '../root';

/**
 * The paths of the files with the films and the series of a real catalog. The files are not part of the project; some
 * machines have them beside the project.
 */
export const REAL_CATALOG_FILES = ['films', 'series'].map((name) => resolve(ROOT, `../shared/data/${name}.ndjson.gz`));

/** Groups tests that need the real catalog, and skips them where it is absent. */
export function describeRealCatalog(subject: string, tests: () => void): void {
  if (REAL_CATALOG_FILES.every((file) => existsSync(file))) describe(subject, tests);
  else describe.skip(`${subject}: skipped, because ../shared/data does not contain both files`, tests);
}
