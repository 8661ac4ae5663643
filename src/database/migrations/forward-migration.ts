import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A migration that cannot be reverted. */
export abstract class ForwardMigration implements MigrationInterface {
  abstract up(runner: QueryRunner): Promise<void>;

  down(): Promise<void> {
    throw new Error('This migration cannot be reverted: restore a backup instead.');
  }
}
