/** Parsers and checks for settings that are not plain texts, numbers or flags. Error messages never contain the value. */
import { isIP } from 'node:net';
import { parseStrictJson } from '../../json/strict-json';
import { trimEndOf } from '../../text/text';
import { refuse } from './setting-error';

/** Parses a JSON object of limited depth and size. */
export function parseJsonObject(value: string): Readonly<Record<string, unknown>> {
  const document = parseJson(value);
  if (typeof document !== 'object' || document === null || Array.isArray(document)) refuse('must be a JSON object');
  return document as Record<string, unknown>;
}

function parseJson(value: string): unknown {
  try {
    return parseStrictJson(value, { maxDepth: 8, maxValues: 1000 });
  } catch {
    // The original message may contain a member name of the value, which must not be logged.
    return refuse('must be strict JSON');
  }
}

const NETWORKS: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** Parses a comma-separated list of addresses, networks in CIDR notation, and names of private networks in Express. */
export function parseAddressList(value: string): readonly string[] {
  const entries = value.split(',').map((entry) => entry.trim());
  const addresses = entries.filter((entry) => entry !== '');
  if (!addresses.every(isAddress)) refuse('must list addresses, networks (10.0.0.0/8) or loopback');
  return addresses;
}

function isAddress(entry: string): boolean {
  if (NETWORKS.has(entry)) return true;
  const [address = '', bits, ...rest] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

const BASE_PATH_MAX_CHARS = 128;
const ORIGINS_MAX = 32;

/** A path of plain segments without a slash at its end; empty for none. */
export function parseBasePath(value: string): string {
  const path = trimEndOf(value, /\//);
  const segments = path.split('/').slice(1);
  const isPlain = path.startsWith('/') && segments.every((segment) => /^[A-Za-z0-9_~-][A-Za-z0-9._~-]*$/.test(segment));
  if (path !== '' && (!isPlain || path.length > BASE_PATH_MAX_CHARS)) refuse('must be a path such as /media');
  // Otherwise, a request for a route of the service would look like a request that the proxy forwards.
  if (segments[0] === 'api' || segments[0] === 'health') refuse('must not begin with /api or /health');
  return path;
}

/** A comma-separated list of origins, or `*` alone. */
export function parseOrigins(value: string): readonly string[] {
  const origins = value.split(',').map((origin) => origin.trim());
  const given = origins.filter((origin) => origin !== '');
  const isValid = (origin: string): boolean => URL.canParse(origin) && new URL(origin).origin === origin;
  if (given.length > ORIGINS_MAX || !(given.every(isValid) || (given.length === 1 && given[0] === '*'))) {
    refuse(`must list at most ${ORIGINS_MAX} origins such as https://app.example, or be *`);
  }
  return given;
}

/** Returns the URL of a PostgreSQL database. */
export function requireDatabaseUrl(value: string): string {
  const protocol = URL.canParse(value) ? new URL(value).protocol : '';
  if (protocol !== 'postgres:' && protocol !== 'postgresql:') refuse('must be a postgres:// URL');
  const methods = new URL(value).searchParams.getAll('require_auth');
  if (methods.some((method) => method !== 'scram-sha-256')) refuse('may require only require_auth=scram-sha-256');
  return value;
}

/** Requires an http or https URL without credentials, query or fragment. Removes trailing slashes. */
export function requireHttpUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : refuse('must be a URL');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') refuse('must be an http or https URL');
  if (url.username !== '' || url.password !== '') refuse('must not contain credentials');
  if (url.search !== '' || url.hash !== '') refuse('must have no query and no fragment');
  return trimEndOf(value, /\//);
}

/** A URL of an OTLP receiver; empty for none. */
export function parseTracesUrl(value: string): string {
  return value === '' ? '' : requireHttpUrl(value);
}

/** Requires an https URL. For a loopback address, http is allowed. */
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
