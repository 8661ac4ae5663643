import type { QueryResultRow } from 'pg';
import type { Principal } from '../common/principal';

/** A hand-written SQL statement. If it has a name, PostgreSQL prepares it once per connection. */
export interface Statement {
  /** At most 63 bytes, unique in the application. Without a name, PostgreSQL plans each execution. */
  readonly name?: string;
  readonly text: string;
  /** The form for a distributed database, which runs once per library. Without it, the statement runs unchanged. */
  readonly forOneLibrary?: OneLibraryForm;
}

/** The form of a statement that reads one library. "The other form" is the `text` of the `Statement`. */
export interface OneLibraryForm {
  readonly name?: string;
  readonly text: string;
  /** Number of the parameter with the library, from 1: a `uuid` here, and a `uuid[]` or null in the other form. */
  readonly library: number;
  /** Whether the statement takes the ids of `listNamesakes` as an additional last parameter. */
  readonly takesNamesakes: boolean;
  /**
   * Number of the `uuid` or `uuid[]` parameter with item ids. The statement runs only for the libraries of these items.
   */
  readonly items?: number;
  /** Number of the `uuid[]` parameter with the requested libraries. The statement runs only for these libraries. */
  readonly requested?: number;
  /**
   * Whether the statement also runs for artifacts without a library: once for those of the caller and once for global
   * ones. The parameter `library` is then their owner key.
   */
  readonly includesOwnerPartitions?: boolean;
  /**
   * Whether the coordinator of a distributed database runs the other form. Nodes that are read directly run this form.
   */
  readonly onlyOnNodes?: boolean;
  /** Combines the rows of all libraries into the result of the other form. Default: concatenates them. */
  readonly merge?: (rows: never[], values: readonly unknown[]) => object[];
}

export interface RevisionRow {
  readonly library_id: string;
  readonly revision: string;
}

/**
 * Finds the libraries that a caller sees on a distributed database. Each `ReadScope` reads these libraries, their
 * revisions, and the ids that `listNamesakes` returns, together and only once.
 */
export interface DistributedLibraries {
  /** Returns the ids of all libraries that the caller sees, sorted. */
  listLibraries(): Promise<readonly string[]>;
  /**
   * Returns the libraries that the caller sees and that contain one of the items (UUIDs), sorted. May also return other
   * libraries that the caller sees. Takes at most one round trip.
   */
  findLibraries(mediaIds: readonly string[]): Promise<readonly string[]>;
  /** Returns the ids of the caller's artifacts that hide global artifacts with the same id. */
  listNamesakes(): Promise<readonly string[]>;
  /**
   * Call it before a statement without `forOneLibrary` that reads several libraries, if the statement must use the same
   * snapshot as other reads. Throws `CoordinatorRequired` if the scope reads nodes directly; `ReadPool` then repeats
   * the work through the coordinator.
   */
  requireCoordinator(): void;
  /** Returns the revisions of all libraries that the caller sees, the newest change first. */
  listRevisions(): Promise<RevisionRow[]>;
}

/** Runs the reads of a principal. In `ReadPool`, they use one snapshot per server; in a write transaction, none. */
export interface ReadScope {
  readonly principal: Principal;
  /**
   * Ids of the libraries that the principal may see, or null for all. Statements take it as a `uuid[]` parameter.
   */
  readonly libraryIds: readonly string[] | null;
  /**
   * Null on one PostgreSQL server. On a distributed database, a statement without `forOneLibrary` must not join rows of
   * distributed tables.
   */
  readonly distributed: DistributedLibraries | null;
  /**
   * Returns the ids of all libraries that the principal may not see; null if there are more than 8. Outside of
   * `ReadPool`, and on a distributed database, always returns null. Takes no additional round trip. Use it only to
   * choose an index condition: statements still need `libraryIds`.
   */
  listHiddenLibraries(): Promise<readonly string[] | null>;
  /**
   * Runs a statement and returns its rows. Takes one round trip, but more for some statements on a distributed
   * database. There, `partitionId` is the one library or owner of artifacts that the statement reads; undefined for
   * other statements.
   */
  rows<Row extends QueryResultRow>(
    statement: Statement,
    values?: readonly unknown[],
    partitionId?: string,
  ): Promise<Row[]>;
}
