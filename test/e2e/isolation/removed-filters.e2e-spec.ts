import { Client } from 'pg';
import { randomUUID } from 'node:crypto';
import ts from 'typescript';
import { EMPTY_PLAN } from '../../../src/candidates/retrieval/retrieval-plan';
import { retrievalStatement } from '../../../src/candidates/retrieval/retrieval.sql';
import { errorCode } from '../../../src/common/problems/error-code';
import { USER_TABLES } from '../../../src/database/roles/row-policies';
import { READ_APPLICATION_NAME } from '../../../src/database/served-reads';
import { lexemeQuery } from '../../../src/search/tsquery';
import { sourceFiles } from '../../architecture/source-files';
import { textsOf } from '../../architecture/source-texts';
import { tableUse } from '../../architecture/table-uses';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import {
  episode,
  importCatalog,
  library,
  mediaIdOf,
  movie,
  season,
  series,
  uuidOf,
} from '../../support/catalog/catalog';
import { client } from '../../support/requests/client';
import { createRoleDatabase, type RoleDatabase } from '../../support/databases/role-database';
import { withConnection } from '../../support/databases/sql';
import { createTestApp, type TestApp } from '../../support/app/test-app';

/*
 * Records the statements that the service sends for Ada. Then removes filters by user from each statement: each filter
 * alone, and all filters together. With row-level security, the database must return the same rows with and without the
 * data of Bob. Without row-level security, the rows of most statements differ. This shows that the filters hide rows of
 * Bob.
 */

/**
 * Statements that the database role `reader` runs about tables with rows of users. Each is named by its file below
 * `src` and by the variable, function or method that contains it.
 */
const OF_READER = [
  'artifacts/artifacts.repository.ts#SUCCESSOR_SQL',
  'artifacts/artifacts.repository.ts#VISIBILITY_SQL',
  'audit/audit.repository.ts#VERIFY_SQL',
  'audit/audit.repository.ts#findRun',
  'audit/audit.repository.ts#listRuns',
  'audit/audit.repository.ts#listToolCalls',
  'audit/runs/run-artifacts.sql.ts#artifactsOfCall',
  'audit/runs/run-artifacts.sql.ts#artifactsOfRun',
  'audit/runs/run-grounding.repository.ts#LABELS',
  'candidates/browse/browse-statement.sql.ts#build',
  'candidates/browse/browse-statement.sql.ts#history',
  'candidates/browse/browse-statement.sql.ts#watched',
  'candidates/facets/match-facets.sql.ts#MATCH_FACETS',
  'candidates/retrieval/retrieval-conditions.ts#hasWatchState',
  'candidates/retrieval/retrieval.sql.ts#addWatched',
  'grounding/cited-records.sql.ts#CITED_ARTIFACTS',
  'grounding/cited-records.sql.ts#CITED_ITEMS',
  'items/context/item-context.sql.ts#artifactsQuery',
  'items/context/item-context.sql.ts#ownStateQuery',
  'items/next-up/next-up.sql.ts#NEXT_UP',
  'items/related/related-positions.sql.ts#nextUnwatched',
  'overview/overview.sql.ts#STARTED_MEDIA',
  'overview/overview.sql.ts#WATCH_STATE_COUNTS',
  'read-model/artifacts/artifact-counts.ts#COUNTS',
  'read-model/artifacts/artifact-counts.ts#hiddenArtifactsSql',
  'read-model/artifacts/artifact-ids.ts#ARTIFACTS_OF_LIBRARIES',
  'read-model/artifacts/artifact-ids.ts#artifactIdsOf',
  'read-model/artifacts/artifact-owners.ts#isNotHiddenByOwnArtifact',
  'read-model/artifacts/artifact-provenance.ts#SOURCES_SQL',
  'read-model/artifacts/page/artifact-page.sql.ts#artifactPageStatement',
  'read-model/artifacts/page/artifact-page.sql.ts#listedPage',
  'read-model/artifacts/page/artifact-search.sql.ts#searchedPage',
  'read-model/artifacts/watch-state.sql.ts#watchStateWhere',
];

/**
 * All other statements. A key is the beginning of their names, which have the form of `OF_READER`. Its value says why
 * the reader does not run the statements, or why they read no rows of users. "The expression" is a `${...}` after FROM
 * or JOIN in the text of a statement.
 */
