import { Inject, Injectable, Logger } from '@nestjs/common';
import { join } from 'node:path';
import { CatalogImportService } from '../../catalog/catalog-import.service';
import { DiagnosticLog } from '../../catalog/scanner/diagnostic-log';
import { LibraryScanService } from '../../catalog/scanner/library-scan.service';
import type { ScanLibrary } from '../../catalog/scanner/scan-state.store';
import { DemoUserStore } from '../demo-user.store';
import { DemoRepository } from '../demo.repository';
import { DemoStore } from '../demo.store';
import { ProviderError } from '../provider/provider-error';
import { NotEnoughTitlesError } from '../seeding/plan-stream';
import { ForeignFileError } from '../tree/manifest-file';
import { demoFailpoint } from './demo-failpoint';
import { DemoMetadata } from './demo-metadata';
import { DemoPlanner } from './demo-planner';
import { DEMO_SETTINGS, type DemoSettings } from './demo-settings';
import type { DemoJobKind, DemoTargets } from './demo-state';
import { TreeUpdate } from './tree-update';

/** Runs commands phase by phase. Each phase can be repeated after a crash. The caller must hold the command lock. */
@Injectable()
export class DemoRunner {
  private readonly logger = new Logger(DemoRunner.name);

  constructor(
    @Inject(DEMO_SETTINGS) private readonly settings: DemoSettings,
    private readonly store: DemoStore,
    private readonly users: DemoUserStore,
    private readonly tree: TreeUpdate,
    private readonly repository: DemoRepository,
    private readonly planner: DemoPlanner,
    private readonly scanner: LibraryScanService,
    private readonly imports: CatalogImportService,
  ) {}

  /**
   * First finishes an interrupted or failed command if its plan is complete. Then runs the command `kind`. An error
   * sets the state `failed` and is not thrown. If the service stops, the next start continues or undoes the command.
   */
  async run(kind: DemoJobKind, targets: DemoTargets, signal: AbortSignal): Promise<void> {
    await this.runAndRecordError(signal, async () => {
      await this.finishPlannedCommand(signal, () => kind);
      await this.planAndApply(kind, targets, signal);
    });
  }

  /**
   * Finishes an interrupted or failed command if its plan is complete, and undoes it otherwise. Then seeds a new demo,
   * or resets the demo if its options have changed.
   */
  async start(targets: DemoTargets, signal: AbortSignal): Promise<void> {
    await this.runAndRecordError(signal, async () => {
      const findNext = (optionsHash: string | null): DemoJobKind | null => this.findStartCommand(optionsHash);
      if (!(await this.finishPlannedCommand(signal, findNext))) {
        await this.store.rollBack(findNext((await this.repository.getState()).options_hash));
      }
      const kind = findNext((await this.repository.getState()).options_hash);
      if (kind !== null) await this.planAndApply(kind, targets, signal);
    });
  }

  /** Returns the command that a start runs on a demo whose options have this hash; null if it runs none. */
  private findStartCommand(optionsHash: string | null): DemoJobKind | null {
    if (optionsHash === null) return 'seed';
    return optionsHash === this.settings.optionsHash ? null : 'reset';
  }

  /**
   * Finishes an interrupted or failed command if its plan is complete. Returns whether there was such a command.
   * `findNext` gets the hash of the options that the demo then has, and returns the command that follows.
   */
  private async finishPlannedCommand(
    signal: AbortSignal,
    findNext: (optionsHash: string | null) => DemoJobKind | null,
  ): Promise<boolean> {
    const stored = await this.repository.getState();
    const { plan_complete: isPlanComplete, job_kind: kind, state } = stored;
    if (!isPlanComplete) return false;
    if (kind !== null) {
      // Only a start finds the state `failed`. A new command sets its own state when it is accepted.
      if (state === 'failed') await this.store.restartJob(kind);
      await this.apply(kind, signal, findNext(stored.next_options_hash));
      return true;
    }
    // The state does not name the command that made the plan. A wrong guess (`reset`) could delete data of users.
    await this.store.rollBack(findNext(stored.options_hash));
    return false;
  }

  private async planAndApply(kind: DemoJobKind, targets: DemoTargets, signal: AbortSignal): Promise<void> {
    await this.store.beginJob(kind, kind === 'resize' ? null : this.settings.optionsHash);
    await this.planner.plan(kind, targets, signal);
    await this.apply(kind, signal, null);
  }

  private async runAndRecordError(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (signal.aborted) return;
      this.logger.error(error);
      await this.store.failJob(toErrorMessage(error));
    }
  }

  /** Applies the complete plan of the command `kind`. `next` is the command that follows, or null. */
  private async apply(kind: DemoJobKind, signal: AbortSignal, next: DemoJobKind | null): Promise<void> {
    await this.tree.requireOwnFiles();
    if (kind === 'reset') await this.clear();
    await this.tree.removeFiles(signal);
    await this.tree.writeFiles(signal);
    await this.scan(signal);
    await this.store.finishJob(next);
    demoFailpoint('finished');
  }

  /** Deletes the catalog and the data that users created. */
  private async clear(): Promise<void> {
    await this.store.enterPhase('clearing', 0);
    demoFailpoint('clearing');
    await this.removeLibraries(await this.repository.listCatalogLibraries());
    await this.users.clearData();
    demoFailpoint('cleared');
  }

  private async removeLibraries(libraryIds: readonly string[]): Promise<void> {
    await this.imports.importRecords(libraryIds.map((libraryId) => ({ type: 'delete', library_id: libraryId })));
  }

  private async scan(signal: AbortSignal): Promise<void> {
    const libraries = await this.repository.listLibraries('next');
    const total = libraries.reduce((sum, { units }) => sum + units, 0);
    await this.store.enterPhase('scanning', total);
    demoFailpoint('scanning');
    const plannedIds = new Set(libraries.map(({ libraryId }) => libraryId));
    const catalogIds = await this.repository.listCatalogLibraries();
    await this.removeLibraries(catalogIds.filter((libraryId) => !plannedIds.has(libraryId)));
    let doneCount = 0;
    for (const library of libraries) {
      await this.scanLibrary(library, signal);
      doneCount += library.units;
      await this.store.setProgress(doneCount);
      demoFailpoint('scanned');
    }
  }

  private async scanLibrary(library: ScanLibrary, signal: AbortSignal): Promise<void> {
    const metadata = new DemoMetadata(this.repository, library.libraryId);
    const log = new DiagnosticLog();
    const { rejected } = await this.scanner.scan(
      {
        library,
        root: join(this.settings.root, library.name),
        acceptEmpty: true,
        removal: 'delete',
        metadata: (unitKey) => metadata.find(unitKey),
        signal,
      },
      log,
    );
    if (rejected > 0) this.logger.warn(`The catalog refused ${rejected} records of a demo library.`);
  }
}

/** Returns the text for the status. The text of an unexpected error appears only in the log. */
function toErrorMessage(error: unknown): string {
  const isExpected =
    error instanceof ProviderError || error instanceof NotEnoughTitlesError || error instanceof ForeignFileError;
  return isExpected ? error.message : 'The command failed. The log of the service contains the error.';
}
