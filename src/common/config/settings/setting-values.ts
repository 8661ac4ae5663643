/** Readers of settings that are more than a number or a word. Each refuses without repeating the value. */
import { isIP } from 'node:net';
import { parseStrictJson } from '../../json/strict-json';
import { trimEndOf } from '../../text/text';

/** What a value must be; the message never holds the value. */
export class SettingError extends Error {}

/** Ends the reading of a value with a message that must not hold it. */
export function refuse(message: string): never {
  throw new SettingError(message);
}

const PLACEHOLDER = /change.?me|replace.?me|placeholder|example|your.{0,5}secret|super.?secret|insecure|password/i;

/** A secret that nobody guesses. */
export function requireStrongSecret(value: string): string {
  if (Buffer.byteLength(value) < 32) refuse('must have at least 32 bytes');
  if (new Set(value).size < 10) refuse('must have at least 10 distinct characters');
  if (PLACEHOLDER.test(value)) refuse('must not be a placeholder');
  return value;
}

/** A JSON object of bounded depth. */
export function parseJsonObject(value: string): Readonly<Record<string, unknown>> {
  const document = parseJson(value);
  if (typeof document !== 'object' || document === null || Array.isArray(document)) refuse('must be a JSON object');
  return document as Record<string, unknown>;
}

function parseJson(value: string): unknown {
  try {
    return parseStrictJson(value, { maxDepth: 8, maxValues: 1000 });
  } catch {
    // The problem may name a member; the operator knows the text, the log must not.
    return refuse('must be strict JSON');
  }
}

const NETWORKS: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** A comma-separated list of addresses, networks in CIDR form, or Express' names for private networks. */
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

/** An http or https URL without credentials, query or fragment. */
export function requireHttpUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : refuse('must be a URL');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') refuse('must be an http or https URL');
  if (url.username !== '' || url.password !== '') refuse('must not hold credentials');
  if (url.search !== '' || url.hash !== '') refuse('must have no query and no fragment');
  return trimEndOf(value, /\//);
}

/** An https URL; plain http to this machine alone. */
export function requireTrustedUrl(value: string): string {
  const checked = requireHttpUrl(value);
  const { protocol, hostname } = new URL(checked);
  if (protocol !== 'https:' && !isLoopback(hostname)) refuse('must be https (http is for loopback only)');
  return checked;
}

/** Whether a host name or address names this machine alone. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}
