import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration';

/**
 * Adds two lists of keys for related items: `provider_keys` (the external ids of an item, and the ids that its source
 * lists as related), and `franchise_keys`, by which a list of related items limits the items of one franchise. Adds the
 * indexes that find related items by provider key and by year.
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
