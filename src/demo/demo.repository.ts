import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, MoreThan, MoreThanOrEqual, type SelectQueryBuilder } from 'typeorm';
import type { ScanLibrary } from '../catalog/scanner/scan-state.store';
import { LibraryEntity } from '../database/entities/catalog/library.entity';
import { DemoFileEntity } from './database/demo-file.entity';
import { DemoStateEntity } from './database/demo-state.entity';
import { DemoUnitEntity } from './database/demo-unit.entity';
import type { PlanName } from './database/plan-name';
import type { KnownUnits } from './seeding/plan-stream';
import type { ManifestFile } from './tree/manifest-file';

/** A library with its numbers of units (the folders of its movies or series), files and folders. */
export interface LibraryCounts extends ScanLibrary {
  readonly units: number;
  readonly files: number;
  readonly directories: number;
}

/** The files of a unit, and its position in the library. */
type UnitFiles = Readonly<Pick<DemoUnitEntity, 'place' | 'files'>>;

/** Selects the libraries of the plan `$1` with their counts, in the order of the demo's options. */
const LIBRARIES_SQL = `
SELECT library_id AS "libraryId", name, library_kind AS "libraryKind", count(unit.place)::integer AS units,
       coalesce(sum(file_count), 0)::integer AS files, coalesce(sum(directory_count), 0)::integer AS directories
  FROM demo.libraries AS library LEFT JOIN demo.units AS unit USING (plan, library_id)
 WHERE plan = $1 GROUP BY plan, library_id ORDER BY min(library.place)`;

/** Reads the state, plans and manifest of the demo. */
@Injectable()
export class DemoRepository {
  private readonly manager: EntityManager;

  constructor(dataSource: DataSource) {
    this.manager = dataSource.manager;
  }

  /** Returns the state of the demo, with its unfinished command if it has one. */
  async getState(): Promise<DemoStateEntity> {
    return this.manager.findOneByOrFail(DemoStateEntity, { only_row: true });
  }

  /** Returns the state and the libraries of the plan `current`, by one statement: a command could end between two. */
  async getStatus(): Promise<{ state: DemoStateEntity; libraries: LibraryCounts[] }> {
    const [row] = await this.manager.query<(DemoStateEntity & { libraries: LibraryCounts[] })[]>(
      `SELECT state.*, (SELECT coalesce(json_agg(library), '[]') FROM (${LIBRARIES_SQL}) AS library) AS libraries
         FROM demo.state AS state`,
      ['current'],
    );
    if (row === undefined) throw new Error('The table demo.state has no row.');
    const { libraries, ...state } = row;
    return { state, libraries };
  }

  /** Lists the libraries of a plan with their counts, in the order of the demo's options. */
  listLibraries(plan: PlanName): Promise<LibraryCounts[]> {
    return this.manager.query<LibraryCounts[]>(LIBRARIES_SQL, [plan]);
  }

  /** Returns the provider ids and folder names of the units that a library has in the plan `next` (see `PlanName`). */
  async getKnownUnits(libraryId: string): Promise<KnownUnits> {
    const rows = await this.manager
      .createQueryBuilder(DemoUnitEntity, 'unit')
      .select('unit.provider_id', 'provider_id')
      .addSelect('unit.folder', 'folder')
      .where({ plan: 'next', library_id: libraryId })
      .getRawMany<Pick<DemoUnitEntity, 'provider_id' | 'folder'>>();
    return {
      providerIds: new Set(rows.map((row) => Number(row.provider_id))),
      folders: rows.map((row) => row.folder),
    };
  }

  /** Lists units of a library in the plan `next` with a position greater than `after`, with their files. */
  listUnitFiles(libraryId: string, after: number, limit: number): Promise<UnitFiles[]> {
    return this.manager.find(DemoUnitEntity, {
      select: { plan: true, library_id: true, place: true, files: true },
      where: { plan: 'next', library_id: libraryId, place: MoreThan(after) },
      order: { place: 'ASC' },
      take: limit,
    });
  }

  /** Lists units of a library in the plan `next` in the order of their folder names, starting with `from`. */
  listMetadata(
    libraryId: string,
    from: string,
    limit: number,
  ): Promise<Readonly<Pick<DemoUnitEntity, 'folder' | 'metadata'>>[]> {
    return this.manager.find(DemoUnitEntity, {
      select: { plan: true, library_id: true, place: true, folder: true, metadata: true },
      where: { plan: 'next', library_id: libraryId, folder: MoreThanOrEqual(from) },
      order: { folder: 'ASC' },
      take: limit,
    });
  }

  /** Returns the whole manifest as a map from paths to files. */
  async getManifest(): Promise<Map<string, ManifestFile>> {
    const files = await this.selectFiles().getRawMany<ManifestFile>();
    return new Map(files.map((file) => [file.path, file]));
  }

  /** Lists up to `limit` files that the current command must delete. */
  listFilesToDelete(limit: number): Promise<ManifestFile[]> {
    return this.selectFiles().where('file.doomed').orderBy('file.path').limit(limit).getRawMany<ManifestFile>();
  }

  /** Returns the number of files of the plan `next`. */
  async countNextFiles(): Promise<number> {
    return (await this.manager.sum(DemoUnitEntity, 'file_count', { plan: 'next' })) ?? 0;
  }

  async listCatalogLibraries(): Promise<string[]> {
    const libraries = await this.manager.find(LibraryEntity, {
      select: { library_id: true },
      order: { library_id: 'ASC' },
    });
    return libraries.map((library) => library.library_id);
  }

  /** Selects raw rows, because a manifest has hundreds of thousands of rows, and creating entities takes too long. */
  private selectFiles(): SelectQueryBuilder<DemoFileEntity> {
    return this.manager
      .createQueryBuilder(DemoFileEntity, 'file')
      .select('file.path', 'path')
      .addSelect('file.size_bytes', 'size_bytes')
      .addSelect('file.sha256', 'sha256')
      .addSelect('file.pending', 'pending');
  }
}
