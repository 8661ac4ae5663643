import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import type { Config } from '../common/config/config';
import { toConnectFailure } from './connections/connect';
import { StatementCanceller } from './connections/statement-canceller';
import { dataSourceOptions } from './data-source-options';
import { detectDistribution } from './distribution/distribution';
import type { SnapshotPoolSettings } from './connections/snapshot-pool';
import { ReadPool } from './read-pool';
import { Transactions } from './transactions';

/** The URL of the database, and the setting that contains it. */
interface DatabaseAddress {
  readonly url: string;
  readonly setting: string;
}

/** Ring 1 (see docs/architecture.md): connection pools, transactions and entities for all other modules. */
@Global()
@Module({})
export class DatabaseModule {
  /** Commands read with the role of the writer, because some of them read the rows of all users. */
  static for(config: Config, origin: 'command' | 'service' = 'service'): DynamicModule {
    const { database, demo } = config;
    const { url } = database;
    if (url === undefined) throw new Error('The configuration has no database URL. Start the embedded database first.');
    const address: DatabaseAddress = { url, setting: url === demo.databaseUrl ? 'DEMO_DATABASE_URL' : 'DATABASE_URL' };
    const readPool: SnapshotPoolSettings = {
      ...database,
      url: origin === 'service' ? (database.readUrl ?? url) : url,
      size: database.readPoolSize,
    };
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          useFactory: () => ({
            ...dataSourceOptions({
              url,
              poolSize: database.poolSize,
              acquireTimeoutMs: database.acquireTimeoutMs,
              statementTimeoutMs: database.writeTimeoutMs,
            }),
            // The demo module registers its own entities, which `entities/index.ts` does not list.
            autoLoadEntities: true,
            retryAttempts: 1,
          }),
          dataSourceFactory: (options) => openWritePool(options, address),
        }),
      ],
      providers: [
        {
          provide: ReadPool,
          inject: [DataSource],
          useFactory: async (dataSource: DataSource) =>
            new ReadPool(readPool, await withConnectFailure(detectDistribution(dataSource), address)),
        },
        { provide: StatementCanceller, useValue: new StatementCanceller(database.acquireTimeoutMs) },
        Transactions,
      ],
      exports: [ReadPool, Transactions, TypeOrmModule],
    };
  }
}

/** Opens the write pool. Throws an `OperatorError` if it cannot connect. */
function openWritePool(options: DataSourceOptions | undefined, address: DatabaseAddress): Promise<DataSource> {
  if (options === undefined) throw new Error('The write pool has no options.');
  return withConnectFailure(new DataSource(options).initialize(), address);
}

function withConnectFailure<T>(work: Promise<T>, { url, setting }: DatabaseAddress): Promise<T> {
  return work.catch((error: unknown) => {
    throw toConnectFailure(error, url, setting);
  });
}
