import type { QueryResultRow } from 'pg';
import { GLOBAL_OWNER, type Principal } from '../../common/principal';
import type { NodeReads } from './nodes/node-reads';
import type { DistributedLibraries, OneLibraryForm, ReadScope, RevisionRow, Statement } from '../read-scope';

/** Expected maximum number of libraries in the rows of `STATE`. */
const LIBRARIES_MAX = 10_000;
/** Expected maximum number of the caller's artifacts that hide global artifacts with the same id. */
const NAMESAKES_MAX = 10_000;
/**
 * If a caller was granted at most this many libraries, a read of items searches all these libraries. Otherwise, a
 * look-up in `media_directory` first finds the libraries of the items, which costs one more round trip.
 */
const FEW_LIBRARIES_MAX = 2;

const STATE_NAME = 'distributed_state';
/**
 * Two kinds of rows: the libraries that a caller sees, with their revisions; then the ids of the caller's artifacts
 * that hide global artifacts with the same id. Parameters: 1 visible libraries, 2 user id. If the caller sees only some
 * libraries, all rows are on the nodes of these libraries and of the caller's artifacts without a library.
 */
const STATE_ROWS = `
  SELECT l.library_id, l.revision, extract(epoch FROM l.updated_at)::float8 AS changed, NULL::uuid AS artifact_id
    FROM libraries l WHERE $1::uuid[] IS NULL OR l.library_id = ANY($1::uuid[])
   UNION ALL
  SELECT a.partition_id, NULL::bigint, NULL::float8, a.artifact_id FROM intelligence_artifacts a
   WHERE ($1::uuid[] IS NULL OR a.partition_id = ANY($1::uuid[] || $2::uuid)) AND a.has_namesake
     AND a.owner_key = $2 AND a.status NOT IN ('stale', 'superseded', 'invalidated')`;

/** Combines copies of `STATE_ROWS`: on a node, one per shard. Limits the sum of both kinds of rows, not each kind. */
function composeState(texts: readonly string[]): string {
  return `SELECT * FROM (${texts.join(' UNION ALL ')}) AS state
 ORDER BY artifact_id NULLS FIRST, library_id LIMIT ${LIBRARIES_MAX + NAMESAKES_MAX}`;
}

/**
 * `STATE_ROWS` through the coordinator. One statement reads both kinds of rows, because Citus runs a task on each shard
 * for every statement.
 */
const STATE: Statement = { name: STATE_NAME, text: composeState([STATE_ROWS]) };

/** A row of `STATE`: a library with its revision and the epoch seconds of its last change, or an artifact. */
interface StateRow {
  readonly library_id: string;
  readonly revision: string | null;
  readonly changed: number | null;
  readonly artifact_id: string | null;
}

/** The libraries of items. Parameter: 1 media ids. */
const DIRECTORY: Statement = {
  name: 'distributed_directory',
  text: 'SELECT DISTINCT library_id FROM media_directory WHERE media_id = ANY($1::uuid[])',
};

interface LibraryRow {
  readonly library_id: string;
}

/** Thrown when a request that reads the nodes directly must run again through the coordinator. */
export class CoordinatorRequired extends Error {}

type RunStatement = <Row extends QueryResultRow>(statement: Statement, values: readonly unknown[]) => Promise<Row[]>;

/**
 * A read scope on a distributed database. A statement with a form for one library runs once for each library of the
 * request: directly on the node of the library if `nodes` is given, otherwise through the coordinator. Unless the form
 * merges the rows, they are in the order of the library ids, and rows of artifacts without a library come last. The
 * coordinator runs a statement whose form has `onlyOnNodes` only once, for all libraries.
 */
export class DistributedReads implements ReadScope, DistributedLibraries {
  readonly distributed = this;
  readonly libraryIds: readonly string[] | null;
  private state: Promise<readonly StateRow[]> | undefined;

  constructor(
    readonly principal: Principal,
    private readonly run: RunStatement,
    private readonly nodes: NodeReads | null = null,
  ) {
    this.libraryIds = principal.libraryIds;
  }

  rows<Row extends QueryResultRow>(
    statement: Statement,
    values: readonly unknown[] = [],
    partitionId?: string,
  ): Promise<Row[]> {
    const { forOneLibrary } = statement;
    const { nodes } = this;
    if (forOneLibrary !== undefined && (nodes !== null || forOneLibrary.onlyOnNodes !== true)) {
      return this.runPerLibrary<Row>(forOneLibrary, values);
    }
    return nodes === null || partitionId === undefined
      ? this.run<Row>(statement, values)
      : nodes.rows<Row>(partitionId, statement, values);
  }

