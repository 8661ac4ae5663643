import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration';

/**
 * Adds the keys and indexes by which related items are found: by franchise, by year, and by the ids that a source lists
 * as related.
 */
export class RelatedItems1763700000006 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}

const STATEMENTS = [
  `ALTER TABLE intelligence_media_context
    ADD COLUMN provider_keys text[] NOT NULL DEFAULT '{}',
    ADD COLUMN franchise_keys text[] NOT NULL DEFAULT '{}'`,
  `CREATE INDEX intelligence_media_context_provider_ix ON intelligence_media_context USING gin (provider_keys)`,
  `CREATE INDEX intelligence_media_context_year_ix ON intelligence_media_context (library_id, year, media_id)
    WHERE media_kind IN ('movie', 'series')`,
];
