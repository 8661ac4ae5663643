/**
 * A database of the previous release with a catalog, watch states, artifacts and runs, for faults that happen during
 * migrations.
 */
import { rmSync } from 'node:fs';
import { library, movie } from '../../support/catalog/catalog';
import { CompiledProgram } from '../../support/programs/compiled-program';
import { eventually } from '../../support/eventually';
import { Closings } from '../../support/set-up';
import { findFreePort } from '../../support/network/free-port';
import { extractPreviousRelease, hasPreviousRelease } from '../../support/programs/previous-release';
import type { TestedSystem } from '../tested-system';
import { requireExit, startCommand } from './processes';
import { callLog, registerCatalog, WATCHED_FILMS, makeRegisters, runLog, type Send } from '../registers';
import { FIRST_ADMIN, logIn, senderOf } from '../sender';
import { ServerProcess } from '../server-process';

/** The database that copies are made of. */
const TEMPLATE = 'previous_release';
const ITEMS = 2_000;
/** Number of entries in the log of tool calls, and in the log of runs. */
const ENTRIES = 20;
/** Time limit of a request. */
const REQUEST_MAX_MS = 60_000;
/** Longest wait until the read model of all items is derived. */
const DERIVED_MAX_MS = 120_000;
/** Tables whose numbers of rows a migration must not change. */
const TABLES = [
  ...['users', 'libraries', 'media_items', 'watch_states', 'intelligence_media_context', 'intelligence_artifacts'],
  ...['intelligence_search_documents', 'intelligence_runs', 'intelligence_tool_calls'],
];

let hasSources: boolean | null = null;
/** For each system: the row counts of its template database, which is loaded once. */
const loadedSystems = new WeakMap<TestedSystem, Promise<string>>();

/** Why this machine cannot create a database of the previous release; null if it can. */
export function whyNoPreviousRelease(): string | null {
  hasSources ??= hasPreviousRelease();
  return hasSources ? null : 'the history of this clone lacks the commit of the previous release';
}

/**
 * Creates a database `name` of the previous release. Returns a function that checks the database after the migration:
 * no row is missing, the read model agrees with the catalog, and the hash chains of runs and audit log are unbroken.
 */
export async function copyPreviousDatabase(system: TestedSystem, name: string): Promise<() => Promise<void>> {
  const loading = loadedSystems.get(system) ?? loadTemplate(system);
  loadedSystems.set(system, loading);
  const before = await loading;
  await system.cluster.query(`CREATE DATABASE ${name} OWNER service TEMPLATE ${TEMPLATE}`, 'postgres');
  return async () => {
    const after = await countRows(system, name);
    if (after !== before) throw new Error(`The migrated database has ${after} rows, not ${before}.`);
    const env = { DATABASE_URL: system.cluster.urlOf(name) };
    await requireExit(startCommand(system, ['reconcile', '--check'], env), 0);
    await requireExit(startCommand(system, ['audit', 'verify'], env), 0);
  };
}

/** Starts a server of the previous release and fills the template database. Returns the number of rows by table. */
async function loadTemplate(system: TestedSystem): Promise<string> {
  const closings = new Closings();
  try {
    const sources = extractPreviousRelease();
    closings.add(() => rmSync(sources, { recursive: true, force: true }));
    const program = await CompiledProgram.compile('service-program.ts', { root: sources });
    closings.add(() => program.remove());
    await system.cluster.query(`CREATE DATABASE ${TEMPLATE} OWNER service`, 'postgres');
    const env = system.environment(TEMPLATE);
    await requireExit(startCommand({ program, environment: () => env }, ['migrate']), 0);
    const server = new ServerProcess(program, await findFreePort(), { ...env, ...FIRST_ADMIN });
    closings.add(() => server.end('SIGKILL'));
    await server.start();
    await fill(senderOf(server.url, await logIn(server.url), REQUEST_MAX_MS));
    await eventually(async () => {
      return (await system.cluster.query('SELECT FROM intelligence_dirty_keys LIMIT 1', TEMPLATE)).length === 0;
    }, DERIVED_MAX_MS);
    await server.end('SIGTERM');
    return await countRows(system, TEMPLATE);
  } finally {
    await closings.close();
  }
}

async function fill(send: Send): Promise<void> {
  const films = Array.from({ length: ITEMS }, (_, index) =>
    movie('Previous', `Film ${index}`, { overview: `The film of number ${index}, and of nothing else.` }),
  );
  const records = [library('Previous'), ...films].map((record) => JSON.stringify(record)).join('\n');
  for (const lines of [registerCatalog(WATCHED_FILMS), records]) {
    const answer = await send('POST', '/admin/catalog/import', lines);
    if (answer?.status !== 200) throw new Error(`The import was answered with ${JSON.stringify(answer)}.`);
  }
  const runs = runLog();
  const calls = callLog();
  await send('PUT', `/intelligence/runs/${calls.runId}`, { purpose: 'other', status: 'running' });
  // Writing each register once creates watch states, a run and an artifact, and changes two films.
  const outcomes = await Promise.all(makeRegisters().map((register) => register.write(send, 1)));
  for (let entry = 1; entry <= ENTRIES; entry += 1)
    outcomes.push(await calls.write(send, entry), await runs.write(send, entry));
  if (outcomes.some((outcome) => outcome !== 'confirmed')) throw new Error(`Writes failed: ${outcomes.join(', ')}.`);
}

async function countRows({ cluster }: TestedSystem, name: string): Promise<string> {
  const counts = TABLES.map((table) => `'${table}', (SELECT count(*) FROM ${table})`);
  const [row] = await cluster.query<{ counts: object }>(
    `SELECT json_build_object(${counts.join(', ')}) AS counts`,
    name,
  );
  return JSON.stringify(row?.counts);
}
