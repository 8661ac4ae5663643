import { join } from 'node:path';
import type { Config, DatabaseConfig } from '../common/config/config';
import { toStorageFailure } from '../common/problems/storage-failure';
import { startEmbeddedPostgres } from './embedded/embedded-postgres';

/** A database that can be connected to. */
export interface OpenDatabase {
  readonly url: string;
  /** Whether it is the embedded one. */
  readonly embedded: boolean;
  /** Ends this process' use of the embedded server; nothing for another. */
  close(): Promise<void>;
}

/**
 * The configured database: the one that `DATABASE_URL` names, else the embedded one, which is started or, when another
 * process of this service already runs it, shared. Throws an `OperatorError` that says what to change, and the reason of
 * `signal` when that aborts.
 */
export async function openDatabase(config: DatabaseConfig, signal?: AbortSignal): Promise<OpenDatabase> {
  if (config.url !== undefined) return { url: config.url, embedded: false, close: () => Promise.resolve() };
  try {
    const server = await startEmbeddedPostgres({ dataDirectory: join(config.dataDirectory, 'postgres'), signal });
    return { url: server.url, embedded: true, close: () => server.stop() };
  } catch (error) {
    throw toStorageFailure(error, config.dataDirectory);
  }
}

/** The configuration with the address of an open database. */
export function withDatabaseUrl(config: Config, database: OpenDatabase): Config {
  return { ...config, database: { ...config.database, url: database.url } };
}
