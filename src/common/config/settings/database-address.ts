import { findDecoded } from '../../text/percent-encoding';

/**
 * Returns the host to which the driver connects: from the last parameter `host` of the URL, else from the URL itself,
 * else from `PGHOST`; the default is `localhost`. A host that begins with `/` is the directory of a Unix socket. An
 * IPv6 address from the URL itself keeps its brackets.
 */
export function databaseHostOf(url: URL): string {
  return (
    lastParameter(url, 'host') || (findDecoded(url.hostname) ?? url.hostname) || process.env['PGHOST'] || 'localhost'
  );
}

/** Returns the port, from the parameter `port`, else from the URL itself, else from `PGPORT`; the default is 5432. */
export function databasePortOf(url: URL): string {
  return lastParameter(url, 'port') || url.port || process.env['PGPORT'] || '5432';
}

/** Returns the value of a parameter of the URL. The driver uses the last one of several. */
export function lastParameter({ searchParams }: URL, name: string): string | undefined {
  return searchParams.getAll(name).at(-1);
}
