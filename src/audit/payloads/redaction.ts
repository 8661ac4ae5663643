/** Removes secrets from payloads before they are stored. Pure, in linear time, without recursion. */
import { toWellFormed } from '../../common/text/well-formed';

/** Replacement for a secret. */
export const REDACTED = '[redacted]';
/** Replacement for arrays and objects below the last level that is kept. */
export const NESTED = '[nested]';
/** Number of levels of arrays and objects that are kept. PostgreSQL and common JSON libraries can read this many. */
export const KEPT_LEVELS = 64;

/** A JSON value. Objects created here have no prototype, so that names such as `__proto__` are ordinary members. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Names of members that contain secrets, in the form that `plainName` returns. */
const SECRET_NAMES: ReadonlySet<string> = new Set(['auth', 'pin', 'pwd', 'pass', 'jwt', 'otp', 'dsn', 'sid', 'csrf']);

/** Parts of names of members that contain secrets. */
const SECRET_PART =
  /passw|passphrase|passcode|secret|apikey|accesskey|privatekey|signingkey|encryptionkey|authorization|credential|cookie|bearer|sessionid|connectionstring|(?:token|authtoken|accesstoken|refreshtoken)$/;

/** Whether a member with this name is treated as a secret, in any spelling (`API-Key`, `apiKey`, `ａｐｉ_key`). */
export function isSecretName(name: string): boolean {
  const plain = plainName(name);
  return SECRET_NAMES.has(plain) || SECRET_PART.test(plain);
}

function plainName(name: string): string {
  return name
    .slice(0, 256)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

const NAMES_IN_TEXT =
  'pass(?:word|wd|phrase|code)|pwd|secret|api[_-]?key|access[_-]?key|private[_-]?key|authorization|credentials?|token';

const PRIVATE_KEY = /-----BEGIN [A-Z ]{0,32}PRIVATE KEY-----(?:[^]*?-----END [A-Z ]{0,32}PRIVATE KEY-----|[^]*)/g;

const SECRETS_IN_TEXT: readonly [RegExp, string][] = [
  [/\b(bearer)(\s{1,4})(?=[\w.~+/=-]{0,256}\d)[\w.~+/=-]{8,}/gi, `$1$2${REDACTED}`],
  [/(:\/\/[^\s/:@]*:)[^\s/@]+@/g, `$1${REDACTED}@`],
  [
    new RegExp(
      `((?:${NAMES_IN_TEXT})\\\\{0,4}["']?\\s{0,4}[:=]\\s{0,4}\\\\{0,4})("[^"]*"?|'[^']*'?|(?:(?:basic|bearer|digest)\\s{1,4})?[^\\s"',;&})\\]]+)`,
      'gi',
    ),
    `$1${REDACTED}`,
  ],
];

/** Replaces everything in a text that looks like a secret. The result can be stored. Runs in linear time. */
export function redactText(text: string): string {
  let redacted = redactWebTokens(toStorable(text).replace(PRIVATE_KEY, REDACTED));
  for (const [pattern, replacement] of SECRETS_IN_TEXT) redacted = redacted.replace(pattern, replacement);
  return redacted;
}

const WEB_TOKEN_START = /\beyJ[\w-]{5}/;
const WEB_TOKEN_PART_MIN_CHARS = 5;

/**
 * Replaces JSON Web Tokens: three parts separated by dots, of which the first starts like Base64-encoded JSON. Reads each
 * part once.
 */
function redactWebTokens(text: string): string {
  if (!text.includes('eyJ')) return text;
  return text.replace(/[\w.-]+/g, (run) => {
    const parts = run.split('.');
    const kept: string[] = [];
    for (let index = 0; index < parts.length; index += 1) {
      const part = parts[index] ?? '';
      const isFirst = (parts[index + 1]?.length ?? 0) >= WEB_TOKEN_PART_MIN_CHARS && index + 2 < parts.length;
      const start = isFirst ? part.search(WEB_TOKEN_START) : -1;
      kept.push(start < 0 ? part : part.slice(0, start) + REDACTED);
      if (start >= 0) index += 2;
    }
    return kept.join('.');
  });
}

interface Work {
  readonly from: object;
  readonly to: Json[] | { [name: string]: Json };
  readonly level: number;
}

/**
 * Returns a copy of a JSON value that can be stored. Replaces secrets, found by member name or by format, and levels
 * below the 64th. Makes texts well-formed. Accepts input of any depth; values that are not JSON, such as functions or
 * `undefined`, become null.
 */
export function redactPayload(value: unknown): Json {
  const root: Json[] = [];
  const work: Work[] = [{ from: [value], to: root, level: 0 }];
  for (let next = work.pop(); next !== undefined; next = work.pop()) copyMembers(next, work);
  return root[0] ?? null;
}

function copyMembers({ from, to, level }: Work, work: Work[]): void {
  const copy = (member: unknown): Json => {
    if (typeof member !== 'object' || member === null) return toScalar(member);
    if (level >= KEPT_LEVELS) return NESTED;
    const target = Array.isArray(member) ? [] : emptyObject();
    work.push({ from: member, to: target, level: level + 1 });
    return target;
  };
  if (Array.isArray(to)) {
    for (const member of from as unknown[]) to.push(copy(member));
    return;
  }
  for (const [name, member] of Object.entries(from)) {
    to[toStorable(name)] = isSecretName(name) ? REDACTED : copy(member);
  }
}

function toScalar(value: unknown): Json {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'boolean') return value;
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function toStorable(name: string): string {
  return toWellFormed(name).replace(/[\0\uFFFE\uFFFF]/g, '\uFFFD');
}

/** An object without a prototype, in which `__proto__` is an ordinary member. */
export function emptyObject(): { [name: string]: Json } {
  return Object.create(null) as { [name: string]: Json };
}
