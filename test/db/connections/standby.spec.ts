import { appendFileSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../../../src/database/connections/connect';
import { LookupConnection } from '../../../src/database/connections/lookup-connection';
import { SnapshotPool } from '../../../src/database/connections/snapshot-pool';
import { openClusterHome } from '../../../src/database/embedded/cluster/cluster-home';
import { startEmbeddedPostgres } from '../../../src/database/embedded/embedded-postgres';
import { prepareBinaries } from '../../../src/database/embedded/server/server-binaries';
import { launchServer, type ServerProcess, stopServer } from '../../../src/database/embedded/server/server-process';
import { settingArguments } from '../../../src/database/embedded/server/server-settings';
import { prepareSocketDirectory } from '../../../src/database/embedded/server/socket-directory';
import { eventually } from '../../support/eventually';
import { findFreePort } from '../../support/network/free-port';

/** A standby needs the log of a server that writes at least this level. */
const WAL = { wal_level: 'replica' };

describe('a hot standby whose default isolation level is serializable, which no standby supports', () => {
  let folder: string;
  let standby: ServerProcess;
  let url: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'standby-'));
    const dataDirectory = join(folder, 'postgres');
    const primary = await startEmbeddedPostgres({ dataDirectory, durable: false, settings: WAL });
    await primary.stop();
    const home = openClusterHome(dataDirectory);
    const owner = statSync(home.cluster);
    const signal = join(home.cluster, 'standby.signal');
    writeFileSync(signal, '');
    chownSync(signal, owner.uid, owner.gid);
    appendFileSync(join(home.cluster, 'pg_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n');
    const port = await findFreePort();
    const address = ['listen_addresses=127.0.0.1', `port=${port}`, 'default_transaction_isolation=serializable'];
    const { postgres } = prepareBinaries(home.account, home.directory);
    standby = await launchServer(home, postgres, prepareSocketDirectory(home), [
      ...settingArguments(false, WAL),
      ...address.flatMap((setting) => ['-c', setting]),
    ]);
    url = Object.assign(new URL(primary.url), { host: `127.0.0.1:${port}`, search: '' }).toString();
  }, 120_000);
  afterAll(async () => {
    await stopServer(standby);
    rmSync(folder, { recursive: true, force: true });
  });

  const READ = `SELECT pg_is_in_recovery() AS standby, current_setting('transaction_isolation') AS isolation`;

  it('accepts single connections', async () => {
    const client = await eventually(() =>
      // The server refuses connections until it has read its log.
      connect(url, 'test').catch((error: unknown) => {
        if (/starting or stopping|does not answer/.test(String(error))) return null;
        throw error;
      }),
    );
    const { rows } = await client.query<object>(READ);
    await client.end();
    expect(rows).toEqual([{ standby: true, isolation: 'read committed' }]);
  });

  it('accepts connections for reads and for look-ups', async () => {
    const settings = { url, acquireTimeoutMs: 5_000, statementTimeoutMs: 5_000, queryTimeoutMs: 7_000 };
    const pool = new SnapshotPool({ ...settings, size: 1 });
    const lookups = new LookupConnection(settings);
    try {
      const { rows } = await pool.query({ text: READ });
      const expected = [{ standby: true, isolation: 'read committed' }];
      expect([rows, await lookups.rows({ text: READ }, [])]).toEqual([expected, expected]);
    } finally {
      await pool.close();
      await lookups.close();
    }
  });
});
