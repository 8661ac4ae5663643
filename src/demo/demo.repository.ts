import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { MetadataFields } from '../catalog/scanner/units/metadata-fields';
import type { DemoJobKind, DemoPhase, DemoRecord, DemoState, PlannedLibrary } from './running/demo-state';
import type { PlannedFile } from './planner/planned-unit';
import type { KnownUnits } from './seeding/plan-stream';
import type { ManifestFile } from './tree/demo-tree';

/** A plan: the one that the tree has, or the one that it gets. */
export type PlanName = 'current' | 'next';

/** A library with what is in it. */
export interface LibraryCounts extends PlannedLibrary {
  readonly units: number;
  readonly files: number;
  readonly directories: number;
}

/** A unit's files, with its place in the library. */
export interface UnitFiles {
  readonly place: number;
  readonly files: readonly PlannedFile[];
}

interface StateRow {
  state: DemoState;
  generation: number;
  options_hash: string | null;
  plan_complete: boolean;
  job_kind: DemoJobKind | null;
  job_phase: DemoPhase;
  job_started_at: Date;
  job_done: number;
  job_total: number;
  job_error: string | null;
}

interface LibraryRow {
  library_id: string;
  name: string;
  library_kind: 'movies' | 'series';
  units: number;
  files: number;
  directories: number;
}

/** The libraries of the plan `$1` with their counts, in their order. */
const LIBRARIES_SQL = `
SELECT library_id, name, library_kind, count(unit.place)::integer AS units,
       coalesce(sum(file_count), 0)::integer AS files, coalesce(sum(directory_count), 0)::integer AS directories
  FROM demo.libraries AS library LEFT JOIN demo.units AS unit USING (plan, library_id)
 WHERE plan = $1 GROUP BY plan, library_id ORDER BY min(library.place)`;

interface FileRow {
  path: string;
  size_bytes: number;
  sha256: string | null;
  pending: boolean;
}

/** Reads the demo's state, plans and manifest. */
@Injectable()
export class DemoRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The state and the command, if there is one. */
  async getRecord(): Promise<DemoRecord> {
    const [row] = await this.rows<StateRow>('SELECT * FROM demo.state');
    if (row === undefined) throw new Error('The demo has no state.');
    return toRecord(row);
  }

  /** The state with the libraries that belong to it, of one moment: a command may end between two statements. */
  async getStatus(): Promise<{ record: DemoRecord; libraries: LibraryCounts[] }> {
    const [row] = await this.rows<StateRow & { libraries: LibraryRow[] }>(
      `SELECT state.*, (SELECT coalesce(json_agg(library), '[]') FROM (${LIBRARIES_SQL}) AS library) AS libraries
         FROM demo.state AS state`,
      ['current'],
    );
    if (row === undefined) throw new Error('The demo has no state.');
    return { record: toRecord(row), libraries: row.libraries.map(toLibrary) };
  }

  /** The libraries of a plan with their counts, in their order. */
  async listLibraries(plan: PlanName): Promise<LibraryCounts[]> {
    const rows = await this.rows<LibraryRow>(LIBRARIES_SQL, [plan]);
    return rows.map(toLibrary);
  }

  /** Ids and names that the units of a library in the next plan have. */
  async getKnownUnits(libraryId: string): Promise<KnownUnits> {
    const rows = await this.rows<{ provider_id: string; folder: string }>(
      `SELECT provider_id, folder FROM demo.units WHERE plan = 'next' AND library_id = $1`,
      [libraryId],
    );
    return {
      providerIds: new Set(rows.map((row) => Number(row.provider_id))),
      folders: rows.map((row) => row.folder),
    };
  }

  /** The files of the next units of a library in the next plan, behind a place. */
  async listUnitFiles(libraryId: string, after: number, limit: number): Promise<UnitFiles[]> {
    return this.rows<UnitFiles>(
      `SELECT place, files FROM demo.units
        WHERE plan = 'next' AND library_id = $1 AND place > $2 ORDER BY place LIMIT $3`,
      [libraryId, after, limit],
    );
  }

  /** What the provider says about units of a library in the next plan, from a folder's name on. */
  async listMetadata(
    libraryId: string,
    from: string,
    limit: number,
  ): Promise<{ folder: string; metadata: Record<string, MetadataFields> }[]> {
    return this.rows(
      `SELECT folder, metadata FROM demo.units
        WHERE plan = 'next' AND library_id = $1 AND folder >= $2 ORDER BY folder LIMIT $3`,
      [libraryId, from, limit],
    );
  }

  /** The whole manifest, by path. */
  async getManifest(): Promise<Map<string, ManifestFile>> {
    const rows = await this.rows<FileRow>('SELECT path, size_bytes, sha256, pending FROM demo.files');
    return new Map(rows.map((row) => [row.path, toFile(row)]));
  }

  /** Some of the files that are to be removed. */
  async listDoomedFiles(limit: number): Promise<ManifestFile[]> {
    const rows = await this.rows<FileRow>(
      'SELECT path, size_bytes, sha256, pending FROM demo.files WHERE doomed ORDER BY path LIMIT $1',
      [limit],
    );
    return rows.map(toFile);
  }

  /** The number of files of the next plan. */
  async countNextFiles(): Promise<number> {
    const rows = await this.rows<{ count: number }>(
      `SELECT coalesce(sum(file_count), 0)::integer AS count FROM demo.units WHERE plan = 'next'`,
    );
    return rows[0]?.count ?? 0;
  }

  /** The libraries that the catalog has. */
  async listCatalogLibraries(): Promise<string[]> {
    const rows = await this.rows<{ library_id: string }>('SELECT library_id FROM libraries ORDER BY library_id');
    return rows.map((row) => row.library_id);
  }

  private async rows<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const rows: Row[] = await this.dataSource.manager.query(text, [...values]);
    return rows;
  }
}

function toFile(row: FileRow): ManifestFile {
  return { path: row.path, sizeBytes: row.size_bytes, sha256: row.sha256, pending: row.pending };
}

function toLibrary(row: LibraryRow): LibraryCounts {
  return {
    libraryId: row.library_id,
    name: row.name,
    libraryKind: row.library_kind,
    units: row.units,
    files: row.files,
    directories: row.directories,
  };
}

function toRecord(row: StateRow): DemoRecord {
  const { job_kind: kind, job_phase: phase, job_started_at: startedAt } = row;
  const progress = { done: row.job_done, total: row.job_total, error: row.job_error };
  return {
    state: row.state,
    generation: row.generation,
    optionsHash: row.options_hash,
    planComplete: row.plan_complete,
    job: kind === null ? null : { kind, phase, startedAt, ...progress },
  };
}