const NOT_OF_READER: Readonly<Record<string, string>> = {
  'artifacts/artifacts.repository.ts#ARTIFACTS_WITH_ID':
    'only on a distributed database, which has no row-level security',
  'artifacts/writing/': 'writes, as the writer',
  'audit/runs/run.store.ts#LOCK': 'writes, as the writer',
  'database/copy/': 'reads a temporary table of the writer',
  'database/distribution/': 'only on a distributed database, which has no row-level security',
  'database/schema/served-views.ts#': 'the expression names tables of the read model',
  'audit/verification/': 'the command that verifies the runs of all users, as the writer',
  'candidates/retrieval/spelling.sql.ts#countedWords': 'the expression names words of the catalog',
  'catalog/catalog.sql.ts#': 'imports for all users, as the writer',
  'read-model/artifacts/page/artifact-page.sql.ts#ARTIFACT_BY_KEY_SQL': 'read back after a write, as the writer',
  'read-model/artifacts/page/artifact-scans.sql.ts#restrictionsOf': 'the expression names parameters and no table',
  'read-model/artifacts/artifact-staleness.store.ts#': 'marks artifacts of all users, as the writer',
  'read-model/artifacts/distributed-provenance.ts#': 'only on a distributed database, which has no row-level security',
  'read-model/artifacts/watch-dependents.store.ts#': 'marks artifacts of all users, as the writer',
  'read-model/artifacts/watch-state.sql.ts#watchStateHashOf':
    'hashes watch states for writes and the reconciler, as the writer',
  'read-model/media/': 'the expression names a table of the read model',
  'read-model/refresh/': 'reconciles the rows of all users, as the writer',
};

const VIEWS = ['intelligence_artifact_words'];
const TABLES = [...USER_TABLES.map(({ table }) => table), ...VIEWS];
/** A read of a table with rows of users, or of a table that an expression names. */
const OF_USERS = new RegExp(tableUse('FROM|JOIN', TABLES));
const OWNER = String.raw`(?:\w+\.)?(?:owner_key|owner_user_id|user_id|author_user_id|source_partition_id)(?:::text)?`;
const VALUE = String.raw`(?:ANY\(\$\d+(?:::uuid\[\])?\)|\(\$\d+::uuid\[\]\)\[1\]|\$\d+(?:::uuid)?|\w+\.(?:owner_key|source_owner_key|user_id)(?:::text)?)`;
/**
 * A filter by user, as the statements of the service write it. The look-ahead leaves out a part of a longer value, such
 * as `$1` of `$12`, `$1::uuid` of `$1::uuid[]` or `a.user_id` of `a.user_id_x`, and the order `(owner_key = $4::uuid)
 * DESC`, which filters nothing.
 */
const FILTER = new RegExp(`${OWNER} = ${VALUE}(?!\\w|::|\\[|\\) DESC)`, 'g');

/** SQLSTATE of a sub-select that returns more than one row. */
const SEVERAL_ROWS = '21000';

interface SentStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

let database: RoleDatabase;
let app: TestApp;
let admin: TestUser;
let ada: TestUser;
let bob: TestUser;
/** The statements that the reader ran for Ada, each with its last values, and the statement of `searchOfWatched`. */
let recorded: readonly SentStatement[];

const items = [mediaIdOf('movie', 'The General'), mediaIdOf('episode', 'Serial/1/1'), mediaIdOf('movie', 'Cops')];
/** Ids that Ada asks for: of the run, of two artifacts, and of all superseded artifacts. */
const requestedIds = Array.from({ length: 3 }, () => randomUUID());

