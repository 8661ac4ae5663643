import { Inject, Injectable, Logger } from '@nestjs/common';
import { join } from 'node:path';
import { DiagnosticLog } from '../../catalog/scanner/diagnostics';
import { LibraryScanService } from '../../catalog/scanner/library-scan.service';
import { CatalogImportService } from '../../catalog/catalog-import.service';
import { Progress } from '../../common/progress';
import { demoFailpoint } from './demo-failpoint';
import { DemoMetadata } from './demo-metadata';
import { DemoPlanner } from '../planner/demo-planner';
import { DEMO_SETTINGS, type DemoSettings } from './demo-settings';
import type { DemoJobKind, DemoTargets, PlannedLibrary } from './demo-state';
import { DemoRepository } from '../demo.repository';
import { DemoStore } from '../demo.store';
import { ProviderError } from '../provider/provider-error';
import { NotEnoughTitlesError } from '../seeding/plan-stream';
import { DemoTree, ForeignFileError, toManifestFile } from '../tree/demo-tree';

const UNITS_PER_READ = 50;
const FILES_PER_READ = 500;

/** Runs commands phase by phase; each phase can be repeated after a crash. The caller holds the lock. */
@Injectable()
export class DemoRunner {
  private readonly logger = new Logger(DemoRunner.name);
  private readonly tree: DemoTree;

  constructor(
    @Inject(DEMO_SETTINGS) private readonly settings: DemoSettings,
    private readonly store: DemoStore,
    private readonly repository: DemoRepository,
    private readonly planner: DemoPlanner,
    private readonly scanner: LibraryScanService,
    private readonly imports: CatalogImportService,
  ) {
    this.tree = new DemoTree(settings.root);
  }

  /** Throws a `ForeignFileError` when the tree holds anything that the demo did not make. */
  async requireOwnFiles(): Promise<void> {
    this.tree.forget();
    await this.tree.requireOwnFiles(await this.repository.getManifest());
  }

  /** Finishes an interrupted command if its plan was complete, else takes it back. */
  private async recover(signal: AbortSignal): Promise<void> {
    const { planComplete, job } = await this.repository.getRecord();
    if (planComplete) await this.apply(job?.kind ?? 'reset', signal);
    else await this.store.rollBack();
  }

  /**
   * Runs a command, after finishing an interrupted one. A failure is recorded as the state `failed` and not thrown. When
   * the service stops, the next start continues.
   */
  async run(kind: DemoJobKind, targets: DemoTargets, signal: AbortSignal): Promise<void> {
    await this.guard(signal, async () => {
      const { planComplete, job } = await this.repository.getRecord();
      if (planComplete) await this.apply(job?.kind ?? 'reset', signal);
      await this.carryOut(kind, targets, signal);
    });
  }

  /** At a start: finishes an interrupted command, then seeds, or resets a demo that was made with other options. */
  async start(targets: DemoTargets, signal: AbortSignal): Promise<void> {
    await this.guard(signal, async () => {
      await this.recover(signal);
      const { optionsHash } = await this.repository.getRecord();
      if (optionsHash === null) await this.carryOut('seed', targets, signal);
      else if (optionsHash !== this.settings.optionsHash) await this.carryOut('reset', targets, signal);
    });
  }

  private async carryOut(kind: DemoJobKind, targets: DemoTargets, signal: AbortSignal): Promise<void> {
    await this.store.beginJob(kind, kind === 'resize' ? null : this.settings.optionsHash);
    await this.planner.plan(kind, targets, signal);
    await this.apply(kind, signal);
  }

  private async guard(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (signal.aborted) return;
      this.logger.error(error);
      await this.store.failJob(toSentence(error));
    }
  }

  private async apply(kind: DemoJobKind, signal: AbortSignal): Promise<void> {
    await this.requireOwnFiles();
    if (kind === 'reset') await this.clear();
    await this.removeFiles(signal);
    await this.writeFiles(signal);
    await this.scan(signal);
    await this.store.finishJob();
    demoFailpoint('finished');
  }

  /** Removes the catalog and what users have made. */
  private async clear(): Promise<void> {
    await this.store.enterPhase('clearing', 0);
    demoFailpoint('clearing');
    await this.removeLibraries(await this.repository.listCatalogLibraries());
    await this.store.clearUserData();
    demoFailpoint('cleared');
  }

  private async removeLibraries(libraryIds: readonly string[]): Promise<void> {
    await this.imports.importRecords(libraryIds.map((libraryId) => ({ type: 'delete', library_id: libraryId })));
  }

  private async removeFiles(signal: AbortSignal): Promise<void> {
    await this.store.enterPhase('removing', await this.store.doomFiles());
    const progress = new Progress('Removing files of the demo');
    let done = 0;
    for (;;) {
      signal.throwIfAborted();
      const files = await this.repository.listDoomedFiles(FILES_PER_READ);
      if (files.length === 0) break;
      for (const file of files) {
        demoFailpoint('removing');
        await this.tree.remove(file);
      }
      demoFailpoint('removed');
      progress.note(await this.store.forgetFiles(files.map(({ path }) => path)));
      done += files.length;
      await this.store.setProgress(done);
    }
  }

  private async writeFiles(signal: AbortSignal): Promise<void> {
    await this.store.enterPhase('writing', await this.repository.countNextFiles());
    await this.store.addFiles();
    demoFailpoint('manifest-written');
    let done = 0;
    for (const library of await this.repository.listLibraries('next')) {
      this.tree.makeFolder(library.name);
      for (let after = -1; ;) {
        signal.throwIfAborted();
        const units = await this.repository.listUnitFiles(library.libraryId, after, UNITS_PER_READ);
        const last = units.at(-1);
        if (last === undefined) break;
        after = last.place;
        for (const { path, text } of units.flatMap(({ files }) => files)) {
          demoFailpoint('writing');
          await this.tree.write(toManifestFile(`${library.name}/${path}`, text), text);
          done += 1;
        }
        await this.store.setProgress(done);
      }
    }
    demoFailpoint('written');
    await this.store.settleFiles();
  }

  private async scan(signal: AbortSignal): Promise<void> {
    const libraries = await this.repository.listLibraries('next');
    await this.store.enterPhase(
      'scanning',
      libraries.reduce((sum, { units }) => sum + units, 0),
    );
    demoFailpoint('scanning');
    const wanted = new Set(libraries.map(({ libraryId }) => libraryId));
    const present = await this.repository.listCatalogLibraries();
    await this.removeLibraries(present.filter((libraryId) => !wanted.has(libraryId)));
    let done = 0;
    for (const library of libraries) {
      await this.scanLibrary(library, signal);
      done += library.units;
      await this.store.setProgress(done);
      demoFailpoint('scanned');
    }
  }

  private async scanLibrary(library: PlannedLibrary, signal: AbortSignal): Promise<void> {
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

/** The error as the status shows it; unforeseen errors are only logged. */
function toSentence(error: unknown): string {
  const foreseen =
    error instanceof ProviderError || error instanceof NotEnoughTitlesError || error instanceof ForeignFileError;
  return foreseen ? error.message : 'The command failed; the log of the service says why.';
}
