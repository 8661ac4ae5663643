import { isAbsolute } from 'node:path';
import { isReservedUuid, isUuid } from '../../media-id';
import { Flag, Integer, OptionalText, Parsed, Text } from './setting.decorators';
import { refuse } from './setting-error';
import { parseJsonObject, requireDatabaseUrl } from './setting-values';

const HOUR_MS = 3_600_000;

/** Settings for the database, the catalog and the read model. */
export class DataSettings {
  @OptionalText({
    check: requireDatabaseUrl,
    secret: true,
    doc: 'URL of the database, PostgreSQL 15 or newer: postgres://user:password@host:port/database.',
  })
  readonly DATABASE_URL: string | undefined;

  @OptionalText({
    check: requireDatabaseUrl,
    secret: true,
    doc: 'URL of the same database, with a role that can only read, for the read routes; default: DATABASE_URL.',
  })
  readonly DATABASE_READ_URL: string | undefined;

  @OptionalText({
    check: requireDatabaseUrl,
    secret: true,
    doc: 'URL of the same database, with the role that owns its tables, for migrations, and for the commands roles and distribute; default: DATABASE_URL.',
  })
  readonly DATABASE_MIGRATION_URL: string | undefined;

  @Flag({
    default: false,
    doc: 'Whether a server in production may use the embedded PostgreSQL without a DATABASE_URL; other environments always may, and commands unless it is 0.',
  })
  readonly EMBEDDED_DATABASE: boolean;

  @Text({ default: '.data', doc: 'Directory of the embedded database and the cache.' })
  readonly DATA_DIRECTORY: string;

  @OptionalText({ doc: 'Directory for files that can be recreated; default: cache in DATA_DIRECTORY.' })
  readonly CACHE_ROOT: string | undefined;

  @Integer({
    default: 10,
    min: 2,
    max: 200,
    doc: 'Maximum number of connections for writes, and for reads outside of the read routes; a reconciliation or a scan needs two.',
  })
  readonly DATABASE_POOL_SIZE: number;

  @Integer({ default: 8, min: 1, max: 200, doc: 'Maximum number of connections for the read routes.' })
  readonly DATABASE_READ_POOL_SIZE: number;

  @Integer({ default: 2000, min: 10, max: 60_000, unit: 'milliseconds', doc: 'Maximum wait for a free connection.' })
  readonly DATABASE_ACQUIRE_TIMEOUT_MS: number;

  @Integer({
    default: 5000,
    min: 10,
    max: 600_000,
    unit: 'milliseconds',
    doc: 'Maximum duration of a read statement, after which the database cancels it.',
  })
  readonly DATABASE_STATEMENT_TIMEOUT_MS: number;

  @Integer({
    default: 7000,
    min: 10,
    max: 600_000,
    unit: 'milliseconds',
    doc: 'Maximum time that the service waits for the result of a read statement; greater than DATABASE_STATEMENT_TIMEOUT_MS.',
  })
  readonly DATABASE_QUERY_TIMEOUT_MS: number;

  @Integer({
    default: 60_000,
    min: 10,
    max: HOUR_MS,
    unit: 'milliseconds',
    doc: 'Maximum duration of a write statement.',
  })
  readonly DATABASE_WRITE_TIMEOUT_MS: number;

  @Parsed({
    default: '{}',
    parse: parseLibraryRoots,
    doc: 'Media folders for scans: a JSON object that maps library ids to absolute paths.',
  })
  readonly LIBRARY_ROOTS: Readonly<Record<string, string>>;

  @Integer({
    default: 90,
    min: 1,
    max: 100,
    unit: 'percent',
    doc: 'Share of the duration of an item that a user must have watched for the item to count as completed.',
  })
  readonly WATCHED_THRESHOLD_PERCENT: number;

  @Integer({ default: 2_000, min: 1, max: 10_000, doc: 'Maximum number of import records per transaction.' })
  readonly IMPORT_BATCH_SIZE: number;

  @Integer({ default: 1_000, min: 1, max: 10_000, doc: 'Maximum number of items refreshed per transaction.' })
  readonly REFRESH_BATCH_SIZE: number;

  @Integer({
    default: 2,
    min: 0,
    max: 16,
    doc: 'Number of threads that derive large batches of read-model rows; with 0, the main thread derives them.',
  })
  readonly DERIVATION_THREADS: number;

  @Integer({
    default: 1000,
    min: 10,
    max: HOUR_MS,
    unit: 'milliseconds',
    doc: 'Interval between two checks for stale items.',
  })
  readonly REFRESH_INTERVAL_MS: number;

  @Integer({
    default: 3000,
    min: 0,
    max: 60_000,
    unit: 'milliseconds',
    doc: 'Time budget for warm-up searches before the service accepts requests; 0 disables them.',
  })
  readonly WARM_UP_MS: number;

  @Integer({
    default: HOUR_MS,
    min: 1000,
    max: 7 * 24 * HOUR_MS,
    unit: 'milliseconds',
    doc: 'Interval between two comparisons of the read model with the catalog.',
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
