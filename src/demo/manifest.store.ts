import { Injectable } from '@nestjs/common';
import { Any, DataSource } from 'typeorm';
import { DemoFileEntity } from './database/demo-file.entity';
import { ADD_FILES_SQL, MARK_FILES_TO_DELETE_SQL } from './database/demo.schema';

/** Writes the manifest of the demo: the list of the files that it has created or will create. */
@Injectable()
export class ManifestStore {
  constructor(private readonly dataSource: DataSource) {}

  /** Marks the files that must be deleted before the files of the plan `next` are created. Returns their number. */
  async markFilesToDelete(): Promise<number> {
    await this.dataSource.manager.query(MARK_FILES_TO_DELETE_SQL);
    return this.dataSource.manager.countBy(DemoFileEntity, { doomed: true });
  }

  /** Deletes the entries of deleted files from the manifest. Returns the number of deleted entries. */
  async deleteFileEntries(paths: readonly string[]): Promise<number> {
    const { affected } = await this.dataSource.manager.delete(DemoFileEntity, { path: Any(paths) });
    return affected ?? 0;
  }

  /** Adds entries for the files of the plan `next` to the manifest. */
  async addFileEntries(): Promise<void> {
    await this.dataSource.manager.query(ADD_FILES_SQL);
  }

  /** Records that files of the manifest are to be written again. */
  async markFilesPending(paths: readonly string[]): Promise<void> {
    if (paths.length === 0) return;
    await this.dataSource.manager.update(DemoFileEntity, { path: Any(paths), pending: false }, { pending: true });
  }

  /** Records that all files of the manifest have been written. */
  async markFilesWritten(): Promise<void> {
    await this.dataSource.manager.update(DemoFileEntity, { pending: true }, { pending: false });
  }
}