beforeAll(async () => {
  database = await createRoleDatabase();
  app = await createTestApp({ databaseUrl: () => database.url, env: database.env, workers: false });
  admin = await createUser(app, { role: 'admin' });
  [ada, bob] = [await createUser(app), await createUser(app)];
  await importCatalog(app, admin, [
    library('Features'),
    movie('Features', 'The General', { year: 1926, genres: ['Comedy'] }),
    movie('Features', 'Cops', { year: 1922, genres: ['Comedy'] }),
    library('Serials', 'series'),
    series('Serials', 'Serial', { genres: ['Comedy'] }),
    season('Serial', 1),
    episode('Serial', 1, 1),
    episode('Serial', 1, 2),
  ]);
  await give(ada, 'adatext', 1234, items.slice(0, 2));
  await give(bob, 'bobtext', 4321, items);
  recorded = await recordReads(async () => {
    for (const [method, path, body] of questions()) await client(app).as(ada).send(method, path, body);
  });
  recorded = [...recorded, searchOfWatched()];
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

/** Creates the data of a user. The run and two artifacts have ids that both users use. */
async function give(user: TestUser, text: string, seconds: number, watched: readonly string[]): Promise<void> {
  const api = client(app).as(user);
  const artifact = { kind: 'analysis', scope: 'user', title: `About ${text} common`, summary: text, content: {} };
  for (const item of watched) {
    await api.put(`/watch-states/${item}`, { position_seconds: seconds, duration_seconds: 9000 }, { expect: 200 });
  }
  const [run = '', first = '', second = ''] = requestedIds;
  const content = { purpose: 'other', status: 'running', input_summary: text, sources: [{ artifact_id: first }] };
  await api.put(`/intelligence/artifacts/${first}`, artifact, { expect: 201 });
  await api.put(`/intelligence/runs/${run}`, content, { expect: 201 });
  const call = await api.put<{ tool_call_id: string }>(
    `/intelligence/runs/${run}/tool-calls/1`,
    { name: text, kind: 'search', sources: [{ artifact_id: first }] },
    { expect: 201 },
  );
  const sources = [{ artifact_id: first }, { run_id: run }, { tool_call_id: call.body.tool_call_id }];
  await api.put(
    `/intelligence/artifacts/${second}`,
    { ...artifact, media_id: items[0], run_id: run, sources },
    { expect: 201 },
  );
  for (const item of items) {
    const id = randomUUID();
    await api.put(`/intelligence/artifacts/${id}`, { ...artifact, media_id: item }, { expect: 201 });
    const next = { ...artifact, media_id: item, supersedes_artifact_id: id };
    await api.put(`/intelligence/artifacts/${randomUUID()}`, next, { expect: 201 });
    // Ada's requests also use the ids that Bob adds.
    requestedIds.push(id);
  }
}

/** A request of Ada. */
type Question = readonly [method: 'GET' | 'POST', path: string, body?: Record<string, unknown>];

function questions(): Question[] {
  const [run = '', ...artifactIds] = requestedIds;
  const groundings = [
    ...artifactIds.map((artifact_id) => ({ artifact_id, field: 'title', evidence: { text: 'About adatext' } })),
    ...items.map((media_id) => ({ media_id, source: 'watch_state', evidence: { text: 'in_progress' } })),
  ];
  const states = [['unwatched'], ['in_progress']];
  const seeds = [...items, mediaIdOf('season', 'Serial/1'), mediaIdOf('series', 'Serial')];
  return [
    ['POST', '/intelligence/libraries/overview', { library_ids: [uuidOf('Features'), uuidOf('Serials')] }],
    ['POST', '/intelligence/facets', { facet_kinds: ['watch_state'] }],
    ['POST', '/intelligence/candidates:search', { query: 'general', include_artifacts: true, facets: ['watch_state'] }],
    ...states.flatMap((watch_states): Question[] => [
      ['POST', '/intelligence/candidates:search', { query: 'general cops', filters: { watch_states } }],
      ['POST', '/intelligence/candidates:search', { query: 'comedy', filters: { watch_states } }],
      ['POST', '/intelligence/candidates:search', { query: 'episode', filters: { watch_states } }],
      ['POST', '/intelligence/items:browse', { sort: 'title', filters: { watch_states } }],
    ]),
    ['POST', '/intelligence/items:browse', { sort: 'last_watched' }],
    ['POST', '/intelligence/items:next-up', {}],
    ['POST', '/intelligence/items:contexts', { media_ids: seeds }],
    ['POST', '/intelligence/artifacts', {}],
    ['POST', '/intelligence/artifacts', { artifact_ids: artifactIds }],
    ['POST', '/intelligence/artifacts', { media_ids: items }],
    ['POST', '/intelligence/artifacts', { library_ids: [uuidOf('Features')], kinds: ['analysis'] }],
    ['POST', '/intelligence/artifacts', { query: 'common' }],
    ['POST', '/intelligence/grounding:verify', { groundings }],
    ...artifactIds.map((id): Question => ['GET', `/intelligence/artifacts/${id}`]),
    ...seeds.flatMap((id): Question[] => [
      ['POST', `/intelligence/items/${id}/context`, {}],
      ['POST', `/intelligence/items/${id}/related`, { relationship_kinds: ['watch_next', 'same_series'] }],
    ]),
    ['GET', '/intelligence/runs'],
    ['GET', `/intelligence/runs/${run}/verify`],
    ['POST', `/intelligence/runs/${run}/audit`, {}],
  ];
}

/** Returns a search that begins with the watch states of Ada. The service runs it only on large catalogs. */
function searchOfWatched(): SentStatement {
  const ordered = { tsqueries: [lexemeQuery('Kmovie')], limit: 1000, tier: null, libraries: [], scanMax: 5000 };
  const filter = { tsquery: null, yearFrom: null, yearTo: null, libraryIds: null, selectivity: 1 };
  const retrieval = retrievalStatement(
    { ...EMPTY_PLAN, ordered: [{ ...ordered, path: 'sorted' }] },
    { ...filter, watchStates: ['in_progress'] },
    { userId: ada.userId, libraryIds: null },
  );
  return { text: retrieval?.statement.text ?? '', values: retrieval?.values ?? [] };
}

/** Runs `work`, and returns the statements about tables of users that the read pool sent, each text once. */
async function recordReads(work: () => Promise<void>): Promise<SentStatement[]> {
  const texts = new Map<string, SentStatement>();
  const original = Reflect.get(Client.prototype, 'query') as (...parameters: unknown[]) => unknown;
  const spy = jest.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...parameters) {
    const [statement] = parameters as unknown as [Partial<SentStatement>];
    const { application_name: name } = (this as unknown as { connectionParameters: { application_name?: string } })
      .connectionParameters;
    const { text = '', values = [] } = statement;
    if (name === READ_APPLICATION_NAME && OF_USERS.test(text)) texts.set(text, { text, values });
    return original.apply(this, parameters);
  });
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return [...texts.values()];
}

