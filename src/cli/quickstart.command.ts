import type { INestApplicationContext } from '@nestjs/common';
import type { Command } from 'commander';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { AccountChanges } from '../accounts/account-changes';
import { FirstAdmin } from '../accounts/first-admin';
import { UserRepository } from '../accounts/user.repository';
import { serve, stopOnSignals } from '../app.serve';
import { CatalogImportService } from '../catalog/catalog-import.service';
import type { Config } from '../common/config/config';
import { toUsernameKey } from '../common/username';
import { migrate } from '../database/migrate';
import { openDatabase, withDatabaseUrl } from '../database/open-database';
import { loadCliConfig } from './cli-context';
import { type EmbeddedSecrets, loadEmbeddedSecrets } from './embedded-secrets';
import { importFiles } from './import.command';
import { startImportProgress } from './import-progress';
import { openSource } from './import-source';
import { findProjectRoot } from './project-root';

const ADMIN = 'admin';

/** Adds `quickstart`. */
export function register(program: Command): void {
  program
    .command('quickstart')
    .description('Start the database, load the sample catalog, serve, and say how to ask.')
    .action(runQuickstart);
}

async function runQuickstart(): Promise<void> {
  const { dataDirectory } = loadCliConfig(process.env, { secrets: false }).database;
  const secrets = loadEmbeddedSecrets(dataDirectory);
  const { JWT_SECRET, CURSOR_SECRET } = secrets;
  const config = loadCliConfig(
    { NODE_ENV: 'development', JWT_SECRET, CURSOR_SECRET, ...process.env },
    { secrets: true },
  );
  const database = await openDatabase(config.database);
  try {
    await migrate(database.url);
    const service = await serve(await withFreePort(withDatabaseUrl(config, database)));
    stopOnSignals(
      service,
      () => database.close(),
      (error) => {
        console.error(error);
        process.exit(1);
      },
    );
    const sample = await readSample();
    await service.app.get(FirstAdmin, { strict: false }).ensure(ADMIN, secrets.ADMIN_PASSWORD);
    await loadSample(service.app, sample, secrets.VIEWER_PASSWORD);
    console.log(renderGuide(service.url, secrets, sample));
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The configured port, or any free one when the default is taken and nobody asked for it. */
async function withFreePort(config: Config): Promise<Config> {
  const { host, port } = config.http;
  if (process.env.PORT || (await isFree(host, port))) return config;
  return { ...config, http: { ...config.http, port: 0 } };
}

function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((settle) => {
    const probe = createServer();
    probe.once('error', () => settle(false));
    probe.listen(port, host, () => probe.close(() => settle(true)));
  });
}

/** What the quick start needs to know of the sample. */
interface Sample {
  readonly file: string;
  /** The names in its watch states. */
  readonly viewers: readonly string[];
  /** A title to search for that needs no escaping in a shell. */
  readonly title: string;
}

async function readSample(): Promise<Sample> {
  const file = join(findProjectRoot(), 'samples', 'catalog.ndjson');
  const chunks: Buffer[] = [];
  for await (const chunk of openSource(file, () => undefined)) chunks.push(chunk);
  const lines = Buffer.concat(chunks).toString('utf8').split('\n');
  const records = lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as Record<string, unknown>);
  const viewers = records.filter(({ type }) => type === 'watch_state').map(({ username }) => String(username));
  const titles = records.filter(({ type }) => type === 'movie').map(({ title }) => String(title));
  return {
    file,
    viewers: [...new Set(viewers)].sort(),
    title: titles.find((title) => /^[A-Za-z0-9 ]+$/.test(title)) ?? 'night',
  };
}

/** Imports the sample; what is there already stays as it is. Its watch states need the accounts they name. */
async function loadSample(app: INestApplicationContext, sample: Sample, password: string): Promise<void> {
  const users = app.get(UserRepository, { strict: false });
  for (const username of sample.viewers) {
    if ((await users.findByKey(toUsernameKey(username))) !== null) continue;
    await app.get(AccountChanges, { strict: false }).create({ username, password });
  }
  const progress = startImportProgress(null, process.stderr);
  try {
    const imports = app.get(CatalogImportService, { strict: false });
    const { accepted, unchanged, rejected, errors } = await importFiles(imports, [sample.file], progress);
    console.log(`Sample catalog: ${accepted} records loaded, ${unchanged} were there already.`);
    if (rejected > 0) console.error(`${rejected} records were refused:`, errors);
  } finally {
    progress.stop();
  }
}

function renderGuide(url: string, secrets: EmbeddedSecrets, { viewers, title }: Sample): string {
  const api = `${url}/api/v1`;
  const login = JSON.stringify({ username: ADMIN, password: secrets.ADMIN_PASSWORD });
  const json = `-H 'Content-Type: application/json'`;
  return [
    '',
    `Serving on ${url}; its description is at ${url}/api/docs.`,
    `Administrator: ${ADMIN}, password ${secrets.ADMIN_PASSWORD}`,
    ...(viewers.length === 0 ? [] : [`Users: ${viewers.join(', ')}, password ${secrets.VIEWER_PASSWORD}`]),
    '',
    'Paste these, one after the other:',
    '',
    `TOKEN=$(curl -s ${api}/auth/login ${json} -d '${login}' | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
    `curl -s -X POST ${api}/intelligence/libraries/overview -H "Authorization: Bearer $TOKEN"`,
    `curl -s ${api}/intelligence/candidates:search -H "Authorization: Bearer $TOKEN" ${json} -d '{"query":"${title}"}'`,
    '',
    'Ctrl-C stops it; the data stays.',
  ].join('\n');
}
