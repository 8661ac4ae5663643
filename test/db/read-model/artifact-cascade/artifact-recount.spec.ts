/** Every order of the steps of a demotion and of a recount of the same counter, each on its own connection. */
import type { EntityManager, QueryRunner } from 'typeorm';
import { ArtifactStalenessStore } from '../../../../src/read-model/artifacts/artifact-staleness.store';
import {
  ARTIFACT_COUNT_DRIFT_SQL,
  LOCK_ARTIFACT_COUNTS_SQL,
  MAKE_ARTIFACT_COUNTS_SQL,
  RECOUNT_ARTIFACTS_SQL,
} from '../../../../src/read-model/refresh/drift.sql';
import { type CatalogFixture, openCatalog } from '../../../support/catalog/catalog-fixture';
import { libraryId } from '../../../support/catalog/catalog-records';
import { eventually } from '../../../support/eventually';

const OWNER = '00000000-0000-0000-0000-000000000000';
/** Artifacts of one counter, because their ids have the same slot. */
const SAME_SLOT = `(hashtext(id::text) & 2147483647) % 8 = 0`;

type Step = (manager: EntityManager) => Promise<unknown>;

let catalog: CatalogFixture;
let artifactIds: string[];

beforeAll(async () => {
  catalog = await openCatalog();
  const rows = await catalog.dataSource.query<{ id: string }[]>(
    `SELECT id FROM (SELECT md5(i::text)::uuid AS id FROM generate_series(1, 200) AS i) AS ids
      WHERE ${SAME_SLOT} LIMIT 2`,
  );
  artifactIds = rows.map(({ id }) => id);
});
afterAll(() => catalog.close());

/** Stores two active artifacts. Their counter is missing, or has the number. */
async function storeArtifacts(count: number | null): Promise<void> {
  await catalog.dataSource.query('TRUNCATE intelligence_artifacts, intelligence_artifact_counts CASCADE');
  await catalog.dataSource.query(
    `INSERT INTO intelligence_artifacts (partition_id, owner_key, artifact_id, library_id, kind, status, title, summary,
                                         content_hash, request_hash)
     SELECT $1, $2, id, $1, 'summary', 'active', 'Title', '', 'content', 'request' FROM unnest($3::uuid[]) AS id`,
    [libraryId(1), OWNER, artifactIds],
  );
  if (count === null) return;
  await catalog.dataSource.query(
    `INSERT INTO intelligence_artifact_counts (partition_id, owner_key, slot, active_count) VALUES ($1, $2, 0, $3)`,
    [libraryId(1), OWNER, count],
  );
}

function stepsOfDemotion(status: 'stale' | 'superseded'): Step[] {
  const key = { partition_id: libraryId(1), owner_key: OWNER, artifact_id: artifactIds[0] ?? '' };
  const store = catalog.module.get(ArtifactStalenessStore);
  return [(manager) => store.demote(manager, [key], status)];
}

const RECOUNT: readonly Step[] = [MAKE_ARTIFACT_COUNTS_SQL, LOCK_ARTIFACT_COUNTS_SQL, RECOUNT_ARTIFACTS_SQL].map(
  (sql) => (manager) => manager.query(sql, [libraryId(1), OWNER]),
);

/** A transaction whose steps run one after another. */
class Actor {
  private readonly runner: QueryRunner = catalog.dataSource.createQueryRunner();
  private last: Promise<unknown> = this.runner.startTransaction();
  private pending = 0;

  constructor(private readonly steps: readonly Step[]) {}

  /** Sends the next step, or the commit after the last one. Waits until it has ended, or waits for a lock. */
  async advance(index: number): Promise<void> {
    const step = this.steps[index] ?? (() => this.runner.commitTransaction());
    this.pending += 1;
    this.last = this.last.then(() => step(this.runner.manager)).finally(() => (this.pending -= 1));
    this.last.catch(() => undefined);
    await eventually(async () => this.pending === 0 || (await countWaiting()) > 0);
  }

  async end(): Promise<void> {
    await this.last;
    await this.runner.release();
  }
}

async function countWaiting(): Promise<number> {
  const rows = await catalog.dataSource.query<unknown[]>(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows.length;
}

/** All orders of the steps of two actors: each is a list of the numbers 0 and 1. */
function listOrders(first: number, second: number): number[][] {
  if (first === 0 || second === 0) return [[...Array<number>(first).fill(0), ...Array<number>(second).fill(1)]];
  return [
    ...listOrders(first - 1, second).map((order) => [0, ...order]),
    ...listOrders(first, second - 1).map((order) => [1, ...order]),
  ];
}

it.each([
  ['missing', 'stale', null],
  ['missing', 'superseded', null],
  ['too low', 'stale', 0],
  ['too high', 'stale', 7],
] as const)(
  'a %s count is right after a recount, whatever its order with a demotion to %s',
  async (_, status, count) => {
    const [demotion, recount] = [stepsOfDemotion(status), RECOUNT];
    const orders = listOrders(demotion.length + 1, recount.length + 1);
    expect(orders).toHaveLength(15);
    for (const order of orders) {
      await storeArtifacts(count);
      const actors = [new Actor(demotion), new Actor(recount)];
      for (const [index, actor] of order.entries()) {
        const stepsDone = order.slice(0, index).filter((each) => each === actor).length;
        await actors[actor]?.advance(stepsDone);
      }
      for (const actor of actors) await actor.end();
      expect([order, await catalog.dataSource.query(ARTIFACT_COUNT_DRIFT_SQL)]).toEqual([order, []]);
    }
  },
);
