import { Inject, Injectable } from '@nestjs/common';
import { Progress } from '../../common/progress';
import { DemoRepository } from '../demo.repository';
import { DemoStore } from '../demo.store';
import { ManifestStore } from '../manifest.store';
import { DemoTree } from '../tree/demo-tree';
import { toManifestFile } from '../tree/manifest-file';
import { demoFailpoint } from './demo-failpoint';
import { DEMO_SETTINGS, type DemoSettings } from './demo-settings';

const UNITS_PER_READ = 50;
const FILES_PER_READ = 500;

/** The phases of a command that change the tree. Each phase can be repeated after a crash. */
@Injectable()
export class TreeUpdate {
  private readonly tree: DemoTree;

  constructor(
    @Inject(DEMO_SETTINGS) settings: DemoSettings,
    private readonly store: DemoStore,
    private readonly manifest: ManifestStore,
    private readonly repository: DemoRepository,
  ) {
    this.tree = new DemoTree(settings.root);
  }

  /**
   * Throws a `ForeignFileError` if the tree contains files or links that the demo did not create, or that have changed.
   */
  async requireOwnFiles(): Promise<void> {
    this.tree.clearFolderCache();
    await this.tree.requireOwnFiles(await this.repository.getManifest());
  }

  /** Deletes the files of the demo that the plan `next` lacks, or has with other content. */
  async removeFiles(signal: AbortSignal): Promise<void> {
    await this.store.enterPhase('removing', await this.manifest.markFilesToDelete());
    const progress = new Progress('Removing files of the demo');
    let doneCount = 0;
    for (;;) {
      signal.throwIfAborted();
      const files = await this.repository.listFilesToDelete(FILES_PER_READ);
      if (files.length === 0) break;
      for (const file of files) {
        demoFailpoint('removing');
        await this.tree.remove(file);
      }
      demoFailpoint('removed');
      progress.note(await this.manifest.deleteFileEntries(files.map(({ path }) => path)));
      doneCount += files.length;
      await this.store.setProgress(doneCount);
    }
  }

  /** Creates the files of the plan `next` that do not exist yet. */
  async writeFiles(signal: AbortSignal): Promise<void> {
    await this.store.enterPhase('writing', await this.repository.countNextFiles());
    await this.manifest.addFileEntries();
    demoFailpoint('manifest-written');
    let doneCount = 0;
    for (const library of await this.repository.listLibraries('next')) {
      this.tree.makeFolder(library.name);
      // Before the first place, which is 0.
      let after = -1;
      for (;;) {
        signal.throwIfAborted();
        const units = await this.repository.listUnitFiles(library.libraryId, after, UNITS_PER_READ);
        const lastUnit = units.at(-1);
        if (lastUnit === undefined) break;
        after = lastUnit.place;
        const files = units.flatMap((unit) =>
          unit.files.map(({ path, text }) => ({ text, file: toManifestFile(`${library.name}/${path}`, text) })),
        );
        // Somebody may have deleted files. They become pending before they are written again, because the next command
        // completes a pending file that a crash left incomplete.
        await this.manifest.markFilesPending(this.tree.listMissing(files.map(({ file }) => file)));
        for (const { file, text } of files) {
          demoFailpoint('writing');
          await this.tree.write(file, text);
          doneCount += 1;
        }
        await this.store.setProgress(doneCount);
      }
    }
    demoFailpoint('written');
    await this.manifest.markFilesWritten();
  }
}
