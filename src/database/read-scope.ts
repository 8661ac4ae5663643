import type { QueryResultRow } from 'pg';
import type { Principal } from '../common/principal';
import type { SingleForm } from './distribution/per-library';

/** A hand-written SQL statement. If it has a name, PostgreSQL prepares it once per connection. */
export interface Statement {
  /** At most 63 bytes, unique in the application. Omit the name when no single plan suits all parameter values. */
  readonly name?: string;
  readonly text: string;
  /** How the statement runs on a distributed database. Without it, it runs there as it is. */
  readonly single?: SingleForm;
}

/** The revision of a library. */
export interface RevisionRow {
  readonly library_id: string;
  readonly revision: string;
}

/** The libraries of a distributed database that a caller sees, in the order of their ids. */
export interface Distributed {
  /** All of them. They are read with the revisions of the scope. */
  listLibraries(): Promise<readonly string[]>;
  /** Those that have one of the items (UUIDs), and perhaps others. At most one round trip. */
  findLibraries(mediaIds: readonly string[]): Promise<readonly string[]>;
  /** The ids of the caller's artifacts that hide global ones. They are read with the revisions of the scope. */
  listNamesakes(): Promise<readonly string[]>;
  /** The revisions of all of them, the newest change first. They are read once for each scope. */
  listRevisions(): Promise<RevisionRow[]>;
}

/** A consistent, read-only snapshot for a principal. */
export interface ReadScope {
  readonly principal: Principal;
  /**
   * Ids of the libraries that the principal may see, or null for all. Statements that read rows of libraries take it as
   * a `$n::uuid[]` parameter.
   */
  readonly libraryIds: readonly string[] | null;
  /**
   * Where the libraries are, if they are on different nodes. A statement can join rows of one library only there; a
   * statement without `single` must not join rows.
   */
  readonly distributed: Distributed | null;
  /** Runs a statement in one round trip and returns its rows. */
  rows<Row extends QueryResultRow>(statement: Statement, values?: readonly unknown[]): Promise<Row[]>;
}
