import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { createApp } from '../../../src/app.serve';
import { loadConfig } from '../../../src/common/config/config';
import { ServiceLogger } from '../../../src/common/logging/service-logger';
import { connect } from '../../../src/database/connections/connect';
import { LookupConnection } from '../../../src/database/connections/lookup-connection';
import { SnapshotPool } from '../../../src/database/connections/snapshot-pool';
import { StatementCanceller } from '../../../src/database/connections/statement-canceller';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../src/database/embedded/embedded-postgres';
import { openClusterHome } from '../../../src/database/embedded/cluster/cluster-home';
import { prepareBinaries } from '../../../src/database/embedded/server/server-binaries';
import { launchServer, type ServerProcess, stopServer } from '../../../src/database/embedded/server/server-process';
import { settingArguments } from '../../../src/database/embedded/server/server-settings';
import { prepareSocketDirectory } from '../../../src/database/embedded/server/socket-directory';
import { dataSourceOptions } from '../../../src/database/data-source-options';
import { findDatabaseProblem } from '../../../src/database/pg-errors';
import { migrate } from '../../../src/database/schema/migrate';
import { type Certificates, makeCertificates } from '../../support/network/certificates';
import { eventually } from '../../support/eventually';
import { findFreePort } from '../../support/network/free-port';
import { STRONG_SECRET } from '../../support/installation/installation';
import { TEST_ENVIRONMENT } from '../../support/app/test-environment';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
if (!hasOpenssl) process.stderr.write('Skipped: the program openssl, which creates certificates, is not available.\n');

