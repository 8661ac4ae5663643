import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createUser, type TestUser } from '../accounts/accounts';
import { type CatalogRecord, importCatalog } from './catalog';
import type { TestApp } from '../app/test-app';
import { ROOT } from '../root';

const ALL_RECORDS = readFileSync(join(ROOT, 'samples/catalog.ndjson'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as CatalogRecord);

/** The records of the sample catalog, except the watch states: an import rejects them if their users do not exist. */
export const SAMPLE_RECORDS: readonly CatalogRecord[] = ALL_RECORDS.filter(({ type }) => type !== 'watch_state');

/** Imports the sample catalog, and creates `alice` and `bob`, the users of its watch states. Returns `alice`. */
export async function importSamples(app: TestApp, admin: { readonly token: string }): Promise<TestUser> {
  const alice = await createUser(app, { username: 'alice' });
  await createUser(app, { username: 'bob' });
  await importCatalog(app, admin, ALL_RECORDS);
  return alice;
}
