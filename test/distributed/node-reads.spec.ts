/** Reads that go directly to the nodes of a cluster, not through its coordinator. The cluster needs two workers. */
import { Logger } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { ReadPool } from '../../src/database/read-pool';
import { ShardRouter } from '../../src/database/distribution/nodes/shard-router';
import type { ReadCoordinator } from '../../src/database/distribution/nodes/shard-map';
import { createUser, type TestUser } from '../support/accounts/accounts';
import { createTestApp, type TestApp } from '../support/app/test-app';
import { POOL_TIMEOUTS } from '../support/app/test-environment';
import { importCatalog, library, mediaIdOf, movie, uuidOf } from '../support/catalog/catalog';
import { type CitusDatabase, createDistributedDatabase } from '../support/citus/citus-database';
import { runSql } from '../support/databases/sql';
import { eventually } from '../support/eventually';
import { client } from '../support/requests/client';
import { FreshnessRun } from './freshness-run';

const CITUS_URL = process.env['CITUS_URL'] ?? '';
const onCitus = CITUS_URL === '' ? describe.skip : describe;

/** Number of writes while shards move. */
const WRITES = 60;
const WRITERS = 3;

/** Matches a distributed table, as a statement to the coordinator names it. */
const TABLE =
  /(?:FROM|JOIN)\s+(?:libraries|media_|watch_states|served_|intelligence_(?:media|search|lexicon|facet|art))[a-z_]*\b/;
/** Matches a shard of a table, as a statement to a node names it. */
const SHARD = /(?:FROM|JOIN)\s+[a-z_]+_\d+\b/;

interface Placement {
  readonly shardid: string;
  readonly nodename: string;
  readonly nodeport: number;
}

