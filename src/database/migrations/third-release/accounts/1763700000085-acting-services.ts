import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['intelligence_runs', 'intelligence_tool_calls'];

/** Adds to runs and tool calls the service account that created them for their owner. */
export class ActingServices1763700000085 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`ALTER TABLE ${table} ADD COLUMN requested_by_service_id uuid`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`ALTER TABLE ${table} DROP COLUMN requested_by_service_id`);
  }
}
