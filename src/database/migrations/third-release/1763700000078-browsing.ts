import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration';
import { createServedViews } from '../../schema/served-views';

/**
 * Adds the runtime, the popularity and the time of addition to each search document, because lists of items are sorted
 * and filtered by them. Adds an index for each sort order of a library's documents of one kind, and an index of a
 * user's watch states by time.
 */
export class Browsing1763700000078 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await createServedViews(runner, COLUMNS);
    for (const statement of INDEXES) await runner.query(statement);
  }
}

const COLUMNS = [
  `ALTER TABLE intelligence_search_documents
     ADD COLUMN runtime_minutes integer,
     ADD COLUMN popularity double precision,
     ADD COLUMN added_at timestamptz NOT NULL DEFAULT now()`,
  `UPDATE intelligence_search_documents d
      SET runtime_minutes = m.runtime_minutes, popularity = m.popularity, added_at = m.created_at
     FROM media_items m WHERE m.library_id = d.library_id AND m.media_id = d.media_id`,
];

const INDEXES = [
  `CREATE INDEX intelligence_search_documents_added_ix
     ON intelligence_search_documents (library_id, media_kind, added_at, media_id)`,
  `CREATE INDEX intelligence_search_documents_year_ix
     ON intelligence_search_documents (library_id, media_kind, (coalesce(year, -1)), media_id)`,
  `CREATE INDEX intelligence_search_documents_sorted_title_ix
     ON intelligence_search_documents (library_id, media_kind, (left(title_key, 64)), media_id)`,
  `CREATE INDEX intelligence_search_documents_popularity_ix
     ON intelligence_search_documents (library_id, media_kind, (coalesce(popularity, -1)), media_id)`,
  `CREATE INDEX watch_states_last_watched_ix ON watch_states (user_id, last_watched_at, media_id)`,
];
