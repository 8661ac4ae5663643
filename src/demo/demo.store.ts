import { Injectable } from '@nestjs/common';
import { Any, DataSource, type EntityManager, type QueryDeepPartialEntity } from 'typeorm';
import { toUsernameKey } from '../common/text/username';
import { UserEntity } from '../database/entities/accounts/user.entity';
import { ArtifactContentEntity } from '../database/entities/artifacts/artifact-content.entity';
import { ArtifactCountEntity } from '../database/entities/artifacts/artifact-count.entity';
import { ArtifactSourceEntity } from '../database/entities/artifacts/artifact-source.entity';
import { ArtifactEntity } from '../database/entities/artifacts/artifact.entity';
import { WatchStateEntity } from '../database/entities/catalog/watch-state.entity';
import { columnsOf } from '../database/entities/entity-columns';
import { IdempotencyKeyEntity } from '../database/entities/runs/idempotency-key.entity';
import { RunHistoryEntity } from '../database/entities/runs/run-history.entity';
import { RunEntity } from '../database/entities/runs/run.entity';
import { ToolCallEntity } from '../database/entities/runs/tool-call.entity';
import { type ReleaseSessionLock, trySessionLock } from '../database/locks/session-lock';
import { Transactions } from '../database/transactions';
import type { DemoJobKind, DemoPhase, DemoState, PlannedLibrary } from './running/demo-state';
import { DemoFileEntity } from './database/demo-file.entity';
import { DemoLibraryEntity } from './database/demo-library.entity';
import { DemoStateEntity } from './database/demo-state.entity';
import { DemoUnitEntity } from './database/demo-unit.entity';
import { ADD_FILES_SQL, DEMO_SCHEMA_SQL, DOOM_FILES_SQL } from './database/demo.schema';
import type { PlannedUnit } from './planner/planned-unit';

/** Key of the session lock that a command holds. */
export const COMMAND_LOCK = 0x64656d6f;

const STATE_OF_JOB: Readonly<Record<DemoJobKind, DemoState>> = {
  seed: 'seeding',
  reset: 'resetting',
  resize: 'resizing',
};

/** The columns of a command when there is none. */
const NO_JOB = { job_kind: null, job_phase: null, job_started_at: null, job_error: null };

const UNIT = Object.keys(columnsOf(DemoUnitEntity, ['plan'])).join(', ');

/** Hand-written, since it copies a set: the first units of a library. */
const KEEP_UNITS_SQL = `
INSERT INTO demo.units (plan, ${UNIT})
SELECT 'next', ${UNIT} FROM demo.units WHERE plan = 'current' AND library_id = $1 AND place < $2`;

/** What users have made in the demo: all of it goes with a reset. Accounts and their sessions stay. */
const USER_ENTITIES = [
  WatchStateEntity,
  ArtifactEntity,
  ArtifactContentEntity,
  ArtifactSourceEntity,
  ArtifactCountEntity,
  RunEntity,
  ToolCallEntity,
  IdempotencyKeyEntity,
  RunHistoryEntity,
];

