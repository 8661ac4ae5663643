/** Parsers and checks for settings that are not plain texts, numbers or flags. Error messages contain no value. */
import { isIP } from 'node:net';
import { isJsonObject } from '../../json/json-object';
import { parseStrictJson } from '../../json/strict-json';
import { findDecoded } from '../../text/percent-encoding';
import { trimEndOf } from '../../text/text';
import { refuse } from './setting-error';

/** Names of private networks in Express. */
const NETWORKS: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);
/** First segments of the service's paths, without `.well-known`, which is not a plain segment. */
const OWN_SEGMENTS: ReadonlySet<string> = new Set(['api', 'health', 'mcp']);
const BASE_PATH_MAX_CHARS = 128;
const ORIGINS_MAX = 32;

/** Splits a comma-separated list. Trims its elements and omits empty ones. */
export function splitList(value: string): readonly string[] {
  const elements = value.split(',').map((element) => element.trim());
  return elements.filter((element) => element !== '');
}

/** Parses a JSON object of limited depth and size. */
export function parseJsonObject(value: string): Readonly<Record<string, unknown>> {
  const document = parseJson(value);
  return isJsonObject(document) ? document : refuse('must be a JSON object');
}

function parseJson(value: string): unknown {
  try {
    return parseStrictJson(value, { maxDepth: 8, maxValues: 1000 });
  } catch {
    // The original message may contain a member name of the value, which must not be logged.
    return refuse('must be strict JSON');
  }
}

/**
 * Parses a comma-separated list of addresses, networks in CIDR notation, and names of private networks. Refuses `/0`,
 * which is the network of all addresses.
 */
export function parseAddressList(value: string): readonly string[] {
  const addresses = splitList(value);
  if (!addresses.every(isAddress)) refuse('must list addresses, networks (10.0.0.0/8) or loopback');
  return addresses;
}

function isAddress(entry: string): boolean {
  if (NETWORKS.has(entry)) return true;
  const [address = '', bits, ...extraParts] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || extraParts.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128))
  );
}

/** Parses a path of plain segments. Removes slashes at its end. An empty value means no path. */
export function parseBasePath(value: string): string {
  const path = trimEndOf(value, /\//);
  const segments = path.split('/').slice(1);
  const isPlain = path.startsWith('/') && segments.every((segment) => /^[A-Za-z0-9_~-][A-Za-z0-9._~-]*$/.test(segment));
  if (path !== '' && (!isPlain || path.length > BASE_PATH_MAX_CHARS)) refuse('must be a path such as /media');
  // The service removes the base path from the beginning of URLs, and must not remove the beginning of a route's path.
  if (OWN_SEGMENTS.has(segments[0] ?? '')) refuse('must not begin with /api, /health or /mcp');
  return path;
}

/** Parses a comma-separated list of origins, or `*` alone. */
export function parseOrigins(value: string): readonly string[] {
  const origins = splitList(value);
  const isValid = (origin: string): boolean => URL.canParse(origin) && new URL(origin).origin === origin;
  if (origins.length > ORIGINS_MAX || !(origins.every(isValid) || (origins.length === 1 && origins[0] === '*'))) {
    refuse(`must list at most ${ORIGINS_MAX} origins such as https://app.example, or be *`);
  }
  return origins;
}

/**
 * Requires a URL of a PostgreSQL database, with valid percent-encoding. Its parameter `require_auth` must be absent or
 * `scram-sha-256`.
 */
export function requireDatabaseUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url?.protocol !== 'postgres:' && url?.protocol !== 'postgresql:') refuse('must be a postgres:// URL');
  const { username, password, hostname, pathname, searchParams } = url;
  if (![username, password, hostname, pathname].every((part) => findDecoded(part) !== null)) {
    refuse('must have a % only before two hexadecimal digits, which encode UTF-8');
  }
  const methods = searchParams.getAll('require_auth');
  if (methods.some((method) => method !== 'scram-sha-256')) {
    refuse('must have no require_auth other than scram-sha-256');
  }
  return value;
}

/** Requires an http or https URL without credentials, query or fragment. Removes trailing slashes. */
export function requireHttpUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : refuse('must be a URL');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') refuse('must be an http or https URL');
  if (url.username !== '' || url.password !== '') refuse('must not contain credentials');
  // The URL parser ignores an empty query, an empty fragment and white space, which the value would keep.
  if (/[?#]/.test(value)) refuse('must have no query and no fragment');
  if (/\s/.test(value)) refuse('must contain no white space');
  return trimEndOf(value, /\//);
}

/** Parses the URL of an OTLP receiver. An empty value means no receiver. */
export function parseTracesUrl(value: string): string {
  return value === '' ? '' : requireHttpUrl(value);
}

/** Requires a URL as `requireHttpUrl` does, with https unless its host is a loopback address. */
export function requireTrustedUrl(value: string): string {
  const checked = requireHttpUrl(value);
  const { protocol, hostname } = new URL(checked);
  if (protocol !== 'https:' && !isLoopback(hostname)) refuse('must be https (http is for loopback only)');
  return checked;
}

/** Whether a host name or address is a loopback address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}