(hasOpenssl ? describe : describe.skip)('TLS to the database', () => {
  let folder: string;
  let cluster: EmbeddedPostgres;
  let port: number;
  let trusted: Certificates;
  let other: Certificates;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'database-tls-'));
    trusted = makeCertificates(folder, 'trusted', 'DNS:localhost');
    other = makeCertificates(folder, 'other', 'DNS:localhost');
    cluster = await startEmbeddedPostgres({ dataDirectory: join(folder, 'postgres'), durable: false });
    await cluster.stop();
    appendFileSync(join(cluster.directory, 'cluster', 'pg_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n');
    port = await findFreePort();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Starts a server on a TCP port. The embedded database itself listens only on a socket, and never offers TLS. */
  function listen(...settings: string[]): Promise<ServerProcess> {
    const home = openClusterHome(join(folder, 'postgres'));
    const { postgres } = prepareBinaries(home.account, home.directory);
    const address = ['-c', 'listen_addresses=127.0.0.1', '-c', `port=${port}`, ...settings];
    return launchServer(home, postgres, prepareSocketDirectory(home), [...settingArguments(false, {}), ...address]);
  }

  function address(parameters: Record<string, string>, host = 'localhost'): string {
    const url = new URL(cluster.url);
    url.host = `${host}:${port}`;
    url.search = new URLSearchParams(parameters).toString();
    return url.toString();
  }

  /** Returns whether the server encrypts a connection, or the message of the connection's failure. */
  const resultOf = (url: string): Promise<string> =>
    connect(url, 'test').then(
      async (client) => {
        const { rows } = await client.query<{ ssl: boolean }>(
          'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
        );
        await client.end();
        return rows[0]?.ssl === true ? 'encrypted' : 'not encrypted';
      },
      (error: unknown) => (error as Error).message,
    );

  it('fails with advice if the server does not offer TLS', async () => {
    const plain = await listen();
    try {
      await eventually(async () => (await resultOf(address({}))) === 'not encrypted');
      const message = await resultOf(address({ sslmode: 'verify-full', sslrootcert: trusted.authority }));
      expect(message).toMatch(
        /^PostgreSQL at localhost:\d+ does not offer TLS: configure it there, or do not ask for it/,
      );
    } finally {
      await stopServer(plain);
    }
  });

  describe('with a server that offers TLS', () => {
    let admin: Client;
    let encrypted: ServerProcess;

    beforeAll(async () => {
      const home = openClusterHome(join(folder, 'postgres'));
      const owner = statSync(home.cluster);
      for (const [from, to] of [
        [trusted.certificate, 'server.crt'],
        [trusted.key, 'server.key'],
      ] as const) {
        copyFileSync(from, join(home.cluster, to));
        chownSync(join(home.cluster, to), owner.uid, owner.gid);
        chmodSync(join(home.cluster, to), 0o600);
      }
      encrypted = await listen('-c', 'ssl=on');
      const verified = address({ sslmode: 'verify-full', sslrootcert: trusted.authority });
      await eventually(async () => (await resultOf(verified)) === 'encrypted');
      const adminUrl = new URL(cluster.adminUrl);
      adminUrl.host = `localhost:${port}`;
      adminUrl.search = '?sslmode=no-verify';
      admin = new Client({ connectionString: adminUrl.toString() });
      await admin.connect();
    });
    afterAll(async () => {
      await admin.end();
      await stopServer(encrypted);
    });

    it('protects every connection of the service', async () => {
      const url = address({ sslmode: 'verify-full', sslrootcert: trusted.authority });
      await migrate(url, new AbortController().signal);
      const config = loadConfig({
        ...TEST_ENVIRONMENT,
        JWT_SECRET: STRONG_SECRET,
        DATABASE_URL: url,
      });
      const app = await createApp(config, { logger: new ServiceLogger('silent') });
      try {
        await app.listen(0, '127.0.0.1');
        const base = (await app.getUrl()).replace('[::1]', '127.0.0.1');
        expect((await fetch(`${base}/health/ready`)).status).toBe(200);
        const { rows } = await admin.query<{ application_name: string; ssl: boolean }>(
          `SELECT DISTINCT application_name, ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
            WHERE datname = 'intelligence' AND backend_type = 'client backend'`,
        );
        expect(rows.length).toBeGreaterThan(1);
        expect(rows.filter(({ ssl }) => !ssl)).toEqual([]);
      } finally {
        await app.close();
      }
    });

    it('fails with another certificate authority, with none, or with a host name not in the certificate', async () => {
      const untrusted = /^PostgreSQL at \S+ presents a certificate that is not accepted \(.+\): correct sslrootcert/;
      expect(await resultOf(address({ sslmode: 'verify-full', sslrootcert: other.authority }))).toMatch(untrusted);
      expect(await resultOf(address({ sslmode: 'verify-full' }))).toMatch(untrusted);
      const misnamed = address({ sslmode: 'verify-full', sslrootcert: trusted.authority }, '127.0.0.1');
      expect(await resultOf(misnamed)).toMatch(untrusted);
    });

    it('fails if the file with the certificate authority cannot be read', async () => {
      expect(await resultOf(address({ sslmode: 'verify-full', sslrootcert: join(folder, 'absent.pem') }))).toMatch(
        /^A certificate or key that DATABASE_URL names cannot be read \(.*ENOENT.*\): correct sslrootcert, /,
      );
    });

    it('fails with status 503 while the file with the certificate authority is missing, and then recovers', async () => {
      const authority = join(folder, 'rotated.pem');
      copyFileSync(trusted.authority, authority);
      const url = address({ sslmode: 'verify-full', sslrootcert: authority });
      const limits = { statementTimeoutMs: 5_000, queryTimeoutMs: 7_000 };
      const reads = new SnapshotPool({ url, ...limits, size: 1, acquireTimeoutMs: 5_000 });
      const lookups = new LookupConnection({ url, ...limits, acquireTimeoutMs: 5_000 });
      const writes = new DataSource(dataSourceOptions({ url }));
      await writes.initialize();
      try {
        const uses: (() => Promise<unknown>)[] = [
          () => reads.query({ text: 'SELECT' }),
          () => lookups.rows({ text: 'SELECT' }, []),
          // Occupies the connection that is open already, so that the pool opens another one.
          () => writes.transaction(() => writes.query('SELECT')),
        ];
        const useAll = (): Promise<unknown>[] => uses.map(async (use) => use());
        rmSync(authority);
        for (const failure of await Promise.allSettled(useAll())) {
          const { reason } = failure as PromiseRejectedResult;
          expect(findDatabaseProblem(reason)?.status).toBe(503);
          expect(String(reason)).toMatch(/A certificate or key that the URL of the database names .*ENOENT.*rotated/);
        }
        copyFileSync(trusted.authority, authority);
        await Promise.all(useAll());
      } finally {
        await Promise.all([reads.close(), lookups.close(), writes.destroy()]);
      }
    });

    it('also protects the cancellation of a statement', async () => {
      const url = address({ sslmode: 'verify-full', sslrootcert: trusted.authority });
      const client = await connect(url, 'test');
      const isSleeping = `SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep'`;
      const cancelled = client.query('SELECT pg_sleep(30)').catch((error: { code?: string }) => error.code);
      await eventually(async () => (await admin.query(isSleeping)).rowCount === 1);
      const unwatch = new StatementCanceller(5_000).watch(client, AbortSignal.abort());
      expect(await cancelled).toBe('57014');
      await unwatch();
      await client.end();
    });

    it('fails reads that wait for a connection if the file with the authority disappears, and does not end the process', async () => {
      const authority = join(folder, 'removed.pem');
      copyFileSync(trusted.authority, authority);
      const url = address({ sslmode: 'verify-full', sslrootcert: authority });
      const limits = { statementTimeoutMs: 5_000, queryTimeoutMs: 7_000, acquireTimeoutMs: 5_000 };
      const reads = new SnapshotPool({ url, ...limits, size: 1 });
      try {
        const { rows } = await reads.query<{ pid: number }>({ text: 'SELECT pg_backend_pid() AS pid' });
        const held = reads.query({ text: 'SELECT pg_sleep(30)' });
        const waiting = reads.query({ text: 'SELECT' });
        rmSync(authority);
        const settled = Promise.allSettled([held, waiting]);
        await admin.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
        const [, { reason }] = (await settled) as [PromiseSettledResult<unknown>, PromiseRejectedResult];
        expect(String(reason)).toMatch(/A certificate or key that the URL of the database names .*ENOENT.*removed/);
      } finally {
        await reads.close();
      }
    });

    it('is used without verification with sslmode=no-verify, and not used with sslmode=disable', async () => {
      expect(await resultOf(address({ sslmode: 'no-verify' }))).toBe('encrypted');
      expect(await resultOf(address({ sslmode: 'disable' }))).toBe('not encrypted');
    });

    it('must be used if pg_hba.conf demands it, and the error gives the reason of the server', async () => {
      const rules = join(cluster.directory, 'cluster', 'pg_hba.conf');
      writeFileSync(rules, `hostnossl all all all reject\n${readFileSync(rules, 'utf8')}`);
      await admin.query('SELECT pg_reload_conf()');
      const refused = /refuses the login of \S+ \(pg_hba\.conf rejects .*no encryption\): correct the user or sslmode/;
      await eventually(async () => refused.test(await resultOf(address({ sslmode: 'disable' }))));
      expect(await resultOf(address({ sslmode: 'no-verify' }))).toBe('encrypted');
    });
  });
});