  listHiddenLibraries(): Promise<null> {
    return Promise.resolve(null);
  }

  requireCoordinator(): void {
    if (this.nodes !== null) throw new CoordinatorRequired();
  }

  async listLibraries(): Promise<readonly string[]> {
    const rows = await this.readState();
    return rows.filter(isLibrary).map(({ library_id }) => library_id);
  }

  async listRevisions(): Promise<RevisionRow[]> {
    // Health probes see no library. They must succeed while a node is down.
    if (this.libraryIds?.length === 0) return [];
    const rows = (await this.readState()).filter(isLibrary);
    rows.sort((a, b) => (b.changed ?? 0) - (a.changed ?? 0));
    return rows.map(({ library_id, revision }) => ({ library_id, revision: revision ?? '0' }));
  }

  async listNamesakes(): Promise<readonly string[]> {
    const rows = await this.readState();
    return rows.flatMap(({ artifact_id }) => artifact_id ?? []);
  }

  async findLibraries(mediaIds: readonly string[]): Promise<readonly string[]> {
    const { libraryIds } = this;
    if (libraryIds !== null && libraryIds.length <= FEW_LIBRARIES_MAX) return this.listLibraries();
    const rows = await (this.nodes?.directoryRows<LibraryRow>(DIRECTORY, mediaIds) ??
      this.run<LibraryRow>(DIRECTORY, [mediaIds]));
    return this.sortVisible([...new Set(rows.map(({ library_id }) => library_id))]);
  }

  private readState(): Promise<readonly StateRow[]> {
    const { libraryIds, nodes } = this;
    const { userId } = this.principal;
    this.state ??=
      nodes === null ? this.run<StateRow>(STATE, [libraryIds, userId]) : readNodeStates(nodes, libraryIds, userId);
    return this.state;
  }

  private async runPerLibrary<Row extends QueryResultRow>(
    form: OneLibraryForm,
    values: readonly unknown[],
  ): Promise<Row[]> {
    const [partitions, namesakes] = await Promise.all([
      this.partitionsOf(form, values),
      form.takesNamesakes ? this.listNamesakes() : null,
    ]);
    const results = partitions.map((partition) => {
      const parameters = [...values];
      parameters[form.library - 1] = partition;
      return this.rows<Row>(form, namesakes === null ? parameters : [...parameters, namesakes], partition);
    });
    const rows = (await Promise.all(results)).flat();
    return form.merge === undefined ? rows : (form.merge(rows as never[], values) as Row[]);
  }

  private async partitionsOf(form: OneLibraryForm, values: readonly unknown[]): Promise<readonly string[]> {
    const owners = form.includesOwnerPartitions === true ? [this.principal.userId, GLOBAL_OWNER] : [];
    return [...new Set([...(await this.librariesOf(form, values)), ...owners])];
  }

  private async librariesOf(form: OneLibraryForm, values: readonly unknown[]): Promise<readonly string[]> {
    if (form.items !== undefined) {
      const items = values[form.items - 1] as string | readonly string[];
      return this.findLibraries(typeof items === 'string' ? [items] : items);
    }
    const requested = values[(form.requested ?? form.library) - 1] as readonly string[] | null;
    if (requested === null || (form.requested === undefined && requested === this.libraryIds))
      return this.listLibraries();
    return this.sortVisible([...new Set(requested)]);
  }

  /** Returns the given libraries without those that the caller may not see, sorted. */
  private sortVisible(libraryIds: readonly string[]): readonly string[] {
    return libraryIds.filter((id) => this.libraryIds?.includes(id) ?? true).toSorted();
  }
}

async function readNodeStates(
  nodes: NodeReads,
  libraryIds: readonly string[] | null,
  userId: string,
): Promise<StateRow[]> {
  const partitions = libraryIds === null ? null : [...libraryIds, userId];
  const statement = { name: STATE_NAME, text: STATE_ROWS, compose: composeState };
  const rows = await nodes.allRows<StateRow>(partitions, statement, [libraryIds, userId]);
  const keyOf = ({ library_id, artifact_id }: StateRow): string => `${artifact_id ?? ''} ${library_id}`;
  return rows.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)).slice(0, LIBRARIES_MAX + NAMESAKES_MAX);
}

function isLibrary({ artifact_id }: StateRow): boolean {
  return artifact_id === null;
}
