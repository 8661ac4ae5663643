/** Settings that let others read what the service sends or shows. */
import { isIP } from 'node:net';
import type { Config } from './config';

/** One sentence for each exposure, for the log at the start. They contain no value of a setting. */
export function findExposures({ database, metrics }: Pick<Config, 'database' | 'metrics'>): string[] {
  const found: string[] = [];
  if (metrics.port !== 0 && !isLocal(metrics.host)) {
    found.push('METRICS_HOST is no loopback address: whoever reaches METRICS_PORT can read the metrics.');
  }
  const urls = { DATABASE_URL: database.url, DATABASE_READ_URL: database.readUrl };
  for (const [name, url] of Object.entries(urls)) {
    if (url === undefined || !isPlainAndRemote(new URL(url))) continue;
    found.push(`${name} names another machine without TLS: data can be read on the way. Add sslmode=verify-full.`);
  }
  return found;
}

function isPlainAndRemote({ hostname, searchParams }: URL): boolean {
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  const mode = searchParams.get('sslmode') ?? process.env['PGSSLMODE'] ?? 'disable';
  const isPlain = mode === 'disable' && searchParams.get('ssl') !== 'true';
  return isPlain && host !== '' && !host.startsWith('/') && !isLocal(host);
}

function isLocal(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'));
}
