import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { RECOUNT_SQL } from '../refresh/drift.sql';
import { TITLE_FACET_KINDS } from './facets';
import {
  DELETE_COUNTS_SQL,
  DROP_EMPTY_SQL,
  LOWER_COUNTS_SQL,
  SET_FACET_VERSION_SQL,
  RAISE_COUNTS_SQL,
  REFILL_SAMPLES_SQL,
} from './facet.sql';
import type { FacetDelta, FacetDeltas } from './facet-deltas';

/**
 * Writes the facet counts; no other class writes them. The transaction that changes items also applies the changes of
 * the counts, so the counts are exact. The caller holds the locks of the libraries.
 */
@Injectable()
export class FacetStore {
  /** Applies the deltas of a transaction. A library needs at most five statements, or two if no item lost a value. */
  async apply(manager: EntityManager, deltas: FacetDeltas): Promise<void> {
    for (const [libraryId, list] of deltas.list()) await this.applyToLibrary(manager, libraryId, list);
  }

  private async applyToLibrary(
    manager: EntityManager,
    libraryId: string,
    deltas: readonly FacetDelta[],
  ): Promise<void> {
    // Each write sets a new version, because snapshots with the same version must contain the same counts.
    await manager.query(SET_FACET_VERSION_SQL, [libraryId, randomUUID()]);
    const parameters = [libraryId, ...columnsOf(deltas)];
    const hasRemovals = deltas.some((delta) => delta.removed_ids.length > 0);
    // The values that lost items, still have items, and have fewer than 3 samples.
    const toRefill: unknown[] = hasRemovals ? await manager.query(LOWER_COUNTS_SQL, parameters) : [];
    if (hasRemovals) await manager.query(DROP_EMPTY_SQL, parameters);
    await manager.query(RAISE_COUNTS_SQL, parameters);
    if (toRefill.length > 0) await manager.query(REFILL_SAMPLES_SQL, [libraryId, JSON.stringify(toRefill)]);
  }

  async removeLibrary(manager: EntityManager, libraryId: string): Promise<void> {
    await manager.query(SET_FACET_VERSION_SQL, [libraryId, randomUUID()]);
    for (const statement of DELETE_COUNTS_SQL) await manager.query(statement, [libraryId]);
  }

  /** Replaces the counts of a library with new counts of its served items. */
  async recount(manager: EntityManager, libraryId: string): Promise<void> {
    await this.removeLibrary(manager, libraryId);
    await manager.query(RECOUNT_SQL, [libraryId, TITLE_FACET_KINDS]);
  }
}

/**
 * The columns of the deltas: the parameters `$2` to `$8` of the statements. Lists of ids are joined by commas, because
 * PostgreSQL has no arrays of arrays with different lengths.
 */
function columnsOf(deltas: readonly FacetDelta[]): (string | number)[][] {
  return [
    deltas.map((delta) => delta.facet_kind),
    deltas.map((delta) => delta.facet_key),
    deltas.map((delta) => delta.label),
    deltas.map((delta) => delta.added_count),
    deltas.map((delta) => delta.removed_ids.length),
    deltas.map((delta) => delta.added_samples.join()),
    deltas.map((delta) => delta.removed_ids.join()),
  ];
}
