import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { GLOBAL_OWNER } from '../../src/common/principal';
import { countSlotOf } from '../../src/read-model/artifacts/artifact-counts';
import { artifactLexemes, searchKeysOf } from '../../src/read-model/artifacts/artifact-words';
import type { BenchContext } from '../context';
import { type ApiRequest, post } from '../api-client';
import { withDatabase } from '../processes';
import { printFigure, printHeading } from '../report';

const API = '/api/v1/intelligence';
const KINDS = ['summary', 'analysis', 'recommendation', 'collection', 'generated_answer'];
/** One in this many artifacts is visible to the caller: half of these are the caller's, the others are global. */
const VISIBLE_INTERVAL = 5;
/** Number of artifacts that one statement inserts. */
const BATCH = 5_000;
/** Number of tool calls of the audited run. */
const TOOL_CALLS = 10_000;

/** The database, and the rows in it that the measurements use. */
interface Fixture {
  readonly database: Client;
  /** The id of the caller. */
  readonly userId: string;
  /** The movies that are the sources of the artifacts. */
  readonly items: readonly {
    readonly library_id: string;
    readonly media_id: string;
    readonly title: string;
    readonly overview: string;
    readonly source_hash: string;
  }[];
}

/** Measures the routes of artifacts and runs: writes, searches in many artifacts, and the audit of a long run. */
export async function measureArtifacts(context: BenchContext): Promise<void> {
  await withDatabase(context.scratch, async (database) => {
    const fixture = await loadFixture(database);
    await measureWrites(context, fixture);
    await measureReads(context, fixture);
    await measureAudit(context, fixture);
  });
}

async function measureWrites(context: BenchContext, { items }: Fixture): Promise<void> {
  printHeading('Artifacts and runs: throughput with two requests in flight, times with one');
  const put = (path: string, body: unknown): ApiRequest => ({ method: 'PUT', path: `${API}/${path}`, body });
  const content = { text: 'x'.repeat(2_000) };
  const upserts = Array.from({ length: 20_000 }, (_, n) => {
    const item = items[n % items.length];
    return put(`artifacts/${randomUUID()}`, {
      kind: 'summary',
      scope: 'user',
      content,
      title: `Summary of ${item?.title}`,
      summary: 'What there is to say.',
      media_id: `movie:${item?.media_id}`,
    });
  });
  await context.measure('artifacts: upsert', upserts);
  const runs = Array.from({ length: 20_000 }, () =>
    put(`runs/${randomUUID()}`, { purpose: 'other', status: 'running' }),
  );
  await context.measure('runs: create', runs);
}

async function measureReads(context: BenchContext, fixture: Fixture): Promise<void> {
  await fillArtifacts(fixture, context.options.artifacts);
  const { titles, words } = context.sample;
  const search = (body: object): ApiRequest => post('artifacts:search', body);
  const newest = await context.measure('artifacts: newest 24', [search({ caps: { artifact_limit: 24 } })]);
  const byTitle = await context.measure(
    'artifacts: words of titles',
    titles.map((title) => search({ query: title })),
  );
  await context.measure(
    'artifacts: words of overviews',
    words.map((query) => search({ query })),
  );
  await context.measure('artifacts: a word in every artifact', [search({ query: 'summary' })]);
  await context.measure(
    'artifacts: by kind',
    KINDS.map((kind) => search({ kinds: [kind] })),
  );
  await context.measure(
    'artifacts: by item',
    fixture.items.slice(0, 500).map((item) => search({ media_ids: [`movie:${item.media_id}`] })),
  );
  printFigure('p95 of the artifact search', Math.max(newest.p95, byTitle.p95), 'ms', '< 20');
}

async function measureAudit(context: BenchContext, { database, userId }: Fixture): Promise<void> {
  const runId = randomUUID();
  await database.query(
    `INSERT INTO intelligence_runs (owner_user_id, run_id, purpose, status, queued_at, tool_call_count, history_head)
     VALUES ($1, $2, 'other', 'running', now(), $3, repeat('0', 64))`,
    [userId, runId, TOOL_CALLS],
  );
  await database.query(
    `INSERT INTO intelligence_tool_calls (owner_user_id, run_id, sequence, tool_call_id, name, kind, status, input_summary)
     SELECT $1, $2, n, gen_random_uuid(), 'search', 'search', 'succeeded', repeat('What was asked. ', 20)
       FROM generate_series(1, $3::integer) AS n`,
    [userId, runId, TOOL_CALLS],
  );
  await database.query('ANALYZE intelligence_tool_calls');
  const audit = await context.measure('audit: first 64 of 10,000 calls', [
    post(`runs/${runId}/audit`, { caps: { tool_call_limit: 64 } }),
  ]);
  printFigure('p95 of the audit', audit.p95, 'ms', '< 15');
}

