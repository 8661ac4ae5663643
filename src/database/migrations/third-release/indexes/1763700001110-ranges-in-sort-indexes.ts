import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../../forward-migration';

const TABLE = 'intelligence_search_documents';

const DEFINITIONS: readonly (readonly [string, string])[] = [
  [`${TABLE}_added_ix`, '(library_id, media_kind, added_at, media_id) INCLUDE (year, runtime_minutes)'],
  [`${TABLE}_year_ix`, '(library_id, media_kind, (coalesce(year, -1)), media_id) INCLUDE (year, runtime_minutes)'],
  [
    `${TABLE}_popularity_ix`,
    '(library_id, media_kind, (coalesce(popularity, -1)), media_id) INCLUDE (popularity, year, runtime_minutes)',
  ],
];

/**
 * Adds the year and the runtime to the indexes that lists are sorted by, except the index of titles. A list with a
 * filter by year or runtime then compares these values in the index, and reads only documents that match this filter.
 */
export class RangesInSortIndexes1763700001110 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    // The new indexes are complete before the old ones are dropped, so that readers wait only for a moment.
    for (const [name, definition] of DEFINITIONS)
      await runner.query(`CREATE INDEX ${name}_new ON ${TABLE} ${definition}`);
    for (const [name] of DEFINITIONS) {
      await runner.query(`DROP INDEX ${name}`);
      await runner.query(`ALTER INDEX ${name}_new RENAME TO ${name}`);
    }
  }
}
