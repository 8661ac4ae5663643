import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, type QueryDeepPartialEntity } from 'typeorm';
import type { ScanLibrary } from '../catalog/scanner/scan-state.store';
import { columnsOf } from '../database/entities/entity-columns';
import { type ReleaseSessionLock, trySessionLock } from '../database/locks/session-lock';
import { Transactions } from '../database/transactions';
import { DemoLibraryEntity } from './database/demo-library.entity';
import { DemoStateEntity } from './database/demo-state.entity';
import { DemoUnitEntity } from './database/demo-unit.entity';
import { DEMO_SCHEMA_SQL } from './database/demo.schema';
import type { PlannedUnit } from './planner/planned-unit';
import type { DemoJobKind, DemoPhase, DemoState } from './running/demo-state';

/** Key of the advisory lock that a command of the demo holds until it ends. */
export const COMMAND_LOCK = 0x64656d6f;

const STATE_OF_JOB: Readonly<Record<DemoJobKind, DemoState>> = {
  seed: 'seeding',
  reset: 'resetting',
  resize: 'resizing',
};

/** Column values of a state without a command. */
const NO_JOB = { job_kind: null, job_phase: null, job_started_at: null, job_error: null };

const UNIT_COLUMNS = Object.keys(columnsOf(DemoUnitEntity, { except: ['plan'] })).join(', ');

/** Copies the first units of a library from the plan `current` to the plan `next`. */
const COPY_UNITS_SQL = `
INSERT INTO demo.units (plan, ${UNIT_COLUMNS})
SELECT 'next', ${UNIT_COLUMNS} FROM demo.units WHERE plan = 'current' AND library_id = $1 AND place < $2`;

/**
 * Writes the state and the plans of the demo. The plan `current` describes the generated files; `next` is the plan that
 * a command builds. A unit of a plan is one title with its folder and files. In names, a command is a `job`.
 */
@Injectable()
export class DemoStore {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Creates the tables of the demo. Throws if the database has no table for the marker of the demo, because then it is
   * not the demo's database.
   */
  async ensureSchema(): Promise<void> {
    await this.dataSource.manager.query('SELECT nonce FROM demo.marker');
    for (const statement of DEMO_SCHEMA_SQL) await this.dataSource.manager.query(statement);
  }

  /** Tries to get the command lock, which only one caller on all instances can hold. Returns null if it is taken. */
  tryLock(): Promise<ReleaseSessionLock | null> {
    return trySessionLock(this.dataSource, [COMMAND_LOCK]);
  }

  /**
   * Records that a command was accepted, before it starts. If an earlier command has a complete plan, `job_kind` keeps
   * the kind of the earlier one, because it is finished first.
   */
  async acceptJob(kind: DemoJobKind): Promise<void> {
    await this.setState({ ...acceptedJob(kind), state: STATE_OF_JOB[kind], job_error: null });
  }

  /** Starts a command. `optionsHash` is the hash of the options of the new plan; null means the current options. */
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

  /** Records that a failed command with a complete plan starts again. */
  async restartJob(kind: DemoJobKind): Promise<void> {
    await this.setState({ state: STATE_OF_JOB[kind], ...startOfJob(kind, 'planned'), job_error: null });
  }

  /**
   * Records that a command was refused before it started. The state of the demo does not change. If a failed command
   * has a complete plan, `job_kind` keeps its kind, because the next command or start continues it.
   */
  async recordRefusal(kind: DemoJobKind, error: string): Promise<void> {
    await this.setState({ ...acceptedJob(kind), job_error: error });
  }

  /** Records that a command failed. The next command or start continues a complete plan. */
  async failJob(error: string): Promise<void> {
    await this.setState({ state: 'failed', job_error: error });
  }

