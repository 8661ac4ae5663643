import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { toUsernameKey } from '../common/text/username';
import { type ReleaseSessionLock, trySessionLock } from '../database/locks/session-lock';
import { Transactions } from '../database/transactions';
import type { DemoJobKind, DemoPhase, DemoState, PlannedLibrary } from './running/demo-state';
import { ADD_FILES_SQL, DEMO_SCHEMA_SQL, DOOM_FILES_SQL, USER_TABLES } from './demo.schema';
import type { PlannedUnit } from './planner/planned-unit';

/** Key of the advisory lock that is the right to run a command. */
export const COMMAND_LOCK = 0x64656d6f;

const STATE_OF_JOB: Readonly<Record<DemoJobKind, DemoState>> = {
  seed: 'seeding',
  reset: 'resetting',
  resize: 'resizing',
};

/** Writes the demo's state, plans and manifest. */
@Injectable()
export class DemoStore {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
  ) {}

  /** Makes the demo's tables. Throws when the database does not bear the demo's mark. */
  async ensureSchema(): Promise<void> {
    await this.dataSource.manager.query('SELECT nonce FROM demo.marker');
    for (const statement of DEMO_SCHEMA_SQL) await this.dataSource.manager.query(statement);
  }

  /**
   * Remembers the administrator's name, and disables the account of the name before: else its password, perhaps the
   * default one, would still open the demo.
   */
  async keepAdmin(username: string): Promise<void> {
    const key = toUsernameKey(username);
    await this.transactions.run(async (manager) => {
      await manager.query(
        `UPDATE users SET disabled = true, updated_at = now()
          WHERE username_key = (SELECT admin_key FROM demo.state WHERE admin_key <> $1)`,
        [key],
      );
      await manager.query('UPDATE demo.state SET admin_key = $1 WHERE admin_key IS DISTINCT FROM $1', [key]);
    });
  }

  /** The right to run a command, for one caller at a time on all instances; null when another has it. */
  tryLock(): Promise<ReleaseSessionLock | null> {
    return trySessionLock(this.dataSource, [COMMAND_LOCK]);
  }

  /** Shows that a command was accepted, before it begins. */
  async acceptJob(kind: DemoJobKind): Promise<void> {
    await this.dataSource.manager.query('UPDATE demo.state SET state = $1, job_error = NULL', [STATE_OF_JOB[kind]]);
  }

  /** Begins a command. `optionsHash` is of the options that the tree will be made with; null leaves what it was. */
  async beginJob(kind: DemoJobKind, optionsHash: string | null): Promise<void> {
    await this.transactions.run(async (manager) => {
      await discardNext(manager);
      await manager.query(
        `UPDATE demo.state SET state = $1, plan_complete = false, job_kind = $2, job_phase = 'planning',
                job_started_at = now(), job_done = 0, job_total = 0, job_error = NULL,
                next_options_hash = coalesce($3, options_hash)`,
        [STATE_OF_JOB[kind], kind, optionsHash],
      );
    });
  }

  /** A command that was refused before it began; the state stays. */
  async recordRefusal(kind: DemoJobKind, error: string): Promise<void> {
    await this.dataSource.manager.query(
      `UPDATE demo.state SET job_kind = $1, job_phase = 'checking', job_started_at = now(), job_done = 0, job_total = 0,
              job_error = $2`,
      [kind, error],
    );
  }

  /** A command that could not be finished. A complete plan is kept: it is carried out later. */
  async failJob(error: string): Promise<void> {
    await this.dataSource.manager.query(`UPDATE demo.state SET state = 'failed', job_error = $1`, [error]);
  }

  /** Takes back a command whose plan was not complete. */
  async rollBack(): Promise<void> {
    await this.transactions.run(async (manager) => {
      await discardNext(manager);
      await manager.query(
        `UPDATE demo.state SET job_kind = NULL, job_phase = NULL, job_started_at = NULL, job_error = NULL,
                plan_complete = false, state = CASE WHEN EXISTS (SELECT FROM demo.libraries WHERE plan = 'current')
                THEN 'ready' ELSE 'seeding' END`,
      );
    });
  }

  /** Enters a phase of the command. */
  async enterPhase(phase: DemoPhase, total: number): Promise<void> {
    await this.dataSource.manager.query('UPDATE demo.state SET job_phase = $1, job_done = 0, job_total = $2', [
      phase,
      total,
    ]);
  }

  /** How far the phase has come. */
  async setProgress(done: number): Promise<void> {
    await this.dataSource.manager.query('UPDATE demo.state SET job_done = $1', [done]);
  }

  /** Adds a library to the next plan, with the first units that it has now. */
  async addLibrary(library: PlannedLibrary, place: number, kept: number): Promise<void> {
    await this.transactions.run(async (manager) => {
      await manager.query(
        `INSERT INTO demo.libraries (plan, library_id, place, name, library_kind) VALUES ('next', $1, $2, $3, $4)`,
        [library.libraryId, place, library.name, library.libraryKind],
      );
      await manager.query(
        `INSERT INTO demo.units
           (plan, library_id, place, provider_id, folder, directory_count, file_count, files, metadata)
         SELECT 'next', library_id, place, provider_id, folder, directory_count, file_count, files, metadata
           FROM demo.units WHERE plan = 'current' AND library_id = $1 AND place < $2`,
        [library.libraryId, kept],
      );
    });
  }

  /** Adds units to the next plan, from a place on. */
  async addUnits(libraryId: string, firstPlace: number, units: readonly PlannedUnit[]): Promise<void> {
    const rows = units.map((unit, index) => ({
      place: firstPlace + index,
      provider_id: unit.providerId,
      folder: unit.folder,
      directory_count: unit.directoryCount,
      file_count: unit.files.length,
      files: unit.files,
      metadata: unit.metadata,
    }));
    await this.dataSource.manager.query(
      `INSERT INTO demo.units
         (plan, library_id, place, provider_id, folder, directory_count, file_count, files, metadata)
       SELECT 'next', $1, place, provider_id, folder, directory_count, file_count, files, metadata
         FROM jsonb_to_recordset($2::jsonb) AS unit (place integer, provider_id bigint, folder text,
              directory_count integer, file_count integer, files jsonb, metadata jsonb)`,
      [libraryId, JSON.stringify(rows)],
    );
  }

  /** From here on the command is carried out to its end, whatever happens. */
  async completePlan(): Promise<void> {
    await this.dataSource.manager.query(`UPDATE demo.state SET plan_complete = true, job_phase = 'planned'`);
  }

  /** Removes what users have made. The mark is checked in the same transaction. */
  async clearUserData(): Promise<void> {
    await this.transactions.run(async (manager) => {
      await manager.query('SELECT nonce FROM demo.marker FOR SHARE');
      // The history keeps itself from being changed; in the demo a reset is meant to forget it.
      await manager.query('ALTER TABLE intelligence_run_history DISABLE TRIGGER USER');
      await manager.query(`TRUNCATE ${USER_TABLES.join(', ')}`);
      await manager.query('ALTER TABLE intelligence_run_history ENABLE TRIGGER USER');
    });
  }

  /** Marks the files that the next plan does not have; gives their number. */
  async doomFiles(): Promise<number> {
    await this.dataSource.manager.query(DOOM_FILES_SQL);
    const rows: { count: number }[] = await this.dataSource.manager.query(
      'SELECT count(*)::integer AS count FROM demo.files WHERE doomed',
    );
    return rows[0]?.count ?? 0;
  }

  /** Takes files that are gone out of the manifest; gives how many it held. */
  async forgetFiles(paths: readonly string[]): Promise<number> {
    const statement = 'DELETE FROM demo.files WHERE path = ANY($1::text[])';
    const [, forgotten] = await this.dataSource.manager.query<[unknown[], number]>(statement, [[...paths]]);
    return forgotten;
  }

  /** Puts the next plan's files into the manifest. */
  async addFiles(): Promise<void> {
    await this.dataSource.manager.query(ADD_FILES_SQL);
  }

  /** All files of the manifest are made. */
  async settleFiles(): Promise<void> {
    await this.dataSource.manager.query('UPDATE demo.files SET pending = false WHERE pending');
  }

  /** The next plan is the current one now, and the command is over. */
  async finishJob(): Promise<void> {
    await this.transactions.run(async (manager) => {
      for (const table of ['demo.libraries', 'demo.units']) {
        await manager.query(`DELETE FROM ${table} WHERE plan = 'current'`);
        await manager.query(`UPDATE ${table} SET plan = 'current' WHERE plan = 'next'`);
      }
      await manager.query(
        `UPDATE demo.state SET state = 'ready', generation = generation + 1, plan_complete = false, job_kind = NULL,
                job_phase = NULL, job_started_at = NULL, job_error = NULL, options_hash = next_options_hash`,
      );
    });
  }
}

async function discardNext(manager: EntityManager): Promise<void> {
  await manager.query(`DELETE FROM demo.units WHERE plan = 'next'`);
  await manager.query(`DELETE FROM demo.libraries WHERE plan = 'next'`);
}
