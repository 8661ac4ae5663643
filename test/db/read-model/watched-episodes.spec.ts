import { ITEM_CONTEXT } from '../../../src/items/context/item-context.sql';
import { NEXT_UP } from '../../../src/items/next-up/next-up.sql';
import { CANDIDATE_POSITIONS, positionValues } from '../../../src/items/related/related.sql';
import { watchStateHashOf } from '../../../src/read-model/artifacts/watch-state.sql';
import { type CatalogFixture, openCatalog } from '../../support/catalog/catalog-fixture';
import {
  episode,
  episodeId,
  library,
  libraryId,
  season,
  series,
  uuid,
  watched,
} from '../../support/catalog/catalog-records';

const EPISODES = 1_000;
const OTHER_USERS = 10_000;
const EPISODE = uuid(5, 1);

let catalog: CatalogFixture;
let userId: string;

beforeAll(async () => {
  catalog = await openCatalog();
  const numbers = Array.from({ length: EPISODES }, (_, index) => index + 1);
  await catalog.importLines([library(1), series(1), season(1, 1), ...numbers.map((n) => episode(n, 1, 1))]);
  // The planner statistics still contain one watch state, as they do just after the user imports a long history.
  await catalog.importLines([watched('alice', episodeId(1))]);
  await catalog.dataSource.query('ANALYZE watch_states');
  await catalog.dataSource.query('ALTER TABLE watch_states SET (autovacuum_enabled = off)');
  await catalog.importLines(numbers.map((n) => watched('alice', episodeId(n), { completed: true })));
  const users = await catalog.dataSource.query<{ user_id: string }[]>(
    `SELECT user_id FROM users WHERE username = 'alice'`,
  );
  userId = users[0]?.user_id ?? '';
}, 120_000);
afterAll(() => catalog.close());

interface PlanNode {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Relation Name'?: string;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Returns how many watch states the nodes of a plan read, also those that a filter removes. */
function countStates(node: PlanNode): number {
  const nested = (node.Plans ?? []).reduce((sum, plan) => sum + countStates(plan), 0);
  if (node['Relation Name'] !== 'watch_states') return nested;
  return nested + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
}

async function countReadStates(text: string, values: readonly unknown[]): Promise<number> {
  const rows = await catalog.dataSource.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }[]>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
    [...values],
  );
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  if (plan === undefined) throw new Error('no plan');
  return countStates(plan);
}

describe('a long history of watch states that the planner statistics do not contain yet', () => {
  it('is read once by the context of a series and of a season', async () => {
    const values = (id: string, kind: string): unknown[] => [
      ...[id, kind, [libraryId(1)], null],
      ...[[userId], 8, userId, 24],
    ];
    expect(await countReadStates(ITEM_CONTEXT.series.text, values(uuid(3, 1), 'series'))).toBe(EPISODES);
    expect(await countReadStates(ITEM_CONTEXT.season.text, values(uuid(4, 1), 'season'))).toBe(EPISODES);
  });

  it('is read once by the hash of the watch state of a series', async () => {
    const hash = watchStateHashOf('$1::uuid', '$2::uuid', '$3::uuid');
    expect(await countReadStates(`SELECT ${hash}`, [libraryId(1), userId, uuid(3, 1)])).toBe(EPISODES);
  });

  it('is read once by the search for the next episodes', async () => {
    const values = [[libraryId(1)], userId, null, null, null, 25, [userId], 8];
    // The statement reads the states of at most 200 episodes again, from the last watched one on.
    expect(await countReadStates(NEXT_UP.text, values)).toBeLessThanOrEqual(EPISODES + 200);
  });

  it('is read at most twice by the related items of a series', async () => {
    const values = Array.from<unknown>({ length: 19 }).fill(null);
    Object.assign(values, { 0: libraryId(1), 1: uuid(3, 1), 3: uuid(3, 1), 5: 17 });
    const ofSeries = [uuid(3, 1), userId, 24];
    const { text } = CANDIDATE_POSITIONS.series;
    expect(await countReadStates(text, positionValues([...values, ...ofSeries]))).toBeLessThanOrEqual(2 * EPISODES);
  });
});

describe('the watch states of many users, which the planner statistics do not contain yet', () => {
  beforeAll(async () => {
    // In the statistics, each episode has the state of one user, as before many users watch a new episode.
    await catalog.dataSource.query('ANALYZE watch_states');
    await catalog.dataSource.query(
      `WITH added AS (
         INSERT INTO users (user_id, username, username_key)
         SELECT gen_random_uuid(), 'viewer-' || n, 'viewer-' || n FROM generate_series(1, ${OTHER_USERS}) AS n
         RETURNING user_id)
       INSERT INTO watch_states (library_id, user_id, media_id, state, position_seconds, duration_seconds,
                                 threshold_percent, last_watched_at)
       SELECT $1, user_id, $2, 'completed', 0, 0, 90, now() FROM added`,
      [libraryId(1), EPISODE],
    );
  });

  it('are not read by the contexts of an episode, a season and a series', async () => {
    const values = (id: string, kind: string): unknown[] => [id, kind, [libraryId(1)], null, [userId], 8, userId, 24];
    const { episode: ofEpisode, season: ofSeason, series: ofSeries } = ITEM_CONTEXT;
    expect(await countReadStates(ofEpisode.text, values(EPISODE, 'episode'))).toBe(1);
    expect(await countReadStates(ofSeason.text, values(uuid(4, 1), 'season'))).toBe(EPISODES);
    expect(await countReadStates(ofSeries.text, values(uuid(3, 1), 'series'))).toBe(EPISODES);
  });

  it('are not read by the hashes of the watch states of an episode and a series', async () => {
    const hash = watchStateHashOf('$1::uuid', '$2::uuid', '$3::uuid');
    expect(await countReadStates(`SELECT ${hash}`, [libraryId(1), userId, EPISODE])).toBe(1);
    expect(await countReadStates(`SELECT ${hash}`, [libraryId(1), userId, uuid(3, 1)])).toBe(EPISODES);
  });

  it('are not read by the search for the next episodes', async () => {
    const values = [[libraryId(1)], userId, null, null, null, 25, [userId], 8];
    // Alice watched the first episode last, so the statement begins its search there.
    await catalog.dataSource.query(
      `UPDATE watch_states SET last_watched_at = now() + interval '1 hour' WHERE user_id = $1 AND media_id = $2`,
      [userId, EPISODE],
    );
    expect(await countReadStates(NEXT_UP.text, values)).toBeLessThanOrEqual(EPISODES + 200);
  });
});
