import type { INestApplicationContext } from '@nestjs/common';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { AccountChanges } from '../../accounts/account-changes';
import { UserRepository } from '../../accounts/user.repository';
import { CatalogImportService } from '../../catalog/catalog-import.service';
import { processStop } from '../../common/processes/process-stop';
import { findProjectRoot } from '../../common/project-root';
import { toUsernameKey } from '../../common/text/username';
import { importFiles } from '../catalog/import-files';
import { startImportProgress } from '../catalog/import-progress';
import { openSource } from '../catalog/import-source';

/** The sample catalog, and the values that the quick start reads from it. */
export interface Sample {
  readonly file: string;
  /** User names in the watch states of the sample. */
  readonly viewers: readonly string[];
  /** A title that needs no shell escaping, for the example search. */
  readonly title: string;
}

/** Reads the sample catalog from the project folder. */
export async function readSample(): Promise<Sample> {
  const file = join(findProjectRoot(), 'samples', 'catalog.ndjson');
  const lines = (await text(openSource(file, () => undefined))).split('\n');
  const records = lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as Record<string, unknown>);
  const viewers = records.filter(({ type }) => type === 'watch_state').map(({ username }) => String(username));
  const titles = records.filter(({ type }) => type === 'movie').map(({ title }) => String(title));
  return {
    file,
    viewers: [...new Set(viewers)].sort(),
    title: titles.find((title) => /^[A-Za-z0-9 ]+$/.test(title)) ?? 'night',
  };
}

/** Creates the accounts that the watch states of the sample refer to, unless they exist. Then imports the sample. */
export async function loadSample(app: INestApplicationContext, sample: Sample, password: string): Promise<void> {
  const users = app.get(UserRepository);
  for (const username of sample.viewers) {
    if ((await users.findByKey(toUsernameKey(username))) !== null) continue;
    await app.get(AccountChanges).create({ username, password });
  }
  const progress = startImportProgress(null, process.stderr);
  try {
    const imports = app.get(CatalogImportService);
    const { accepted, unchanged, rejected, errors } = await importFiles(
      imports,
      [sample.file],
      progress,
      processStop.signal,
    );
    console.log(`Sample catalog: ${accepted} records loaded, ${unchanged} already existed.`);
    if (rejected > 0) console.error(`${rejected} records were refused:`, errors);
  } finally {
    progress.stop();
  }
}
