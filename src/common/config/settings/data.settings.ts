import { isAbsolute } from 'node:path';
import { isReservedUuid, isUuid } from '../../media-id';
import { Flag, Integer, OptionalText, Parsed, Text } from './setting.decorators';
import { refuse } from './setting-error';
import { parseJsonObject, requireDatabaseUrl } from './setting-values';

const HOUR_MS = 3_600_000;

/** Settings for the database, the catalog and the read model. */
export class DataSettings {
  @OptionalText('URL of the database, PostgreSQL 15 or newer: postgres://user:password@host:port/database.', {
    check: requireDatabaseUrl,
    secret: true,
  })
  readonly DATABASE_URL: string | undefined;

  @OptionalText(
    'URL of the same database, with a role that can only read, for the read routes; default: DATABASE_URL.',
    { check: requireDatabaseUrl, secret: true },
  )
  readonly DATABASE_READ_URL: string | undefined;

  @OptionalText(
    'URL of the same database, with the role that owns its tables, for migrations, and for the commands roles and distribute; default: DATABASE_URL.',
    { check: requireDatabaseUrl, secret: true },
  )
  readonly DATABASE_MIGRATION_URL: string | undefined;

  @Flag(
    'Whether a program in production uses the embedded PostgreSQL if DATABASE_URL is not set; commands have the default 1. In other environments, programs use it even if this is 0.',
  )
  readonly EMBEDDED_DATABASE: boolean;

  @Text('Directory of the embedded database and the cache.', { default: '.data' })
  readonly DATA_DIRECTORY: string;

  @OptionalText('Directory for files that can be recreated; default: cache in DATA_DIRECTORY.')
  readonly CACHE_ROOT: string | undefined;

  @Integer(
    'Maximum number of connections for writes, and for reads outside of the read routes; a reconciliation or a scan needs two.',
    { default: 10, min: 2, max: 200 },
  )
  readonly DATABASE_POOL_SIZE: number;

  @Integer('Maximum number of connections for the read routes.', { default: 8, min: 1, max: 200 })
  readonly DATABASE_READ_POOL_SIZE: number;

  @Integer('Maximum wait for a free connection.', { default: 2000, min: 10, max: 60_000 })
  readonly DATABASE_ACQUIRE_TIMEOUT_MS: number;

  @Integer(
    'Maximum duration of a statement of a read route, or of the look-up of a caller, after which the database cancels it.',
    { default: 5000, min: 10, max: 600_000 },
  )
  readonly DATABASE_STATEMENT_TIMEOUT_MS: number;

  @Integer(
    'Maximum time that the service waits for the result of a statement of a read route, or of the look-up of a caller; must be greater than DATABASE_STATEMENT_TIMEOUT_MS.',
    { default: 7000, min: 10, max: 600_000 },
  )
  readonly DATABASE_QUERY_TIMEOUT_MS: number;

  @Integer('Maximum duration of any other statement, except those of migrations.', {
    default: 60_000,
    min: 10,
    max: HOUR_MS,
  })
  readonly DATABASE_WRITE_TIMEOUT_MS: number;

  @Parsed('Media folders for scans: a JSON object that maps library ids to absolute paths.', {
    default: '{}',
    parse: parseLibraryRoots,
  })
  readonly LIBRARY_ROOTS: Readonly<Record<string, string>>;

  @Integer('Share of the duration of an item that a user must have watched for the item to count as completed.', {
    default: 90,
    min: 1,
    max: 100,
  })
  readonly WATCHED_THRESHOLD_PERCENT: number;

  @Integer('Maximum number of import records per transaction.', { default: 2_000, min: 1, max: 10_000 })
  readonly IMPORT_BATCH_SIZE: number;

  @Integer('Maximum number of items refreshed per transaction.', { default: 1_000, min: 1, max: 10_000 })
  readonly REFRESH_BATCH_SIZE: number;

  @Integer('Number of threads that derive large batches of read-model rows; with 0, the main thread derives them.', {
    default: 2,
    min: 0,
    max: 16,
  })
  readonly DERIVATION_THREADS: number;

  @Integer('Interval between two checks for stale items.', { default: 1000, min: 10, max: HOUR_MS })
  readonly REFRESH_INTERVAL_MS: number;

  @Integer('Time budget for warm-up searches before the service accepts requests; 0 disables them.', {
    default: 3000,
    min: 0,
    max: 60_000,
  })
  readonly WARM_UP_MS: number;

  @Integer('Interval between two comparisons of the read model with the catalog.', {
    default: HOUR_MS,
    min: 1000,
    max: 7 * 24 * HOUR_MS,
  })
  readonly RECONCILE_INTERVAL_MS: number;
}

function parseLibraryRoots(value: string): Readonly<Record<string, string>> {
  const roots = Object.entries(parseJsonObject(value)).map(([libraryId, root]) => {
    if (isReservedUuid(libraryId)) return refuse('must not name a library by the nil or the max UUID');
    if (!isUuid(libraryId) || typeof root !== 'string' || !isAbsolute(root)) {
      return refuse('must map library ids (UUID) to absolute paths');
    }
    return [libraryId.toLowerCase(), root] as const;
  });
  // The object can contain the same id twice, in upper and in lower case.
  const rootsById = new Map(roots);
  return rootsById.size === roots.length ? Object.fromEntries(rootsById) : refuse('must name each library once');
}
