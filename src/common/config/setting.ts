/** The kinds of settings: what the schema of the configuration is made of. */
import Joi from 'joi';
import { isIP } from 'node:net';
import { parseStrictJson } from '../json/strict-json';
import { trimEndOf } from '../text/text';

/** One environment variable: how it is read, what it means, and what it is when absent. */
export interface Setting<T> {
  readonly schema: Joi.Schema<T>;
  /** One sentence for the operator, units and bounds included. */
  readonly description: string;
  /** As it would be written in the environment; undefined when there is none. */
  readonly fallback?: string;
}

/** The value type of a setting. */
export type SettingValue<S> = S extends Setting<infer T> ? T : never;

/** What a value must be; the message never holds the value. */
export class SettingError extends Error {}

/** A whole number within bounds. */
export function integer(fallback: number, min: number, max: number, description: string): Setting<number> {
  const schema = Joi.number<number>().integer().min(min).max(max).empty('').default(fallback);
  return { schema, description: `${description} ${min}..${max}.`, fallback: String(fallback) };
}

/** A whole number within bounds, or absent. */
export function optionalInteger(min: number, max: number, description: string): Setting<number | undefined> {
  const schema = Joi.number<number | undefined>().integer().min(min).max(max).empty('');
  return { schema, description: `${description} ${min}..${max}.` };
}

/** `1` or `0` (also `true` and `false`). */
export function flag(fallback: boolean, description: string): Setting<boolean> {
  const schema = Joi.boolean<boolean>().truthy('1').falsy('0').empty('').default(fallback);
  return { schema, description: `${description} 0 or 1.`, fallback: fallback ? '1' : '0' };
}

/** One of a few words. */
export function choice<T extends string>(fallback: T, values: readonly T[], description: string): Setting<T> {
  const schema = Joi.string<T>()
    .valid(...values)
    .empty('')
    .default(fallback);
  return { schema, description: `${description} One of ${values.join(', ')}.`, fallback };
}

/** A text with a default. */
export function text(fallback: string, description: string): Setting<string> {
  return { schema: Joi.string<string>().max(1024).empty('').default(fallback), description, fallback };
}

/** A text without a default. `check` throws through `refuse`; it may also normalise. */
export function optional(description: string, check?: (value: string) => string): Setting<string | undefined> {
  const schema = Joi.string<string>().max(4096).empty('').optional();
  return { schema: check === undefined ? schema : schema.custom(check), description };
}

/** A value written as text and read by `parse`, which throws through `refuse`. */
export function parsed<T extends object | string>(
  fallback: string,
  parse: (text: string) => T,
  description: string,
): Setting<T> {
  const schema = Joi.string<string>().max(65536).empty('').custom(parse).default(parse(fallback));
  return { schema: schema as Joi.Schema as Joi.Schema<T>, description, fallback };
}

/** A secret without a default, refused when it is short, monotonous or a well-known placeholder. */
export function secret(description: string): Setting<string | undefined> {
  return optional(`${description} At least 32 bytes, for example from: openssl rand -base64 48`, requireStrongSecret);
}

/** Ends the reading of a value with a message that must not hold it. */
export function refuse(message: string): never {
  throw new SettingError(message);
}

const PLACEHOLDER = /change.?me|replace.?me|placeholder|example|your.{0,5}secret|super.?secret|insecure|password/i;

function requireStrongSecret(value: string): string {
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
