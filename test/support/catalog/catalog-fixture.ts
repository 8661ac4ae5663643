import { Test, type TestingModule } from '@nestjs/testing';
import { randomBytes } from 'node:crypto';
import { DataSource } from 'typeorm';
import { AuthModule } from '../../../src/auth/auth.module';
import { CatalogImportService, type ImportOptions } from '../../../src/catalog/catalog-import.service';
import { CatalogModule } from '../../../src/catalog/catalog.module';
import { CatalogRemovalStore } from '../../../src/catalog/removal/catalog-removal.store';
import { CatalogStore } from '../../../src/catalog/catalog.store';
import type { CatalogImportResult } from '../../../src/catalog/catalog-import.dto';
import { CommonModule } from '../../../src/common/common.module';
import { type Config, loadConfig } from '../../../src/common/config/config';
import { ServiceLogger } from '../../../src/common/logging/service-logger';
import { DatabaseModule } from '../../../src/database/database.module';
import { ReadModelModule } from '../../../src/read-model/read-model.module';
import { SearchModule } from '../../../src/search/search.module';
import { ForegroundRequests } from '../../../src/common/processes/foreground';
import { Refresher } from '../../../src/read-model/refresh/refresher';
import { createTestDatabase, type TestDatabase } from '../databases/test-database';
import { TEST_ENVIRONMENT } from '../app/test-environment';

/** The write side of the catalog with its own database, without an HTTP server and without background loops. */
export interface CatalogFixture {
  /** Gives access to providers. */
  readonly module: TestingModule;
  readonly database: TestDatabase;
  readonly dataSource: DataSource;
  readonly store: CatalogStore;
  /** Removes a library. Returns 1, or 0 if it does not exist. */
  removeLibrary(libraryId: string): Promise<number>;
  /** Removes a movie by its UUID. Returns 1, or 0 if it does not exist. */
  removeMovie(uuid: string): Promise<number>;
  /** Returns an import service with batches of at most `batchSize` records; default 1,000. */
  imports(batchSize?: number): CatalogImportService;
  /** Imports values as JSON lines. A string is a complete line. */
  importLines(
    lines: readonly unknown[],
    options?: ImportOptions & { batchSize?: number },
  ): Promise<CatalogImportResult>;
  /** Derives stale rows again. Then returns the content of catalog and read model, without times and revisions. */
  dump(): Promise<Record<string, unknown[]>>;
  /** Returns the number of rows. `from` is a table, optionally with a WHERE clause. */
  count(from: string): Promise<number>;
  /** Deletes the catalog and the read model. Users stay. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** Queries for the content of the catalog and the read model, without times and revisions. */
export const DUMPED: Readonly<Record<string, string>> = {
  libraries: 'SELECT library_id, name, library_kind FROM libraries ORDER BY library_id',
  media: `SELECT to_jsonb(m) - '{revision,created_at,updated_at}'::text[] AS row FROM media_items m ORDER BY media_id`,
  watchStates: `SELECT to_jsonb(w) - 'updated_at' AS row FROM watch_states w ORDER BY user_id, media_id`,
  contexts: `SELECT to_jsonb(c) - '{revision,refreshed_at}'::text[] AS row
               FROM intelligence_media_context c ORDER BY media_id`,
  documents: `SELECT to_jsonb(d) - '{revision,added_at}'::text[] AS row
                FROM intelligence_search_documents d ORDER BY library_id, media_id`,
  facetValues: 'SELECT * FROM intelligence_facet_values ORDER BY library_id, facet_kind, facet_key',
  facetGroups: `SELECT * FROM intelligence_facet_groups
                 WHERE cardinality <> 0 OR value_total <> 0 OR missing_count <> 0 ORDER BY library_id, facet_kind`,
  dirtyKeys: 'SELECT library_id, media_id FROM intelligence_dirty_keys ORDER BY media_id',
};

const CLEARED = [
  'watch_states',
  'media_items',
  'libraries',
  'intelligence_media_context',
  'intelligence_search_documents',
  'intelligence_facet_values',
  'intelligence_facet_groups',
  'intelligence_dirty_keys',
];

/**
 * Opens the fixture with the users `alice` and `Bob`, by default on a clone of the migrated template database. A test
 * file that opens it must also `close` it.
 */
export async function openCatalog(creating: Promise<TestDatabase> = createTestDatabase()): Promise<CatalogFixture> {
  const database = await creating;
  const config = loadConfig({
    ...TEST_ENVIRONMENT,
    LOG_LEVEL: 'silent',
    JWT_SECRET: randomBytes(48).toString('base64'),
    DATABASE_URL: database.url,
  });
  // The module is compiled but not initialised, so no refresh loop runs and changes tables.
  const module = await Test.createTestingModule({
    imports: [
      CommonModule.for(config, new ServiceLogger('silent')),
      DatabaseModule.for(config),
      AuthModule.for(config, 'service'),
      ReadModelModule,
      SearchModule,
      CatalogModule,
    ],
  }).compile();
  const dataSource = module.get(DataSource);
  await dataSource.query(`INSERT INTO users (username, username_key) VALUES ('alice', 'alice'), ('Bob', 'bob')`);
  return toFixture(module, config, database, dataSource);
}

function toFixture(
  module: TestingModule,
  config: Config,
  database: TestDatabase,
  dataSource: DataSource,
): CatalogFixture {
  const store = module.get(CatalogStore);
  const removals = module.get(CatalogRemovalStore);
  const refresher = module.get(Refresher);
  const imports = (batchSize = 1000): CatalogImportService =>
    new CatalogImportService(
      store,
      removals,
      { ...config, catalog: { ...config.catalog, importBatchSize: batchSize } },
      module.get(ForegroundRequests),
    );
  return {
    module,
    database,
    dataSource,
    store,
    removeLibrary: (libraryId) => removals.removeAll([{ type: 'delete_library', libraryId }], null),
    removeMovie: (uuid) => removals.removeAll([{ type: 'delete_media', kind: 'movie', mediaId: uuid }], null),
    imports,
    importLines: (lines, { batchSize, ...options } = {}) =>
      imports(batchSize).importLines(toLines(lines), { analyze: false, ...options }),
    dump: async () => {
      await refresher.drain();
      const tables = Object.entries(DUMPED).map(
        async ([name, sql]) => [name, await dataSource.query<unknown[]>(sql)] as const,
      );
      return Object.fromEntries(await Promise.all(tables));
    },
    count: async (from) => {
      const [row] = await dataSource.query<[{ count: string }]>(`SELECT count(*) FROM ${from}`);
      return Number(row.count);
    },
    clear: async () => void (await dataSource.query(`TRUNCATE ${CLEARED.join(', ')} CASCADE`)),
    close: async () => {
      await module.close();
      await database.drop();
    },
  };
}

/** Yields values as NDJSON, one chunk per line. */
export async function* toLines(lines: readonly unknown[]): AsyncGenerator<Buffer, void> {
  for (const line of lines) {
    yield await Promise.resolve(Buffer.from(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`));
  }
}
