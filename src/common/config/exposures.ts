/** Finds settings with which other machines can read metrics or database traffic. */
import { isLoopback } from './settings/setting-values';
import type { Config } from './config';
import { databaseHostOf, lastParameter } from './settings/database-address';

/**
 * Returns one sentence for each setting that exposes metrics or database traffic, without the setting's value. The
 * service logs the sentences when it starts.
 */
export function findExposures({ database, demo, metrics }: Pick<Config, 'database' | 'demo' | 'metrics'>): string[] {
  const sentences: string[] = [];
  if (metrics.port !== 0 && !isLoopback(metrics.host)) {
    sentences.push(
      'METRICS_HOST is not a loopback address: every machine that can connect to METRICS_PORT can read the metrics.',
    );
  }
  const urls = {
    DATABASE_URL: database.url,
    DATABASE_READ_URL: database.readUrl,
    DATABASE_MIGRATION_URL: database.migrationUrl,
    DEMO_DATABASE_URL: demo.databaseUrl,
  };
  for (const [name, url] of Object.entries(urls)) {
    if (url === undefined || !isRemoteWithoutTls(new URL(url))) continue;
    sentences.push(
      `${name} connects to another machine without TLS: data can be read in transit. Add sslmode=verify-full.`,
    );
  }
  return sentences;
}

/** The values of `PGSSLMODE` with which the driver uses TLS. The driver ignores other values, such as `allow`. */
const TLS_MODES: ReadonlySet<string> = new Set(['prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']);

/**
 * Whether the driver connects to another machine without TLS. The driver reads a URL differently from libpq: every
 * `sslmode` except `disable` demands TLS.
 */
function isRemoteWithoutTls(url: URL): boolean {
  const valueOf = (name: string): string | undefined => lastParameter(url, name);
  const host = databaseHostOf(url);
  return !host.startsWith('/') && !isLoopback(host) && !usesTls(valueOf);
}

function usesTls(valueOf: (name: string) => string | undefined): boolean {
  const mode = valueOf('sslmode');
  if (mode === 'disable') return false;
  if ([mode, ...['sslcert', 'sslkey', 'sslrootcert'].map(valueOf)].some(Boolean)) return true;
  const ssl = valueOf('ssl') ?? (valueOf('sslnegotiation') === 'direct' ? '1' : undefined);
  // As in the driver, every value of `ssl` except `0` and the empty text demands TLS, even `false`.
  return ssl === undefined ? TLS_MODES.has(process.env['PGSSLMODE'] ?? '') : ssl !== '' && ssl !== '0';
}
