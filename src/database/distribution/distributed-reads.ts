import type { QueryResultRow } from 'pg';
import type { Principal } from '../../common/principal';
import type { SingleForm } from './per-library';

/** A statement; without a form for one library, it runs as it is. */
interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly single?: SingleForm;
}

/** The owner key of global artifacts. */
const GLOBAL_OWNER = '00000000-0000-0000-0000-000000000000';

/** Maximum number of libraries that a request reads. */
const LIBRARIES_MAX = 10_000;
/** Maximum number of own artifacts that hide a global one. */
const NAMESAKES_MAX = 10_000;
/** A caller with so few libraries is answered from each of them. The directory would cost one more round trip. */
const UNLISTED_LIBRARIES_MAX = 2;

/**
 * The libraries that a caller sees, with their revisions, and then the ids of the caller's artifacts that hide global
 * ones: 1 visible libraries, 2 user id. One statement for both, because it takes one task for each shard. A caller with
 * some libraries needs only the nodes of these.
 */
const STATE: Statement = {
  name: 'distributed_state',
  text: `
SELECT * FROM (
  SELECT l.library_id AS place, l.revision, extract(epoch FROM l.updated_at)::float8 AS changed, NULL::uuid AS artifact_id
    FROM libraries l WHERE $1::uuid[] IS NULL OR l.library_id = ANY($1::uuid[])
   UNION ALL
  SELECT a.partition_id, NULL::bigint, NULL::float8, a.artifact_id FROM intelligence_artifacts a
   WHERE ($1::uuid[] IS NULL OR a.partition_id = ANY($1::uuid[] || $2::uuid)) AND a.has_namesake
     AND a.owner_key = $2 AND a.status NOT IN ('stale', 'superseded', 'invalidated')) AS state
 ORDER BY artifact_id NULLS FIRST, place LIMIT ${LIBRARIES_MAX + NAMESAKES_MAX}`,
};

/** A row of `STATE`: a library with its revision and the epoch seconds of its last change, or an artifact. */
interface StateRow {
  readonly place: string;
  readonly revision: string | null;
  readonly changed: number | null;
  readonly artifact_id: string | null;
}

/** The libraries of items: 1 media ids. */
const DIRECTORY: Statement = {
  name: 'distributed_directory',
  text: 'SELECT DISTINCT library_id FROM media_directory WHERE media_id = ANY($1::uuid[])',
};

/** Runs a statement as it is and returns its rows. */
type Run = <Row extends QueryResultRow>(statement: Statement, values: readonly unknown[]) => Promise<Row[]>;

/**
 * A read scope on a distributed database. A statement with a form for one library runs once for each library of the
 * request, all of them in one round trip, in the order of their ids.
 */
export class DistributedReads {
  readonly distributed = this;
  private state: Promise<readonly StateRow[]> | undefined;

  constructor(
    readonly principal: Principal,
    private readonly run: Run,
  ) {}

  get libraryIds(): readonly string[] | null {
    return this.principal.libraryIds;
  }

  rows<Row extends QueryResultRow>(statement: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    if (statement.single === undefined) return this.run<Row>(statement, values);
    return this.runEach<Row>(statement.single, values);
  }

  /** The libraries that the caller sees, in the order of their ids. */
  async listLibraries(): Promise<readonly string[]> {
    const rows = await this.readState();
    return rows.filter(isLibrary).map(({ place }) => place);
  }

  /** The revisions of these libraries, the newest change first. */
  async listRevisions(): Promise<{ library_id: string; revision: string }[]> {
    // Probes see no library: they must not need a node.
    if (this.libraryIds?.length === 0) return [];
    const rows = (await this.readState()).filter(isLibrary);
    rows.sort((a, b) => (b.changed ?? 0) - (a.changed ?? 0));
    return rows.map(({ place, revision }) => ({ library_id: place, revision: revision ?? '0' }));
  }

  /** The ids of the caller's artifacts that hide global ones with the same id. */
  async listNamesakes(): Promise<readonly string[]> {
    const rows = await this.readState();
    return rows.flatMap(({ artifact_id }) => artifact_id ?? []);
  }

  /** Those of the libraries of the items that the caller sees, in the order of their ids; perhaps others of the caller. */
  async findLibraries(mediaIds: readonly string[]): Promise<readonly string[]> {
    const { libraryIds } = this;
    if (libraryIds !== null && libraryIds.length <= UNLISTED_LIBRARIES_MAX) return this.listLibraries();
    const found = await this.run<{ library_id: string }>(DIRECTORY, [mediaIds]);
    return this.visible(found.map(({ library_id }) => library_id)).toSorted();
  }

  private readState(): Promise<readonly StateRow[]> {
    this.state ??= this.run<StateRow>(STATE, [this.libraryIds, this.principal.userId]);
    return this.state;
  }

  private async runEach<Row extends QueryResultRow>(form: SingleForm, values: readonly unknown[]): Promise<Row[]> {
    const [places, namesakes] = await Promise.all([
      this.placesOf(form, values),
      form.takesNamesakes ? this.listNamesakes() : null,
    ]);
    const results = places.map((place) => {
      const own = [...values];
      own[form.library - 1] = place;
      if (namesakes !== null) own.push(namesakes);
      return this.run<Row>(form, own);
    });
    const rows = (await Promise.all(results)).flat();
    return form.merge === undefined ? rows : (form.merge(rows as never[], values) as Row[]);
  }

  private async placesOf(form: SingleForm, values: readonly unknown[]): Promise<readonly string[]> {
    const { principal } = this;
    const owners = form.partitions === true ? [principal.userId, GLOBAL_OWNER] : [];
    return [...new Set([...(await this.librariesOf(form, values)), ...owners])];
  }

  private async librariesOf(form: SingleForm, values: readonly unknown[]): Promise<readonly string[]> {
    if (form.items !== undefined) {
      const items = values[form.items - 1] as string | readonly string[];
      return this.findLibraries(typeof items === 'string' ? [items] : items);
    }
    const named = (form.among === undefined ? values[form.library - 1] : values[form.among - 1]) as
      readonly string[] | null;
    if (named === null || (form.among === undefined && named === this.libraryIds)) return this.listLibraries();
    return this.visible([...new Set(named)]).toSorted();
  }

  private visible(libraryIds: readonly string[]): readonly string[] {
    return this.libraryIds === null ? libraryIds : libraryIds.filter((id) => this.libraryIds?.includes(id));
  }
}

function isLibrary({ artifact_id }: StateRow): boolean {
  return artifact_id === null;
}
