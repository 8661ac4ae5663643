import { AbstractLogger, type DataSourceOptions } from 'typeorm';
import { ENTITIES } from './entities';
import { MIGRATIONS } from './migrations';
import { WriteClient } from './write-client';

/** What differs between the application, the command line, the migrations and the tests. */
export interface DataSourceSettings {
  /** PostgreSQL connection address. */
  readonly url: string;
  /** Connections of the write pool at most; default 10. */
  readonly poolSize?: number;
  /** Milliseconds a request waits for a free connection; default 2,000. */
  readonly acquireTimeoutMs?: number;
  /** Milliseconds after which the server ends a statement; default 60,000; 0 switches it off (migrations). */
  readonly statementTimeoutMs?: number;
  /** Shown in `pg_stat_activity`. */
  readonly applicationName?: string;
}

/** What fails is thrown, and logged or told where it is caught. */
class SilentLogger extends AbstractLogger {
  protected writeLog(): void {
    // Nothing: TypeORM would print its lines among those of the log, and among the answers of commands.
  }
}

/** The one factory of connection options: Nest, `ormconfig.ts`, the command line and the tests all use it. */
export function dataSourceOptions(settings: DataSourceSettings): DataSourceOptions {
  const statementTimeoutMs = settings.statementTimeoutMs ?? 60_000;
  return {
    type: 'postgres',
    url: settings.url,
    applicationName: settings.applicationName ?? 'intelligence',
    poolSize: settings.poolSize ?? 10,
    connectTimeoutMS: settings.acquireTimeoutMs ?? 2_000,
    uuidExtension: 'pgcrypto',
    installExtensions: false,
    entities: ENTITIES,
    migrations: MIGRATIONS,
    migrationsTableName: 'schema_migrations',
    migrationsTransactionMode: 'each',
    synchronize: false,
    logger: new SilentLogger(),
    extra: {
      statement_timeout: statementTimeoutMs,
      // A frozen server never answers a statement timeout, so the client gives up a little later by itself.
      query_timeout: statementTimeoutMs === 0 ? 0 : statementTimeoutMs + 2_000,
      idle_in_transaction_session_timeout: 120_000,
      keepAlive: true,
      Client: WriteClient,
    },
  };
}