onCitus('reads of the nodes of a cluster', () => {
  jest.setTimeout(600_000);
  let database: CitusDatabase;
  let app: TestApp;
  let other: TestApp;
  let admin: TestUser;

  beforeAll(async () => {
    database = await createDistributedDatabase(CITUS_URL);
    const env = { JWT_SECRET: randomBytes(48).toString('base64') };
    app = await createTestApp({ workers: false, env, databaseUrl: () => database.url });
    other = await createTestApp({ workers: false, env, databaseUrl: () => database.url });
    admin = await createUser(app, { role: 'admin' });
    await importCatalog(app, admin, [library('Films'), movie('Films', 'The lantern')]);
  });
  afterAll(async () => {
    await other?.close();
    await app?.close();
    await database?.drop();
  });

  afterEach(() => jest.restoreAllMocks());

  const nodeReads = (server = app): number => server.app.get(ReadPool).statistics.nodeReads;

  /** Sends a search, and returns whether it read the nodes. */
  async function isReadOnNodes(server = app): Promise<boolean> {
    const before = nodeReads(server);
    const { text } = await client(server)
      .as(admin)
      .post('/intelligence/candidates:search', { query: 'lantern' }, { expect: 200 });
    expect(text).toContain('The lantern');
    return nodeReads(server) > before;
  }

  function listPlacements(): Promise<Placement[]> {
    return database.query<Placement>(
      `SELECT shardid, nodename, nodeport FROM pg_dist_shard_placement JOIN pg_dist_shard USING (shardid)
        WHERE logicalrelid = 'libraries'::regclass ORDER BY shardid`,
    );
  }

  /** Moves a shard of `libraries`, and the shards of other tables with rows of the same libraries, to another node. */
  async function moveShard({ shardid, nodename, nodeport }: Placement, nodes: readonly Placement[]): Promise<void> {
    const target = nodes.find((node) => node.nodename !== nodename || node.nodeport !== nodeport);
    await database.query('SELECT citus_move_shard_placement($1, $2, $3, $4, $5, $6)', [
      ...[shardid, nodename, nodeport, target?.nodename, target?.nodeport],
      'block_writes',
    ]);
  }

  it('read no distributed table through the coordinator for searches, contexts, lists and overviews', async () => {
    await eventually(() => isReadOnNodes());
    const item = mediaIdOf('movie', 'The lantern');
    const sent = jest.spyOn(Client.prototype, 'query');
    const requests: [path: string, body: object][] = [
      ['candidates:search', { query: 'lantern' }],
      ['items:browse', { sort: 'title' }],
      ['libraries/overview', {}],
      ['artifacts', {}],
      [`items/${item}/context`, {}],
      [`items/${item}/related`, {}],
      ['items:contexts', { media_ids: [item] }],
      ['items:next-up', {}],
      ['facets', { library_ids: [uuidOf('Films')] }],
      ['candidates:search', { query: 'lantren', facets: ['genre'] }],
    ];
    for (const [path, body] of requests) {
      sent.mockClear();
      const before = nodeReads();
      await client(app).as(admin).post(`/intelligence/${path}`, body, { expect: 200 });
      const texts = sent.mock.calls.map(([query]) => (query as unknown as { readonly text?: string }).text ?? '');
      expect([path, nodeReads() - before, texts.filter((text) => TABLE.test(text))]).toEqual([path, 1, []]);
      expect(texts.filter((text) => SHARD.test(text)).length).toBeGreaterThan(0);
    }
  });

  it('use the coordinator for sums over libraries', async () => {
    await importCatalog(app, admin, [library('Others'), movie('Others', 'The anchor', { genres: ['Drama'] })]);
    const before = nodeReads();
    const { text } = await client(app)
      .as(admin)
      .post('/intelligence/facets', { facet_kinds: ['genre'] }, { expect: 200 });
    expect(text).toContain('"Drama"');
    expect(nodeReads()).toBe(before);
    expect(await isReadOnNodes()).toBe(true);
  });

  it('show each acknowledged write while shards move between the nodes', async () => {
    const placements = await listPlacements();
    await eventually(() => isReadOnNodes(other));
    const before = nodeReads(other);
    let moves = 0;
    let isWriting = true;
    const move = async (): Promise<void> => {
      for (let index = 0; isWriting; index += 1) {
        const current = await listPlacements();
        await moveShard(current[index % current.length] as Placement, placements);
        moves += 1;
        // Requests use the coordinator until the new map is read.
        await eventually(() => isReadOnNodes(other));
      }
    };
    const moving = move();
    moving.catch(() => undefined);
    try {
      const { stale, torn, writes } = await new FreshnessRun(app, other, admin).write(WRITES, WRITERS);
      expect({ stale, torn }).toEqual({ stale: 0, torn: 0 });
      expect(writes).toBeGreaterThanOrEqual(WRITES);
    } finally {
      isWriting = false;
      await moving;
    }
    process.stdout.write(`${WRITES} writes and ${moves} moves of shards\n`);
    expect(moves).toBeGreaterThan(0);
    expect(nodeReads(other) - before).toBeGreaterThan(WRITES / 2);
  });

  it('find the library after its shard is divided', async () => {
    await eventually(() => isReadOnNodes());
    await database.query(
      `SELECT isolate_tenant_to_new_shard('libraries', $1::text, 'CASCADE', shard_transfer_mode := 'block_writes')`,
      [uuidOf('Films')],
    );
    expect(await isReadOnNodes()).toBe(false);
    await eventually(() => isReadOnNodes());
  });

  it.each<[reason: string, error: RegExp, change: (row: Record<string, unknown>) => object]>([
    ['a node refuses connections', /ECONNREFUSED/, (row) => ('port' in row ? { ...row, port: 1 } : row)],
    [
      'the server at the address of a node is not the server that the coordinator reaches there',
      /is not the server that the coordinator reaches/,
      (row) => ('identity' in row ? { ...row, identity: '1' } : row),
    ],
    [
      'a node does not answer the coordinator',
      /got no answer from the node/,
      (row) => ('identity' in row ? { ...row, port: 1 } : row),
    ],
  ])('do not happen if %s', async (_, error, change) => {
    const warned = jest.spyOn(Logger.prototype, 'warn');
    const read: ReadCoordinator = async <Row extends object>(text: string, values: readonly unknown[]) => {
      const rows = await runSql<Record<string, unknown>>(database.url, text, values);
      return rows.map(change) as Row[];
    };
    const settings = { url: database.url, size: 2, ...POOL_TIMEOUTS };
    const [broken, working] = [
      new ShardRouter(settings, read),
      new ShardRouter(settings, <Row extends object>(text: string, values: readonly unknown[]) =>
        runSql<Row>(database.url, text, values),
      ),
    ];
    try {
      expect([broken.current(), working.current()]).toEqual([null, null]);
      await eventually(() => working.current() !== null);
      await eventually(() => warned.mock.calls.length > 0);
      expect(String(warned.mock.calls[0]?.[1])).toMatch(error);
      expect(broken.current()).toBeNull();
    } finally {
      await Promise.all([broken.close(), working.close()]);
    }
  });
});
