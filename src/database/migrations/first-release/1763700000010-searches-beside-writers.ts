import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration';

/**
 * Reduces the limit of the GIN pending list from 16 to 2 MiB. Every search scans this list, and a writer merges it when
 * it reaches the limit. During a large import, reads take a fifth less time; the import takes a few percent more.
 */
export class SearchesBesideWriters1763700000010 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER INDEX intelligence_search_documents_lexemes_ix SET (gin_pending_list_limit = 2048)');
  }
}
