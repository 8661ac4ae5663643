import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration';

/**
 * Reduces the size limit of the pending list of the index on lexemes from 16 to 2 MiB. Every search scans this list. A
 * writer merges the list into the index when the list reaches the limit. During a large import, reads take a fifth less
 * time; the import takes a few percent more.
 */
export class SearchesBesideWriters1763700000010 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER INDEX intelligence_search_documents_lexemes_ix SET (gin_pending_list_limit = 2048)');
  }
}