interface Variant extends SentStatement {
  readonly source: SentStatement;
  /** The filters that are removed. */
  readonly removed: readonly string[];
}

/**
 * Returns variants of a statement: for each filter, one without this filter, and one without all filters. `OR true`
 * removes a filter, so that every variant takes the same parameters.
 */
function variantsOf(source: SentStatement): Variant[] {
  const filters = [...source.text.matchAll(FILTER)].map(([filter], index) => ({ filter, index }));
  const without = (indexes: ReadonlySet<number>): string => {
    let next = 0;
    return source.text.replace(FILTER, (filter) => (indexes.has(next++) ? `(${filter} OR true)` : filter));
  };
  const withoutAll = { source, values: source.values, text: without(new Set(filters.map(({ index }) => index))) };
  return [
    ...filters.map(({ filter, index }) => ({ ...withoutAll, text: without(new Set([index])), removed: [filter] })),
    { ...withoutAll, removed: filters.map(({ filter }) => filter) },
  ];
}

/**
 * Returns the rows of each statement, read in one transaction of the user. `userId` is null for a connection that
 * row-level security does not limit.
 */
async function readEach(url: string, userId: string | null, variants: readonly Variant[]): Promise<string[]> {
  return withConnection(url, async (connection) => {
    await connection.query('BEGIN READ ONLY');
    if (userId !== null) await connection.query(`SET LOCAL intelligence.user_id = '${userId}'`);
    const results: string[] = [];
    for (const { text, values } of variants) {
      await connection.query('SAVEPOINT variant');
      try {
        const { rows } = await connection.query<object>(text, [...values]);
        results.push(JSON.stringify(rows.map((row) => JSON.stringify(row)).sort()));
      } catch (error) {
        if (errorCode(error) !== SEVERAL_ROWS) throw error;
        // A sub-select for one row of the user also found a row of another user.
        results.push(SEVERAL_ROWS);
        await connection.query('ROLLBACK TO variant');
      }
    }
    return results;
  });
}

