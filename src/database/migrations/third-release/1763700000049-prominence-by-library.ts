import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Orders the documents of each library by prominence, so that a search reads no documents of hidden libraries. */
export class ProminenceByLibrary1763700000049 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX intelligence_search_documents_prominence_ix');
    await runner.query(`
      CREATE INDEX intelligence_search_documents_prominence_ix
        ON intelligence_search_documents (library_id, prominence DESC, media_id)`);
  }

  down(): Promise<void> {
    throw new Error('Migrations only go forward; restore a backup to go back.');
  }
}
