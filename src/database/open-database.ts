import { join } from 'node:path';
import type { Config, DatabaseConfig } from '../common/config/config';
import { toStorageFailure } from '../common/problems/storage-failure';
import { startEmbeddedPostgres } from './embedded/embedded-postgres';

/** A database to connect to. It may be unreachable, unless it is the embedded database. */
export interface OpenDatabase {
  readonly url: string;
  /** URL of the role that owns the tables and changes the schema. */
  readonly migrationUrl: string;
  /** The setting that contains `migrationUrl`, for messages; `DATABASE_URL` for the embedded database, too. */
  readonly migrationSetting: 'DATABASE_URL' | 'DATABASE_MIGRATION_URL';
  readonly embedded: boolean;
  /** Releases the embedded server. No effect on other databases. */
  close(): Promise<void>;
}

/**
 * Opens the database of `DATABASE_URL` or, without this setting, the embedded database. Starts the embedded server
 * unless another process of the service has started it. Throws an `OperatorError` if the embedded server cannot start,
 * or the abort reason of `signal`.
 */
export async function openDatabase(config: DatabaseConfig, signal?: AbortSignal): Promise<OpenDatabase> {
  const { url, migrationUrl = url } = config;
  if (url !== undefined && migrationUrl !== undefined) {
    const migrationSetting = config.migrationUrl === undefined ? 'DATABASE_URL' : 'DATABASE_MIGRATION_URL';
    return { url, migrationUrl, migrationSetting, embedded: false, close: () => Promise.resolve() };
  }
  try {
    const server = await startEmbeddedPostgres({ dataDirectory: join(config.dataDirectory, 'postgres'), signal });
    const { url: embeddedUrl } = server;
    return {
      url: embeddedUrl,
      migrationUrl: embeddedUrl,
      migrationSetting: 'DATABASE_URL',
      embedded: true,
      close: () => server.stop(),
    };
  } catch (error) {
    throw toStorageFailure(error, config.dataDirectory);
  }
}

/** The configuration of a process that has opened its database, so all URLs of the database are known. */
export type OpenConfig = Config & {
  readonly database: Pick<OpenDatabase, 'url' | 'migrationUrl' | 'migrationSetting'>;
};

/** Returns the configuration with the URLs of an open database. */
export function withDatabaseUrl(config: Config, { url, migrationUrl, migrationSetting }: OpenDatabase): OpenConfig {
  return { ...config, database: { ...config.database, url, migrationUrl, migrationSetting } };
}
