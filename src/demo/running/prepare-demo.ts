import { randomBytes } from 'node:crypto';
import type { Config } from '../../common/config/config';
import { makeDirectories } from '../../common/make-directories';
import { OperatorError } from '../../common/problems/operator-error';
import { toDatabaseName } from '../../database/connections/database-url';
import { migrate } from '../../database/schema/migrate';
import {
  createDemoDatabase,
  type DemoDatabaseState,
  inspectDemoDatabase,
  listScannedRoots,
  markDemoDatabase,
  toDatabaseUrl,
} from '../isolation/demo-database.store';
import { type DemoMarker, writeMarker } from '../isolation/demo-marker';
import { type DemoRoot, inspectDemoRoot } from '../isolation/demo-root';
import { toDemoOptions } from '../planner/demo-options';
import { demoFailpoint } from './demo-failpoint';

/**
 * Verifies that the folder and the database belong to the demo, and creates them if they are absent. Returns the
 * configuration for serving the demo: its database, its administrator and no real library. `config` must contain the
 * URL of the main database, whose tables are never written. The checks throw an `OperatorError` before anything is
 * written. Later steps can throw one, too, for example if the privilege to create the database is missing.
 */
export async function prepareDemo(config: Config, signal?: AbortSignal): Promise<Config> {
  const { demo, catalog, storage } = config;
  const mainUrl = config.database.url;
  if (mainUrl === undefined) throw new OperatorError('The demo needs the URL of the main database.');
  const configuredUrl = demo.databaseUrl;
  const name = configuredUrl === undefined ? demo.databaseName : toDatabaseName(configuredUrl);
  // Throws if the options are invalid, before anything is written.
  toDemoOptions(demo.options, demo);
  const libraryRoots = [...Object.values(catalog.libraryRoots), ...(await listScannedRoots(mainUrl))];
  const root = inspectDemoRoot(demo.root, { libraryRoots, cacheRoot: storage.cacheRoot });
  const url = configuredUrl ?? toDatabaseUrl(mainUrl, name);
  // The setting that names the database.
  const setting = configuredUrl === undefined ? 'DEMO_DATABASE_NAME' : 'DEMO_DATABASE_URL';
  // The setting whose URL contains the server, the user and the password. Errors of the connection name it.
  const urlSetting = configuredUrl === undefined ? 'DATABASE_URL' : 'DEMO_DATABASE_URL';
  const state = await inspectDemoDatabase(mainUrl, { url, urlSetting, setting });
  requireMatchingMarkers(root, state, { name, setting });
  await createAndMark(root, state, { mainUrl, name, url, urlSetting });
  await migrate(url, signal, urlSetting);
  return {
    ...config,
    database: { ...config.database, url, readUrl: undefined, migrationUrl: undefined },
    catalog: { ...catalog, libraryRoots: {} },
    auth: {
      ...config.auth,
      bootstrapAdmin: {
        username: demo.username,
        password: demo.password,
        settingsPrefix: 'SERVICE_DEMO',
        enforced: true,
        allowsCommonPassword: true,
      },
    },
    demo: { ...demo, root: root.path, databaseName: name },
  };
}

/**
 * Throws an `OperatorError` unless the folder and the database belong to the same demo. Two other cases are accepted,
 * for a first start and after an interrupted one, which leaves a `pending` marker that names the database:
 *
 * - The database does not exist, its URL is not configured, and the folder has no marker or a `pending` one.
 * - The database is empty, and the marker is `pending` or the URL is configured.
 */
function requireMatchingMarkers(
  root: DemoRoot,
  state: DemoDatabaseState,
  { name, setting }: { readonly name: string; readonly setting: 'DEMO_DATABASE_NAME' | 'DEMO_DATABASE_URL' },
): void {
  const { marker } = root;
  const isUrlConfigured = setting === 'DEMO_DATABASE_URL';
  if (marker !== null && marker.database !== name) {
    throw new OperatorError(
      `SERVICE_DEMO_ROOT belongs to another demo database. Set ${setting} to that database, or delete the folder.`,
    );
  }
  switch (state.kind) {
    case 'foreign':
      throw new OperatorError(`${setting} names a database with tables that the demo did not create.`);
    case 'empty':
      if (marker?.pending !== true && !isUrlConfigured) {
        throw new OperatorError('DEMO_DATABASE_NAME names a database that the demo did not create.');
      }
      return;
    case 'absent':
      if (marker !== null && !marker.pending) {
        throw new OperatorError(
          'The demo database of SERVICE_DEMO_ROOT no longer exists. Delete the folder to start a new demo.',
        );
      }
      // The demo creates databases only with `DATABASE_URL`. `DEMO_DATABASE_URL` may name another server or user.
      if (isUrlConfigured) {
        throw new OperatorError(
          'The database of DEMO_DATABASE_URL does not exist. Create it, for example with `npm run cli -- roles`.',
        );
      }
      return;
    case 'marked':
      if (state.root !== root.path || (marker !== null && marker.nonce !== state.nonce)) {
        throw new OperatorError(`${setting} belongs to another SERVICE_DEMO_ROOT.`);
      }
  }
}

/**
 * Marks the folder first, and then creates and marks the database, so that the next start can continue after a crash.
 */
async function createAndMark(
  root: DemoRoot,
  state: DemoDatabaseState,
  { mainUrl, name, url, urlSetting }: Readonly<Record<'mainUrl' | 'name' | 'url' | 'urlSetting', string>>,
): Promise<void> {
  const nonce = state.kind === 'marked' ? state.nonce : (root.marker?.nonce ?? randomBytes(16).toString('hex'));
  const marker: DemoMarker = { purpose: 'intelligence-demo', nonce, database: name, pending: true };
  if (root.marker === null) {
    makeDirectories(root.path, 0o755);
    writeMarker(root.path, { ...marker, pending: state.kind !== 'marked' });
  }
  demoFailpoint('root-marked');
  if (state.kind === 'absent') await createDemoDatabase(mainUrl, name);
  demoFailpoint('database-made');
  if (state.kind !== 'marked') await markDemoDatabase({ url, urlSetting }, nonce, root.path);
  demoFailpoint('database-marked');
  if (root.marker?.pending !== false) writeMarker(root.path, { ...marker, pending: false });
}
