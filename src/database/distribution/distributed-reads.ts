import type { QueryResultRow } from 'pg';
import { GLOBAL_OWNER, type Principal } from '../../common/principal';
import type { DistributedLibraries, OneLibraryForm, ReadScope, RevisionRow, Statement } from '../read-scope';

/** Part of the limit of `STATE` that is meant for libraries. */
const LIBRARIES_MAX = 10_000;
/** Part of the limit of `STATE` that is meant for the caller's artifacts that hide global artifacts. */
const NAMESAKES_MAX = 10_000;
/**
 * A caller with at most so many libraries reads all of them, because a look-up in the directory of items costs one more
 * round trip.
 */
const FEW_LIBRARIES_MAX = 2;

/**
 * Two kinds of rows: the libraries that a caller sees, with their revisions; then the ids of the caller's artifacts that
 * hide global artifacts. Parameters: 1 visible libraries, 2 user id. It is one statement, because Citus runs one task
 * for each shard and statement. If the caller sees only some libraries, the tasks run only on the nodes of these
 * libraries and of the caller's partition. The limit applies only to the sum of both kinds.
 */
const STATE: Statement = {
  name: 'distributed_state',
  text: `
SELECT * FROM (
  SELECT l.library_id, l.revision, extract(epoch FROM l.updated_at)::float8 AS changed, NULL::uuid AS artifact_id
    FROM libraries l WHERE $1::uuid[] IS NULL OR l.library_id = ANY($1::uuid[])
   UNION ALL
  SELECT a.partition_id, NULL::bigint, NULL::float8, a.artifact_id FROM intelligence_artifacts a
   WHERE ($1::uuid[] IS NULL OR a.partition_id = ANY($1::uuid[] || $2::uuid)) AND a.has_namesake
     AND a.owner_key = $2 AND a.status NOT IN ('stale', 'superseded', 'invalidated')) AS state
 ORDER BY artifact_id NULLS FIRST, library_id LIMIT ${LIBRARIES_MAX + NAMESAKES_MAX}`,
};

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

/** Runs a statement unchanged and returns its rows. */
type RunStatement = <Row extends QueryResultRow>(statement: Statement, values: readonly unknown[]) => Promise<Row[]>;

/**
 * A read scope on a distributed database. A statement with a form for one library runs once for each library of the
 * request, all in one round trip if the connection is pipelined. Rows that the form does not merge are in the order of
 * the library ids; those of the partitions of owners come last.
 */
export class DistributedReads implements ReadScope, DistributedLibraries {
  readonly distributed = this;
  readonly libraryIds: readonly string[] | null;
  private state: Promise<readonly StateRow[]> | undefined;

  constructor(
    readonly principal: Principal,
    private readonly run: RunStatement,
  ) {
    this.libraryIds = principal.libraryIds;
  }

  rows<Row extends QueryResultRow>(statement: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    const { forOneLibrary } = statement;
    return forOneLibrary === undefined
      ? this.run<Row>(statement, values)
      : this.runPerLibrary<Row>(forOneLibrary, values);
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
    const rows = await this.run<{ library_id: string }>(DIRECTORY, [mediaIds]);
    return this.sortVisible(rows.map(({ library_id }) => library_id));
  }

  private readState(): Promise<readonly StateRow[]> {
    return (this.state ??= this.run<StateRow>(STATE, [this.libraryIds, this.principal.userId]));
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
      return this.run<Row>(form, namesakes === null ? parameters : [...parameters, namesakes]);
    });
    const rows = (await Promise.all(results)).flat();
    return form.merge === undefined ? rows : (form.merge(rows as never[], values) as Row[]);
  }

  private async partitionsOf(form: OneLibraryForm, values: readonly unknown[]): Promise<readonly string[]> {
    const owners = form.partitions === true ? [this.principal.userId, GLOBAL_OWNER] : [];
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

function isLibrary({ artifact_id }: StateRow): boolean {
  return artifact_id === null;
}
