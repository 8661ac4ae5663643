import { AbstractLogger, type DataSourceOptions, DefaultNamingStrategy, type Table } from 'typeorm';
import * as entities from './entities';
import { MIGRATIONS } from './migrations';
import { WriteClient } from './connections/write-client';

/** Settings that differ between the application, the migrations and the tests. */
interface DataSourceSettings {
  readonly url: string;
  /** Maximum number of connections of the write pool; default 10. */
  readonly poolSize?: number;
  /** Maximum milliseconds to wait for a connection, free or new; default 2,000. */
  readonly acquireTimeoutMs?: number;
  /** Milliseconds after which the server cancels a statement; default 60,000; 0 disables the limit (migrations). */
  readonly statementTimeoutMs?: number;
  /** `application_name`, as shown in `pg_stat_activity`. */
  readonly applicationName?: string;
}

/** Discards TypeORM's log lines. TypeORM also throws the errors, and the code that catches an error logs it. */
class SilentLogger extends AbstractLogger {
  protected writeLog(): void {
    // TypeORM's own loggers write to standard output, which contains the JSON log or the output of a command.
  }
}

/** The table in which TypeORM records which migrations have run. TypeORM creates it. */
const MIGRATIONS_TABLE = 'schema_migrations';

/** Names the primary key of a table as the migrations do. */
class NamingStrategy extends DefaultNamingStrategy {
  override primaryKeyName(table: Table | string, columnNames: string[]): string {
    const name = this.getTableName(table);
    // Databases of the first release have this table with TypeORM's name for its key.
    return name === MIGRATIONS_TABLE ? super.primaryKeyName(table, columnNames) : `${name}_pk`;
  }
}

/** Creates the connection options for the Nest application, the migrations, `ormconfig.ts` and the tests. */
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
    entities: Object.values(entities),
    namingStrategy: new NamingStrategy(),
    migrations: MIGRATIONS,
    migrationsTableName: MIGRATIONS_TABLE,
    migrationsTransactionMode: 'each',
    synchronize: false,
    logger: new SilentLogger(),
    extra: {
      statement_timeout: statementTimeoutMs,
      // An unresponsive server does not enforce its statement timeout, so the client gives up two seconds later.
      query_timeout: statementTimeoutMs === 0 ? 0 : statementTimeoutMs + 2_000,
      idle_in_transaction_session_timeout: 120_000,
      keepAlive: true,
      Client: WriteClient,
    },
  };
}