async function loadFixture(database: Client): Promise<Fixture> {
  const users = await database.query<{ user_id: string }>(`SELECT user_id FROM users WHERE username = 'bench'`);
  const items = await database.query<Fixture['items'][number]>(
    `SELECT library_id, media_id, title, left(summary_text, 400) AS overview, source_hash
       FROM intelligence_media_context
      WHERE media_kind = 'movie' AND status = 'ready' AND available ORDER BY media_id LIMIT 50000`,
  );
  const userId = users.rows[0]?.user_id;
  if (userId === undefined || items.rows.length === 0)
    throw new Error('The database has no user `bench` or no available movie.');
  return { database, userId, items: items.rows };
}

/**
 * Inserts artifacts and their sources directly into the database, with the search keys that the service would store.
 * The summary of an artifact is the beginning of the overview of its item, so that words of overviews find artifacts.
 * Builds the indexes after the rows, because this is faster.
 */
async function fillArtifacts({ database, userId, items }: Fixture, count: number): Promise<void> {
  const started = performance.now();
  const otherId = randomUUID();
  await database.query(`INSERT INTO users (user_id, username, username_key) VALUES ($1, 'other', 'other')`, [otherId]);
  const indexes = await database.query<{ name: string; definition: string }>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
      WHERE tablename = 'intelligence_artifacts' AND indexname LIKE '%\\_ix'`,
  );
  await database.query(`SET maintenance_work_mem = '512MB'`);
  for (const { name } of indexes.rows) await database.query(`DROP INDEX ${name}`);
  const texts = items.map(({ title, overview }) => {
    const titleOfArtifact = `Summary of ${title}`;
    return { title: titleOfArtifact, lexemes: artifactLexemes(titleOfArtifact, overview) };
  });
  for (let first = 0; first < count; first += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, count - first) }, (_, n) => {
      const number = first + n;
      // The factor is a prime number, so that the artifacts are spread over the items.
      const index = (number * 7919) % items.length;
      const owner = number % VISIBLE_INTERVAL > 0 ? otherId : number % (2 * VISIBLE_INTERVAL) === 0 ? userId : null;
      const kind = KINDS[Math.floor(number / VISIBLE_INTERVAL) % KINDS.length];
      return { ...items[index], ...texts[index], number, owner, kind };
    });
    await database.query(FILL_SQL, [JSON.stringify(rows), count]);
  }
  for (const { definition } of indexes.rows) await database.query(definition);
  await database.query('VACUUM ANALYZE intelligence_artifacts');
  await database.query('VACUUM ANALYZE intelligence_artifact_sources');
  printFigure(`time to insert ${count} artifacts`, (performance.now() - started) / 1000, 's');
}

/** Parameters: $1 the artifacts as JSON, $2 the number of all artifacts. Their times of creation are a second apart. */
const FILL_SQL = `
WITH row AS (
  SELECT *, COALESCE(owner, '${GLOBAL_OWNER}') AS owner_key
    FROM json_to_recordset($1::json) AS r(
         library_id uuid, media_id uuid, number integer, owner uuid, title text, overview text, source_hash text, kind text,
         lexemes json)
), artifact AS (
  INSERT INTO intelligence_artifacts (partition_id, owner_key, artifact_id, owner_user_id, library_id, media_id, kind,
              status, title, summary, content_hash, request_hash, search_keys, created_at)
  SELECT library_id, owner_key, gen_random_uuid(), owner, library_id, media_id, kind, 'active', title, overview, '', '',
         ${searchKeysOf('library_id', 'owner_key', 'ARRAY(SELECT json_array_elements_text(lexemes))')},
         now() - ($2::integer - number) * interval '1 second'
    FROM row
  RETURNING partition_id, owner_key, artifact_id, owner_user_id, media_id, created_at
), counted AS (
  INSERT INTO intelligence_artifact_counts AS c (partition_id, owner_key, slot, owner_user_id, active_count)
  SELECT partition_id, owner_key, ${countSlotOf('artifact_id')}, owner_user_id, count(*) FROM artifact GROUP BY 1, 2, 3, 4
  ON CONFLICT (partition_id, owner_key, slot) DO UPDATE SET active_count = c.active_count + EXCLUDED.active_count
)
INSERT INTO intelligence_artifact_sources (partition_id, owner_key, artifact_id, position, source_kind,
            source_partition_id, source_id, source_hash, created_at)
SELECT partition_id, owner_key, artifact_id, 0, 'media', partition_id, artifact.media_id, item.source_hash, created_at
  FROM artifact JOIN (SELECT DISTINCT library_id, media_id, source_hash FROM row) AS item
    ON item.library_id = partition_id AND item.media_id = artifact.media_id`;