  /** Undoes a command: discards the plan `next`, even if complete. Starts the command `followUp`, unless it is null. */
  async rollBack(followUp: DemoJobKind | null = null): Promise<void> {
    await this.transactions.run(async (manager) => {
      await discardNext(manager);
      const current = manager
        .createQueryBuilder(DemoLibraryEntity, 'library')
        .select('library.plan')
        .where(`library.plan = 'current'`);
      await manager.updateAll(DemoStateEntity, {
        ...NO_JOB,
        plan_complete: false,
        // Without a plan `current`, the demo has never been ready.
        state: () => `CASE WHEN EXISTS (${current.getQuery()}) THEN 'ready' ELSE 'seeding' END`,
        ...(followUp === null ? {} : followUpJob(followUp)),
      });
    });
  }

  /** Records the start of a phase. Planning and scanning process `total` titles, removing and writing `total` files. */
  async enterPhase(phase: DemoPhase, total: number): Promise<void> {
    await this.setState({ job_phase: phase, job_done: 0, job_total: total });
  }

  /** Records how many titles or files the current phase has processed. */
  async setProgress(doneCount: number): Promise<void> {
    await this.setState({ job_done: doneCount });
  }

  /** Adds a library to the plan `next`, with the first `keptUnits` units that it has in the plan `current`. */
  async addLibrary(library: ScanLibrary, position: number, keptUnits: number): Promise<void> {
    await this.transactions.run(async (manager) => {
      await manager.insert(DemoLibraryEntity, {
        plan: 'next',
        library_id: library.libraryId,
        place: position,
        name: library.name,
        library_kind: library.libraryKind,
      });
      await manager.query(COPY_UNITS_SQL, [library.libraryId, keptUnits]);
    });
  }

  /** Adds units to the plan `next`. The first of them gets the position `firstPosition`. */
  async addUnits(libraryId: string, firstPosition: number, units: readonly PlannedUnit[]): Promise<void> {
    const rows = units.map((unit, index) => ({
      plan: 'next' as const,
      library_id: libraryId,
      place: firstPosition + index,
      provider_id: String(unit.providerId),
      folder: unit.folder,
      directory_count: unit.directoryCount,
      file_count: unit.files.length,
      files: unit.files,
      metadata: unit.metadata,
    }));
    await this.dataSource.manager.insert(DemoUnitEntity, rows);
  }

  /**
   * Records that the plan is complete. After a crash from now on, the next start continues the command instead of
   * undoing it.
   */
  async completePlan(): Promise<void> {
    await this.setState({ plan_complete: true, job_phase: 'planned' });
  }

  /**
   * Replaces the plan `current` with the plan `next`, and ends the command. Starts the command `followUp`, unless it is
   * null, in the same transaction: otherwise, a client could read the state `ready` in between.
   */
  async finishJob(followUp: DemoJobKind | null): Promise<void> {
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
        ...(followUp === null ? {} : followUpJob(followUp)),
      });
    });
  }

  /** Updates the only row of the table `demo.state`. */
  private async setState(changes: QueryDeepPartialEntity<DemoStateEntity>): Promise<void> {
    await this.dataSource.manager.updateAll(DemoStateEntity, changes);
  }
}

/** Column values of a command that follows another one. */
function followUpJob(kind: DemoJobKind): QueryDeepPartialEntity<DemoStateEntity> {
  return { state: STATE_OF_JOB[kind], ...startOfJob(kind, 'planning') };
}

/** Column values of a command that starts now. */
function startOfJob(kind: DemoJobKind, phase: DemoPhase): QueryDeepPartialEntity<DemoStateEntity> {
  return { job_kind: kind, job_phase: phase, job_started_at: () => 'now()', job_done: 0, job_total: 0 };
}

/** Column values of a command in the phase `checking`. Keeps the kind of an earlier command with a complete plan. */
function acceptedJob(kind: DemoJobKind): QueryDeepPartialEntity<DemoStateEntity> {
  return {
    ...startOfJob(kind, 'checking'),
    job_kind: () => `CASE WHEN plan_complete THEN job_kind ELSE '${kind}' END`,
  };
}

async function discardNext(manager: EntityManager): Promise<void> {
  await manager.delete(DemoUnitEntity, { plan: 'next' });
  await manager.delete(DemoLibraryEntity, { plan: 'next' });
}