/** Writes the demo's state, plans and manifest. */
@Injectable()
export class DemoStore {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
  ) {}

  /** Makes the demo's tables. Throws when the database has no mark of the demo. */
  async ensureSchema(): Promise<void> {
    await this.dataSource.manager.query('SELECT nonce FROM demo.marker');
    for (const statement of DEMO_SCHEMA_SQL) await this.dataSource.manager.query(statement);
  }

  /**
   * Remembers the administrator's name, and disables the account of an earlier name: its password, perhaps the default
   * one, would still give access to the demo.
   */
  async keepAdmin(username: string): Promise<void> {
    const key = toUsernameKey(username);
    await this.transactions.run(async (manager) => {
      const formerKey = manager
        .createQueryBuilder(DemoStateEntity, 's')
        .select('s.admin_key')
        .where('s.admin_key <> :key');
      await manager
        .createQueryBuilder()
        .update(UserEntity)
        .set({ disabled: true })
        .where(`username_key IN (${formerKey.getQuery()})`, { key })
        .execute();
      await manager
        .createQueryBuilder()
        .update(DemoStateEntity)
        .set({ admin_key: key })
        .where('admin_key IS DISTINCT FROM :key', { key })
        .execute();
    });
  }

  /** Takes the lock of commands, which one caller on all instances can hold; null when another holds it. */
  tryLock(): Promise<ReleaseSessionLock | null> {
    return trySessionLock(this.dataSource, [COMMAND_LOCK]);
  }

  /** Records that a command was accepted, before it begins. */
  async acceptJob(kind: DemoJobKind): Promise<void> {
    await this.setState({ state: STATE_OF_JOB[kind], job_error: null });
  }

  /** Begins a command. `optionsHash` is of the options that the tree will be made with; null keeps the present ones. */
  async beginJob(kind: DemoJobKind, optionsHash: string | null): Promise<void> {
    await this.transactions.run(async (manager) => {
      await discardNext(manager);
      await manager.updateAll(DemoStateEntity, {
        state: STATE_OF_JOB[kind],
        plan_complete: false,
        ...startOfJob(kind, 'planning'),
        job_error: null,
        next_options_hash: optionsHash ?? (() => 'options_hash'),
      });
    });
  }

  /** Records a command that was refused before it began; the state stays. */
  async recordRefusal(kind: DemoJobKind, error: string): Promise<void> {
    await this.setState({ ...startOfJob(kind, 'checking'), job_error: error });
  }

  /** Records that a command could not be finished. A complete plan is kept: it is carried out later. */
  async failJob(error: string): Promise<void> {
    await this.setState({ state: 'failed', job_error: error });
  }

  /** Takes back a command whose plan was not complete. */
  async rollBack(): Promise<void> {
    await this.transactions.run(async (manager) => {
      await discardNext(manager);
      const current = manager
        .createQueryBuilder(DemoLibraryEntity, 'library')
        .select('library.plan')
        .where(`library.plan = 'current'`);
      await manager.updateAll(DemoStateEntity, {
        ...NO_JOB,
        plan_complete: false,
        state: () => `CASE WHEN EXISTS (${current.getQuery()}) THEN 'ready' ELSE 'seeding' END`,
      });
    });
  }

  /** Enters a phase of the command. */
  async enterPhase(phase: DemoPhase, total: number): Promise<void> {
    await this.setState({ job_phase: phase, job_done: 0, job_total: total });
  }

  /** Records how many parts of the phase are done. */
  async setProgress(done: number): Promise<void> {
    await this.setState({ job_done: done });
  }

  /** Adds a library to the next plan, with the first units that it has now. */
  async addLibrary(library: PlannedLibrary, place: number, kept: number): Promise<void> {
    await this.transactions.run(async (manager) => {
      await manager.insert(DemoLibraryEntity, {
        plan: 'next',
        library_id: library.libraryId,
        place,
        name: library.name,
        library_kind: library.libraryKind,
      });
      await manager.query(KEEP_UNITS_SQL, [library.libraryId, kept]);
    });
  }

  /** Adds units to the next plan, from a place on. */
  async addUnits(libraryId: string, firstPlace: number, units: readonly PlannedUnit[]): Promise<void> {
    const rows = units.map((unit, index) => ({
      plan: 'next' as const,
      library_id: libraryId,
      place: firstPlace + index,
      provider_id: String(unit.providerId),
      folder: unit.folder,
      directory_count: unit.directoryCount,
      file_count: unit.files.length,
      files: unit.files,
      metadata: unit.metadata,
    }));
    await this.dataSource.manager.insert(DemoUnitEntity, rows);
  }

  /** Records that the plan is complete: from here on the command is carried out, after a crash too. */
  async completePlan(): Promise<void> {
    await this.setState({ plan_complete: true, job_phase: 'planned' });
  }

  /** Removes what users have made. The mark is checked in the same transaction. */
  async clearUserData(): Promise<void> {
    const tables = USER_ENTITIES.map((entity) => this.dataSource.getMetadata(entity).tablePath);
    await this.transactions.run(async (manager) => {
      await manager.query('SELECT nonce FROM demo.marker FOR SHARE');
      // A trigger keeps the history from being changed; in the demo a reset is meant to remove it.
      await manager.query('ALTER TABLE intelligence_run_history DISABLE TRIGGER USER');
      await manager.query(`TRUNCATE ${tables.join(', ')}`);
      await manager.query('ALTER TABLE intelligence_run_history ENABLE TRIGGER USER');
    });
  }

  /** Marks the files that the next plan does not have; gives their number. */
  async doomFiles(): Promise<number> {
    await this.dataSource.manager.query(DOOM_FILES_SQL);
    return this.dataSource.manager.countBy(DemoFileEntity, { doomed: true });
  }

  /** Takes files that are gone out of the manifest; gives how many it held. */
  async forgetFiles(paths: readonly string[]): Promise<number> {
    const { affected } = await this.dataSource.manager.delete(DemoFileEntity, { path: Any(paths) });
    return affected ?? 0;
  }

  /** Puts the next plan's files into the manifest. */
  async addFiles(): Promise<void> {
    await this.dataSource.manager.query(ADD_FILES_SQL);
  }

  /** Records that all files of the manifest are made. */
  async settleFiles(): Promise<void> {
    await this.dataSource.manager.update(DemoFileEntity, { pending: true }, { pending: false });
  }

  /** Makes the next plan the current one; the command is over. */
  async finishJob(): Promise<void> {
    await this.transactions.run(async (manager) => {
      for (const entity of [DemoLibraryEntity, DemoUnitEntity]) {
        await manager.delete(entity, { plan: 'current' });
        await manager.update(entity, { plan: 'next' }, { plan: 'current' });
      }
      await manager.updateAll(DemoStateEntity, {
        ...NO_JOB,
        state: 'ready',
        generation: () => 'generation + 1',
        plan_complete: false,
        options_hash: () => 'next_options_hash',
      });
    });
  }

  /** Changes the one row of the state. */
  private async setState(changes: QueryDeepPartialEntity<DemoStateEntity>): Promise<void> {
    await this.dataSource.manager.updateAll(DemoStateEntity, changes);
  }
}

/** The columns of a command that begins now. */
function startOfJob(kind: DemoJobKind, phase: DemoPhase): QueryDeepPartialEntity<DemoStateEntity> {
  return { job_kind: kind, job_phase: phase, job_started_at: () => 'now()', job_done: 0, job_total: 0 };
}

async function discardNext(manager: EntityManager): Promise<void> {
  await manager.delete(DemoUnitEntity, { plan: 'next' });
  await manager.delete(DemoLibraryEntity, { plan: 'next' });
}
