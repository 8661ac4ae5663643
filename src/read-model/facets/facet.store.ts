import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { RECOUNT_SQL, SUM_SQL } from '../refresh/drift.sql';
import { TITLE_FACET_KINDS } from './facets';
import {
  DROP_EMPTY_SQL,
  DROP_LIBRARY_SQL,
  LOWER_ALL_BY_LIBRARY_SQL,
  LOWER_COUNTS_SQL,
  RAISE_ALL_BY_LIBRARY_SQL,
  RAISE_ALL_GROUPS_BY_LIBRARY_SQL,
  RAISE_COUNTS_SQL,
  REFILL_ALL_SAMPLES_SQL,
  REFILL_SAMPLES_SQL,
} from './facet.sql';
import type { FacetDelta, FacetDeltas } from './facet-deltas';
import { ALL_LIBRARIES } from '../../database/all-libraries';

/**
 * Stores the unique id of the transaction as the version. The row lock makes the next writer of counts wait until this
 * transaction ends, so snapshots with the same version have the same counts.
 */
const NOTE_WRITE_SQL = 'UPDATE catalog_revision SET facet_version = pg_current_xact_id()::text';

/**
 * Writes exact facet counts in the transaction that changes the items. Nothing else writes them. Each method updates
 * `facet_version` first and there waits for other writers, because all libraries share the counts over all libraries.
 */
@Injectable()
export class FacetStore {
  /**
   * Applies the deltas of a transaction. Each library, and all libraries together, need at most four statements, or one
   * if nothing was removed. If only one library has deltas, one set of statements changes both. Without deltas, the
   * method does not wait for other writers.
   */
  async apply(manager: EntityManager, deltas: FacetDeltas): Promise<void> {
    if (deltas.isEmpty) return;
    await manager.query(NOTE_WRITE_SQL);
    const libraries = [...deltas.list()];
    const [only] = libraries;
    const short: unknown[][] = [];
    if (only !== undefined && libraries.length === 1) {
      short.push(await this.applyTo(manager, [only[0], ALL_LIBRARIES], only[1]));
    } else {
      for (const [libraryId, list] of libraries) short.push(await this.applyTo(manager, [libraryId], list));
      if (libraries.length > 0) short.push(await this.applyTo(manager, [ALL_LIBRARIES], deltas.sum()));
    }
    // Flattened and not spread: a batch may have more values than the stack takes arguments.
    const all = short.flat();
    // This statement reads the samples of each library, so it runs after they are complete.
    if (all.length > 0) await manager.query(REFILL_ALL_SAMPLES_SQL, [JSON.stringify(all)]);
  }

  /** Returns the values that still have items but fewer than three samples. */
  private async applyTo(
    manager: EntityManager,
    libraryIds: readonly string[],
    deltas: readonly FacetDelta[],
  ): Promise<unknown[]> {
    const parameters = [libraryIds, ...columnsOf(deltas)];
    const removes = deltas.some((delta) => delta.removed_count > 0);
    const short: unknown[] = removes ? await manager.query(LOWER_COUNTS_SQL, parameters) : [];
    if (removes) await manager.query(DROP_EMPTY_SQL, parameters);
    await manager.query(RAISE_COUNTS_SQL, parameters);
    if (short.length > 0) await manager.query(REFILL_SAMPLES_SQL, [JSON.stringify(short)]);
    return short;
  }

  /** Subtracts a library from the counts over all libraries and deletes its own counts. */
  async removeLibrary(manager: EntityManager, libraryId: string): Promise<void> {
    // The import refuses a library with this id. If one is stored in another way, it has no counts of its own.
    if (libraryId === ALL_LIBRARIES) return this.sumLibraries(manager);
    await manager.query(NOTE_WRITE_SQL);
    const short: unknown[] = await manager.query(LOWER_ALL_BY_LIBRARY_SQL, [libraryId]);
    for (const statement of DROP_LIBRARY_SQL) await manager.query(statement, [libraryId]);
    if (short.length > 0) await manager.query(REFILL_ALL_SAMPLES_SQL, [JSON.stringify(short)]);
  }

  /** Counts a library again from its served items, and corrects the counts over all libraries. */
  async recount(manager: EntityManager, libraryId: string): Promise<void> {
    await this.removeLibrary(manager, libraryId);
    await manager.query(RECOUNT_SQL, [libraryId, TITLE_FACET_KINDS]);
    await manager.query(RAISE_ALL_BY_LIBRARY_SQL, [libraryId]);
    await manager.query(RAISE_ALL_GROUPS_BY_LIBRARY_SQL, [libraryId]);
  }

  /** Replaces the counts over all libraries with the sums of the counts of each library. */
  async sumLibraries(manager: EntityManager): Promise<void> {
    await manager.query(NOTE_WRITE_SQL);
    await manager.query('DELETE FROM intelligence_facet_values WHERE library_id = $1', [ALL_LIBRARIES]);
    await manager.query('DELETE FROM intelligence_facet_groups WHERE library_id = $1', [ALL_LIBRARIES]);
    await manager.query(SUM_SQL);
  }
}

/** The columns of the deltas: the parameters `$2` to `$8` of the statements. */
function columnsOf(deltas: readonly FacetDelta[]): (string | number)[][] {
  return [
    deltas.map((delta) => delta.facet_kind),
    deltas.map((delta) => delta.facet_key),
    deltas.map((delta) => delta.label),
    deltas.map((delta) => delta.added_count),
    deltas.map((delta) => delta.removed_count),
    deltas.map((delta) => delta.added.join()),
    deltas.map((delta) => delta.removed.join()),
  ];
}
