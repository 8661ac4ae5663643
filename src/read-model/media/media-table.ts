import type { EntityManager } from 'typeorm';
import { copyLines, StagedRows } from '../../database/copy/copy-rows';
import { DERIVATION_RULES, rulesVersionOf } from './derivation-rules';
import type { EncodedRow } from './derived-rows';

export interface StoredRow {
  readonly status: 'ready' | 'stale';
  /** Version of the derivation rules, and hash of the derived columns, at the last write. */
  readonly derived_hash: string;
}

/**
 * A read-model table with one row for each item. Its key is library and item. In addition to the derived columns, it
 * has a status and a revision. Every method is set-based and runs in the caller's transaction.
 */
export class MediaTable {
  private readonly names: readonly string[];
  private readonly stage: StagedRows;
  private readonly replaceSql: string;

  /**
   * The arguments become part of SQL statements, so they must be constants. `derivedColumns` are the SQL types of the
   * derived columns by name. `resetColumn` is a column that is set to its column default when a row is replaced; empty
   * for none.
   */
  constructor(
    private readonly table: string,
    derivedColumns: Readonly<Record<string, string>>,
    resetColumn = '',
  ) {
    const columns = { ...derivedColumns, derived_hash: 'text' };
    this.names = Object.keys(columns);
    this.stage = new StagedRows(table, columns);
    this.replaceSql = replaceSql(table, this.names, this.stage.stagedCte, resetColumn);
  }

  /**
   * Stores rows and sets their status to `ready`. Inserts new rows with COPY. Does not update a stored row that has a
   * later revision. Skips ready rows with equal content, because an update costs a new tuple and new index entries.
   * `stored` contains the stored rows by UUID. The caller holds the lock of the library, so these rows do not change.
   */
  async writeRows(
    manager: EntityManager,
    rows: readonly EncodedRow[],
    revision: number,
    stored: ReadonlyMap<string, StoredRow>,
  ): Promise<void> {
    const changed = rows.filter((row) => {
      const storedRow = stored.get(row.media_id);
      return storedRow !== undefined && !hasSameContent(storedRow, row);
    });
    if (changed.length > 0) {
      await this.stage.copy(manager, linesOf(changed));
      await manager.query(this.replaceSql, [revision]);
    }
    const added = rows.filter((row) => !stored.has(row.media_id));
    if (added.length === 0) return;
    await copyLines(manager, this.table, this.names, linesOf(added), { status: 'ready', revision });
  }

  async remove(manager: EntityManager, libraryId: string, mediaIds: readonly string[]): Promise<void> {
    await manager.query(`DELETE FROM ${this.table} WHERE library_id = $1 AND media_id = ANY($2::uuid[])`, [
      libraryId,
      [...mediaIds],
    ]);
  }

  async removeLibrary(manager: EntityManager, libraryId: string): Promise<void> {
    await manager.query(`DELETE FROM ${this.table} WHERE library_id = $1`, [libraryId]);
  }
}

function replaceSql(table: string, names: readonly string[], stagedCte: string, resetColumn: string): string {
  // An assignment to a key column, even of the same value, would lock the row as a deletion does.
  const changeable = names.filter((name) => name !== 'library_id' && name !== 'media_id');
  // `EXCLUDED` has the column default of `resetColumn`, because the statement does not insert this column.
  const replaced = [...changeable, ...(resetColumn === '' ? [] : [resetColumn])].map(
    (name) => `${name} = EXCLUDED.${name}`,
  );
  return `
${stagedCte}
INSERT INTO ${table} AS kept (${names.join(', ')}, status, revision)
SELECT ${names.join(', ')}, 'ready', $1 FROM staged
ON CONFLICT (library_id, media_id) DO UPDATE
   SET ${replaced.join(', ')}, status = 'ready', revision = EXCLUDED.revision
 WHERE kept.revision <= EXCLUDED.revision`;
}

/** Whether a stored row is ready and has the same content as a derived row. */
export function hasSameContent(stored: StoredRow, row: EncodedRow): boolean {
  return stored.status === 'ready' && stored.derived_hash === row.derived_hash;
}

/** Whether rules of a newer release derived the row. */
export function isDerivedByNewerRules({ derived_hash }: StoredRow): boolean {
  return rulesVersionOf(derived_hash) > DERIVATION_RULES;
}

function linesOf(rows: readonly EncodedRow[]): string[] {
  return rows.map(({ line }) => line);
}
