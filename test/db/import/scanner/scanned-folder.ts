import type { INestApplicationContext } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { Client } from 'pg';
import { CatalogImportService } from '../../../../src/catalog/catalog-import.service';
import { DiagnosticLog } from '../../../../src/catalog/scanner/diagnostic-log';
import { LibraryScanService } from '../../../../src/catalog/scanner/library-scan.service';
import type { ScanRequest, ScanResult } from '../../../../src/catalog/scanner/library-scan';
import type { ScanLibrary } from '../../../../src/catalog/scanner/scan-state.store';
import { createTestApp, type TestApp } from '../../../support/app/test-app';

/** A row of `media_items`. */
export interface ItemRow {
  media_kind: string;
  title: string | null;
  year: number | null;
  season_number: number | null;
  episode_number: number | null;
  available: boolean;
  files: { path: string; size_bytes: number }[];
  media_id: string;
  genres: string[];
  external_ids: Record<string, string>;
  overview: string | null;
}

/** A new folder and a new library for each test, and a scanner for them. */
export interface ScannedFolder {
  /** Sets the kind of the library; `movies` at the start of each test. */
  readonly setKind: (kind: ScanLibrary['libraryKind']) => void;
  /** Writes a file, with its folders. */
  readonly put: (path: string, text?: string) => void;
  /** Returns the full path of a file of the folder. */
  readonly pathOf: (path: string) => string;
  readonly scan: (options?: Partial<ScanRequest>) => Promise<ScanResult & { log: DiagnosticLog }>;
  /** Deletes the item with this title from the catalog, with all below it. */
  readonly deleteItem: (title: string) => Promise<void>;
  /** Runs a statement as the owner of the database. */
  readonly execute: (statement: string) => Promise<void>;
  /** Returns the items of the library, sorted by kind, title, numbers and id. */
  readonly items: () => Promise<ItemRow[]>;
  /** Returns the sources of the fields of the item with this title. */
  readonly fieldSourcesOf: (title: string) => Promise<Record<string, string> | undefined>;
}

/** Returns the paths of the files of an item. */
export const pathsOf = (row: ItemRow | undefined): string[] => (row?.files ?? []).map(({ path }) => path);

/**
 * Lets every account use the socket of the embedded server, because a scan without privileges may open a new
 * connection. Otherwise, only the owner may enter the directory of this socket.
 */
function openSocket({ host }: Client): void {
  if (process.geteuid?.() !== 0 || !isAbsolute(host)) return;
  if ((statSync(host).mode & 0o777) === 0o700) chmodSync(host, 0o711);
}

/** Starts the application before the tests of a file, and stops it afterwards. */
export function useScannedFolder(): ScannedFolder {
  let app: TestApp;
  let scanner: LibraryScanService;
  let client: Client;
  let root: string;
  let library: ScanLibrary;

  beforeAll(async () => {
    app = await createTestApp();
    scanner = (app.app as INestApplicationContext).get(LibraryScanService);
    client = new Client({ connectionString: app.database.url });
    await client.connect();
    openSocket(client);
  });

  afterAll(async () => {
    await client?.end();
    await app?.close();
  });

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'scanner-'));
    library = { libraryId: randomUUID(), name: 'Library', libraryKind: 'movies' };
  });

  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const pathOf = (path: string): string => join(root, path);
  return {
    setKind: (libraryKind) => (library = { ...library, libraryKind }),
    put: (path, text = 'x') => {
      mkdirSync(dirname(pathOf(path)), { recursive: true });
      writeFileSync(pathOf(path), text);
    },
    pathOf,
    scan: async (options = {}) => {
      const log = new DiagnosticLog();
      return { ...(await scanner.scan({ library, root, ...options }, log)), log };
    },
    deleteItem: async (title) => {
      const { rows } = await client.query<{ media_id: string }>(
        `SELECT media_kind || ':' || media_id AS media_id FROM media_items WHERE library_id = $1 AND title = $2`,
        [library.libraryId, title],
      );
      const imports = (app.app as INestApplicationContext).get(CatalogImportService);
      await imports.importRecords(rows.map(({ media_id }) => ({ type: 'delete', media_id })));
    },
    execute: async (statement) => {
      await client.query(statement);
    },
    items: async () => {
      const { rows } = await client.query<ItemRow>(
        `SELECT * FROM media_items WHERE library_id = $1
          ORDER BY media_kind, title, season_number, episode_number, media_id`,
        [library.libraryId],
      );
      return rows;
    },
    fieldSourcesOf: async (title) => {
      const { rows } = await client.query<{ field_sources: Record<string, string> }>(
        `SELECT field_sources FROM catalog_scan_items WHERE library_id = $1 AND record->>'title' = $2`,
        [library.libraryId, title],
      );
      return rows[0]?.field_sources;
    },
  };
}
