import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration';

/** Makes rows cheaper to write and to compare. The stored data stays the same. */
export class CheaperWrites1763700000008 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}

/**
 * Columns that change from `jsonb` to `json`, because no query searches inside them. PostgreSQL stores `json` as text,
 * so it does not convert the values to a binary form.
 */
const PLAIN_JSON: Readonly<Record<string, readonly string[]>> = {
  media_items: ['people', 'external_ids', 'files'],
  intelligence_media_context: ['media', 'people', 'facets'],
};

/**
 * Columns that ANALYZE does not sample. Plans do not depend on their statistics, because reads use one generic plan for
 * all parameters. Sampling these columns took most of the time of ANALYZE.
 */
const UNSAMPLED: Readonly<Record<string, readonly string[]>> = {
  media_items: ['title', 'original_title', 'sort_title', 'genres', 'studios', 'countries', 'content_hash'],
  intelligence_media_context: [
    ...['title', 'facet_keys', 'provider_keys', 'franchise_keys', 'source_hash', 'inherited_hash'],
  ],
  intelligence_search_documents: ['titles', 'profile', 'lexemes'],
  intelligence_facet_values: ['label', 'sample_media_ids'],
  intelligence_lexicon: ['slips'],
};

const STATEMENTS = [
  ...Object.entries(PLAIN_JSON).map(([table, columns]) =>
    alterColumns(table, columns, (column) => `ALTER ${column} DROP DEFAULT, ALTER ${column} TYPE json`),
  ),
  `ALTER TABLE media_items ALTER people SET DEFAULT '[]', ALTER external_ids SET DEFAULT '{}', ALTER files SET DEFAULT '[]'`,
  ...Object.entries(UNSAMPLED).map(([table, columns]) =>
    alterColumns(table, columns, (column) => `ALTER ${column} SET STATISTICS 0`),
  ),
];

function alterColumns(table: string, columns: readonly string[], change: (column: string) => string): string {
  return `ALTER TABLE ${table} ${columns.map(change).join(', ')}`;
}
