/**
 * A read reports the revisions of the libraries in its snapshot. It waits for the revisions that the request requires.
 */
import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { setTimeout as delay } from 'node:timers/promises';
import { TOKEN_LIBRARIES_MAX } from '../common/paging/revision-token';
import type { Principal } from '../common/principal';
import { Problem } from '../common/problems/problem';
import { requestContext, throwIfRequestAborted } from '../common/request-context';
import type { RevisionRow } from './read-scope';

/** Maximum wait for the requested revisions, and the polling interval. */
const REVISION_WAIT_MS = 2_000;
const REVISION_POLL_MS = 25;

/** Keeps the libraries that changed last, as many as a revision token can contain. */
const NEWEST = `ORDER BY updated_at DESC, library_id LIMIT ${TOKEN_LIBRARIES_MAX}`;

/** Maximum number of libraries in `SnapshotLibraries.hiddenIds`. */
const HIDDEN_MAX = 8;

const ALL_REVISIONS = {
  name: 'snapshot_all',
  text: `SELECT library_id, revision FROM libraries ${NEWEST}`,
};
const VISIBLE_REVISIONS = {
  name: 'revisions_visible',
  text: `SELECT library_id, revision FROM libraries WHERE library_id = ANY($1::uuid[]) ${NEWEST}`,
};
/** The rows of hidden libraries have no revision. */
const SNAPSHOT_LIBRARIES = {
  name: 'snapshot_libraries',
  text: `(${VISIBLE_REVISIONS.text})
UNION ALL
(SELECT library_id, NULL FROM libraries WHERE library_id <> ALL($1::uuid[]) LIMIT ${HIDDEN_MAX + 1})`,
};

export interface SnapshotLibraries {
  /** Revisions of the libraries that the principal may see, the newest change first; at most `TOKEN_LIBRARIES_MAX`. */
  readonly revisions: RevisionRow[];
  /** Ids of all libraries that the principal may not see; null if there are more than `HIDDEN_MAX`. */
  readonly hiddenIds: readonly string[] | null;
}

interface Queryable {
  query<Row extends QueryResultRow>(config: QueryConfig): Promise<QueryResult<Row>>;
}

/**
 * Waits until the requested minimum revisions are committed. Later snapshots contain them. Ignores libraries that were
 * removed or that the principal does not see. Throws `conflict` after two seconds.
 */
export async function awaitMinimumRevisions(pool: Queryable, principal: Principal): Promise<void> {
  const deadline = performance.now() + REVISION_WAIT_MS;
  const minimum = new Map(requestContext.getStore()?.minimumRevisions);
  for (const libraryId of minimum.keys()) {
    if (principal.libraryIds?.includes(libraryId) === false) minimum.delete(libraryId);
  }
  while (minimum.size > 0) {
    const { rows } = await pool.query<RevisionRow>({ ...VISIBLE_REVISIONS, values: [[...minimum.keys()]] });
    if (rows.every((row) => Number(row.revision) >= (minimum.get(row.library_id) ?? 0))) return;
    throwIfRequestAborted();
    if (performance.now() >= deadline) {
      const current = await pool.query<RevisionRow>(revisionsQueryOf(principal));
      noteRevisions(current.rows);
      throw Problem.conflict('The catalog has not reached the revision in X-Min-Revision.');
    }
    await delay(REVISION_POLL_MS);
  }
}

export async function readLibraries(snapshot: Queryable, principal: Principal): Promise<SnapshotLibraries> {
  const { libraryIds } = principal;
  if (libraryIds === null) return { revisions: (await snapshot.query<RevisionRow>(ALL_REVISIONS)).rows, hiddenIds: [] };
  const query = { ...SNAPSHOT_LIBRARIES, values: [[...libraryIds]] };
  const { rows } = await snapshot.query<RevisionRow | { library_id: string; revision: null }>(query);
  const hidden = rows.filter(({ revision }) => revision === null);
  return {
    revisions: rows.filter((row): row is RevisionRow => row.revision !== null),
    hiddenIds: hidden.length > HIDDEN_MAX ? null : hidden.map(({ library_id: id }) => id),
  };
}

/** Notes the revisions of an answer in the context of the request, which sets `X-Catalog-Revision` from them. */
export function noteRevisions(rows: readonly RevisionRow[]): void {
  // The newest change comes last, because the context of the request keeps the revisions that were noted last.
  const oldestFirst = rows.slice(0, TOKEN_LIBRARIES_MAX).toReversed();
  const revisions = new Map(oldestFirst.map(({ library_id, revision }) => [library_id, Number(revision)]));
  requestContext.getStore()?.noteRevisions(revisions);
}

function revisionsQueryOf({ libraryIds }: Principal): QueryConfig {
  return libraryIds === null ? ALL_REVISIONS : { ...VISIBLE_REVISIONS, values: [[...libraryIds]] };
}
