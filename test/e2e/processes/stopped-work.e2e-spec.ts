import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Client } from 'pg';
import { MIGRATIONS } from '../../../src/database/migrations';
import { library, movie } from '../../support/catalog/catalog';
import {
  hasSession,
  openCluster,
  visitCluster,
  whileFrozen,
  whileLocked,
} from '../../support/databases/embedded-cluster';
import { eventually } from '../../support/eventually';
import { BATCH, InstalledService, npm, STOP_MAX_MS } from '../../support/installation/installed-service';

/** Time from Ctrl-C to the forced end of a command, in milliseconds. */
const GRACE_MS = 10_000;
/** Time between two signals in milliseconds. Signals within one second count as one. */
const SECOND_SIGNAL_MS = 1_500;
const ADMIN = { username: 'root', password: 'correct horse battery' };
const BOOTSTRAP = { ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password };

let service: InstalledService;
beforeAll(async () => {
  service = await InstalledService.create();
});
afterEach(() => service.end());
afterAll(() => service.remove());

describe('Ctrl-C', () => {
  /** Makes the third migration wait after the creation of its first table. */
  const HOLD_MIGRATION = `
    CREATE FUNCTION hold() RETURNS event_trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF to_regclass('public.intelligence_artifacts') IS NOT NULL THEN PERFORM pg_sleep(600); END IF;
    END $$;
    CREATE EVENT TRIGGER hold ON ddl_command_start WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION hold()`;

  it('during a migration rolls back only this migration, and the next start continues', async () => {
    const cluster = service.clusterOf('migrated');
    await openCluster(cluster, (client) => client.query(HOLD_MIGRATION));
    for (const [script, code] of [
      [npm('start'), 0],
      [npm('quickstart'), 0],
      [npm('cli', 'migrate'), 130],
    ] as const) {
      const run = service.start('migrated', script);
      await run.waitFor(() => hasSession(cluster, `wait_event = 'PgSleep'`));
      run.killGroup('SIGINT');
      expect(await service.endOf(run, 'migrated')).toMatchObject({ code, signal: null });
    }
    await openCluster(cluster, async (client) => {
      const { rows } = await client.query(
        `SELECT (SELECT count(*)::int FROM schema_migrations) AS ran,
                to_regclass('intelligence_search_documents') IS NOT NULL AS second,
                to_regclass('intelligence_artifacts') IS NOT NULL AS third`,
      );
      expect(rows).toEqual([{ ran: 2, second: true, third: false }]);
      await client.query('DROP EVENT TRIGGER hold');
    });
    const { output } = await service.start('migrated', npm('cli', 'migrate')).ended;
    expect(output.match(/\d{13}/g)).toHaveLength(MIGRATIONS.length - 2);
  });

  it('during the warm-up ends the server before it serves', async () => {
    await service.start('warm', npm('cli', 'import', 'samples/catalog.ndjson')).ended;
    const run = service.start('warm', npm('start'), { WARM_UP_MS: '60000' });
    await whileLocked(run, service.clusterOf('warm'), 'intelligence_search_documents', async () => {
      run.killGroup('SIGINT');
      expect(await service.endOf(run, 'warm')).toMatchObject({ code: 0, signal: null });
    });
    expect(run.output).not.toContain('"Serving"');
  });

  it('during an import ends the command with code 130, and a new import continues after the last batch', async () => {
    const run = service.start('imported', npm('cli', 'import', '-'));
    run.stdin.write(lines(0, 20 * BATCH));
    await run.prints(/ [1-9]\d* lines/);
    run.killGroup('SIGINT');
    expect(await service.endOf(run, 'imported')).toMatchObject({ code: 130, signal: null });
    expect(run.output).toMatch(/Stopped by SIGINT before the work was complete\.\n$/);
    const importedCount = await expectWholeBatches('imported');

    const secondRun = service.start('imported', npm('cli', 'import', '-'));
    secondRun.stdin.end(lines(0, 20 * BATCH));
    const { code, output } = await secondRun.ended;
    expect(code).toBe(0);
    expect(output).toContain(`"accepted": ${20 * BATCH - importedCount}`);
  });

  it('that npm forwards a second time does not abort requests', async () => {
    const run = service.start('streamed', npm('start'), { ...BOOTSTRAP, SHUTDOWN_TIMEOUT_MS: '60000' });
    const upload = await openUpload(await service.addressOf(run));
    const answered = once(upload, 'response') as Promise<[IncomingMessage]>;
    upload.write(lines(0, 10));
    run.killGroup('SIGINT');
    await run.prints(/"Stopping"/);
    run.killGroup('SIGINT');
    upload.end(lines(10, BATCH));
    const [response] = await answered;
    expect(JSON.parse(await text(response))).toMatchObject({ accepted: BATCH, rejected: 0 });
    expect(await service.endOf(run, 'streamed')).toMatchObject({ code: 0 });
  });

  it.each([
    ['given again ends a command', true],
    ['ends a command after ten seconds', false],
  ])('%s if the database does not stop', async (_how, isRepeated) => {
    const run = service.start('frozen', npm('cli', 'import', '-'));
    await run.waitFor(async () => (await countImported('frozen')) === 0);
    await whileFrozen(service.clusterOf('frozen'), async () => {
      const startedAt = Date.now();
      run.killGroup('SIGINT');
      if (isRepeated) {
        await eventually(() => Date.now() - startedAt > SECOND_SIGNAL_MS);
        run.killGroup('SIGINT');
      }
      await eventually(() => run.hasEnded && run.leftOver.length === 0, STOP_MAX_MS);
      expect(Date.now() - startedAt < GRACE_MS).toBe(isRepeated);
    });
    expect(await service.endOf(run, 'frozen')).toMatchObject({ code: 130 });
  });

  it('during an import by HTTP aborts the import, and keeps whole batches', async () => {
    const run = service.start('cut-off', npm('start'), BOOTSTRAP);
    const upload = await openUpload(await service.addressOf(run));
    const cutOff = once(upload, 'error');
    upload.write(lines(0, 4 * BATCH + 10));
    await run.waitFor(async () => ((await countImported('cut-off')) ?? 0) > 0);
    run.killGroup('SIGINT');
    expect(await service.endOf(run, 'cut-off')).toMatchObject({ code: 0, signal: null });
    await cutOff;
    await expectWholeBatches('cut-off');

    const secondRun = service.start('cut-off', npm('start'));
    await service.addressOf(secondRun);
    secondRun.kill('SIGTERM');
    expect(await service.endOf(secondRun, 'cut-off')).toMatchObject({ code: 0 });
  });
});

