import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration';

/** Adds the library to the index by prominence, so that a search reads no documents of hidden libraries. */
export class ProminenceByLibrary1763700000049 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX intelligence_search_documents_prominence_ix');
    await runner.query(`
      CREATE INDEX intelligence_search_documents_prominence_ix
        ON intelligence_search_documents (library_id, prominence DESC, media_id)`);
  }
}
