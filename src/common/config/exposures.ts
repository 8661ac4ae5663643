/** Finds settings with which other machines can read metrics or database traffic. */
import { isLoopback } from './settings/setting-values';
import type { Config } from './config';

/** Returns one sentence, without values, for each such setting. The service logs these sentences when it starts. */
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

function isRemoteWithoutTls({ hostname, searchParams }: URL): boolean {
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  const mode = searchParams.get('sslmode') ?? process.env['PGSSLMODE'] ?? 'disable';
  const hasTls = mode !== 'disable' || searchParams.get('ssl') === 'true';
  return !hasTls && host !== '' && !host.startsWith('/') && !isLoopback(host);
}