/** Returns the lines of the catalog from position `from` until before `to`. The library is at position 0. */
function lines(from: number, to: number): string {
  const records = Array.from({ length: to - from }, (_, index) => from + index).map((place) =>
    place === 0 ? library('Reels') : movie('Reels', `Reel ${place}`, { overview: `The reel of number ${place}.` }),
  );
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

async function countRecords(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'SELECT (SELECT count(*) FROM libraries)::int + (SELECT count(*) FROM media_items)::int AS count',
  );
  return rows[0]?.count ?? 0;
}

/** Returns the number of records that a program has imported; null before its database is migrated. */
const countImported = (data: string): Promise<number | null> =>
  visitCluster(service.clusterOf(data), countRecords).catch(() => null);

/** Requires complete batches with their documents after an interrupted import. Returns the number of records. */
async function expectWholeBatches(data: string): Promise<number> {
  return openCluster(service.clusterOf(data), async (client) => {
    const records = await countRecords(client);
    const { rows } = await client.query<{ documents: number }>(
      'SELECT count(*)::int AS documents FROM intelligence_search_documents',
    );
    expect(records).toBeGreaterThan(0);
    expect({ beyondBatches: records % BATCH, documents: rows[0]?.documents }).toEqual({
      beyondBatches: 0,
      documents: records - 1,
    });
    return records;
  });
}

/** Begins an import whose body does not end. */
async function openUpload(url: string): Promise<ClientRequest> {
  const answer = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' };
  return request(`${url}/api/v1/admin/catalog/import`, { method: 'POST', headers });
}