/** Returns the longest piece of a template between its expressions. */
function pieceOf(text: string): string {
  const source = ts.createSourceFile('text.ts', text, ts.ScriptTarget.Latest);
  const pieces: string[] = [];
  ts.forEachChild(source, (statement) => {
    if (!ts.isExpressionStatement(statement)) return;
    const { expression } = statement;
    if (ts.isStringLiteralLike(expression)) pieces.push(expression.text);
    if (!ts.isTemplateExpression(expression)) return;
    pieces.push(expression.head.text, ...expression.templateSpans.map(({ literal }) => literal.text));
  });
  return pieces.reduce((longest, piece) => (piece.length > longest.length ? piece : longest), '');
}

describe('statements about rows of users', () => {
  const texts = sourceFiles()
    .filter(({ path }) => !/^src\/(?:database\/(?:migrations|entities|roles)|demo)\//.test(path))
    .flatMap(({ path }) => textsOf(path))
    .filter(({ text }) => OF_USERS.test(text))
    .map(({ holder, text }) => ({ holder: holder.replace(/^src\//, ''), text }));

  it('are listed as run by the reader role, or with the reason why they are not tested', () => {
    const isOther = (holder: string): boolean => Object.keys(NOT_OF_READER).some((start) => holder.startsWith(start));
    const holders = [...new Set(texts.map(({ holder }) => holder))].filter((holder) => !isOther(holder));
    expect(holders.sort()).toEqual(OF_READER);
  });

  it.each(OF_READER)('are among the recorded statements: %s', (holder) => {
    const pieces = texts.filter((text) => text.holder === holder).map(({ text }) => pieceOf(text));
    expect(pieces.filter((piece) => recorded.some(({ text }) => text.includes(piece)))).not.toEqual([]);
  });

  it('read the tables themselves or the listed views', async () => {
    const views = await withConnection(database.urls.migration, async (connection) => {
      const { rows } = await connection.query<{ view: string }>(
        `SELECT DISTINCT view_name::text AS view FROM information_schema.view_table_usage
          WHERE view_schema = 'public' AND table_name = ANY($1) ORDER BY 1`,
        [TABLES],
      );
      return rows.map(({ view }) => view);
    });
    expect(views).toEqual(VIEWS);
  });

  it('have filters that are found as a whole, and not in a longer value', () => {
    const found = 'owner_key = $12::uuid AND s.user_id = a.user_id AND (owner_key = ANY($1::uuid[]))';
    expect(found.match(FILTER)).toEqual([
      'owner_key = $12::uuid',
      's.user_id = a.user_id',
      'owner_key = ANY($1::uuid[])',
    ]);
    const longer =
      'owner_key = $1::uuid[] OR s.user_id = a.user_id_x OR s.user_id = $1::text OR owner_key = ($1::uuid[])';
    expect(longer.match(FILTER)).toBeNull();
  });

  it('each have at least one filter by user', () => {
    expect(recorded.filter(({ text }) => [...text.matchAll(FILTER)].length === 0).map(({ text }) => text)).toEqual([]);
    expect(recorded.length).toBeGreaterThan(25);
  });

  it('return no row of another user, even without their filters by user', async () => {
    const variants = recorded.flatMap(variantsOf);
    const limited = await readEach(database.urls.reader, ada.userId, variants);
    const unlimited = await readEach(database.urls.migration, null, variants);
    await client(app).as(admin).delete(`/admin/users/${bob.userId}`, { expect: 204 });
    const limitedAlone = await readEach(database.urls.reader, ada.userId, variants);
    const unlimitedAlone = await readEach(database.urls.migration, null, variants);
    const leaks = variants.filter((_variant, index) => limited[index] !== limitedAlone[index]);
    expect(leaks.map(({ removed, source }) => ({ removed, text: source.text }))).toEqual([]);
    // Without row-level security, most statements return rows of Bob. They read every table but that of raw contents,
    // which no request reads.
    const leaking = variants
      .filter((_variant, index) => unlimited[index] !== unlimitedAlone[index])
      .map(({ source }) => source);
    expect(new Set(leaking).size).toBeGreaterThan(recorded.length / 2);
    const isLeaked = ({ table }: { table: string }): boolean => leaking.some(({ text }) => text.includes(table));
    const notLeaked = USER_TABLES.filter((table) => !isLeaked(table)).map(({ table }) => table);
    expect(notLeaked).toEqual(['intelligence_artifact_contents']);
  });
});
