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

const LIBRARIES: Statement = {
  name: 'distributed_libraries',
  text: `SELECT library_id FROM libraries WHERE $1::uuid[] IS NULL OR library_id = ANY($1::uuid[])
          ORDER BY library_id LIMIT ${LIBRARIES_MAX}`,
};

/** The libraries of items: 1 media ids. */
const DIRECTORY: Statement = {
  name: 'distributed_directory',
  text: 'SELECT DISTINCT library_id FROM media_directory WHERE media_id = ANY($1::uuid[])',
};

const NAMESAKES: Statement = {
  name: 'distributed_namesakes',
  text: `SELECT artifact_id FROM intelligence_artifacts
          WHERE has_namesake AND owner_key = $1 AND status NOT IN ('stale', 'superseded', 'invalidated')
            AND (library_id IS NULL OR $2::uuid[] IS NULL OR library_id = ANY($2::uuid[])) LIMIT ${NAMESAKES_MAX}`,
};

/** Runs a statement as it is and returns its rows. */
type Run = <Row extends QueryResultRow>(statement: Statement, values: readonly unknown[]) => Promise<Row[]>;

/**
 * A read scope on a distributed database. A statement with a form for one library runs once for each library of the
 * request, all of them in one round trip, in the order of their ids.
 */
export class DistributedReads {
  readonly distributed = this;
  private listed: Promise<readonly string[]> | undefined;
  private namesakes: Promise<readonly string[]> | undefined;

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
  listLibraries(): Promise<readonly string[]> {
    this.listed ??= this.run<{ library_id: string }>(LIBRARIES, [this.libraryIds]).then(toIds);
    return this.listed;
  }

  /** Those of the libraries of the items that the caller sees, in the order of their ids. */
  async findLibraries(mediaIds: readonly string[]): Promise<readonly string[]> {
    const found = await this.run<{ library_id: string }>(DIRECTORY, [mediaIds]);
    return this.visible(toIds(found)).toSorted();
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

  /** The ids of the caller's artifacts that hide global ones with the same id. */
  listNamesakes(): Promise<readonly string[]> {
    this.namesakes ??= this.run<{ artifact_id: string }>(NAMESAKES, [this.principal.userId, this.libraryIds]).then(
      (rows) => rows.map(({ artifact_id }) => artifact_id),
    );
    return this.namesakes;
  }

  private visible(libraryIds: readonly string[]): readonly string[] {
    return this.libraryIds === null ? libraryIds : libraryIds.filter((id) => this.libraryIds?.includes(id));
  }
}

function toIds(rows: readonly { library_id: string }[]): string[] {
  return rows.map(({ library_id }) => library_id);
}
