/** Takes secrets out of payloads before they are stored. Pure, in linear time, without recursion. */
import { toWellFormed } from '../../common/text/well-formed';

/** What stands in place of a secret. */
export const REDACTED = '[redacted]';
/** What stands in place of arrays and objects below the deepest level kept. */
export const NESTED = '[nested]';
/** Levels of arrays and objects that are kept: what PostgreSQL and every JSON library read without trouble. */
export const KEPT_LEVELS = 64;

/** A JSON value; objects made here have no prototype, so that no name means anything to them. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Whole names of members that hold secrets, in the form of `plainName`. */
const SECRET_NAMES: ReadonlySet<string> = new Set(['auth', 'pin', 'pwd', 'pass', 'jwt', 'otp', 'dsn', 'sid', 'csrf']);

/** Parts of names that give a secret away. */
const SECRET_PART =
  /passw|passphrase|passcode|secret|apikey|accesskey|privatekey|signingkey|encryptionkey|authorization|credential|cookie|bearer|sessionid|connectionstring|(?:token|authtoken|accesstoken|refreshtoken)$/;

/** Whether a member of this name is taken for a secret, however it is written (`API-Key`, `apiKey`, `ａｐｉ_key`). */
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

/** A text without what looks like a secret in it; well-formed and free of what cannot be stored. Linear time. */
export function redactText(text: string): string {
  let redacted = redactWebTokens(toStorable(text).replace(PRIVATE_KEY, REDACTED));
  for (const [pattern, replacement] of SECRETS_IN_TEXT) redacted = redacted.replace(pattern, replacement);
  return redacted;
}

const WEB_TOKEN_START = /\beyJ[\w-]{5}/;
const WEB_TOKEN_PART_MIN_CHARS = 5;

/**
 * Replaces JSON Web Tokens: three parts with dots between, of which the first begins as encoded JSON does. Reads each
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
 * A copy of a JSON value that may be stored: secrets by name or by look replaced, texts well-formed, levels below
 * the 64th replaced. Takes input of any depth; what is no JSON (functions, `undefined`) becomes null.
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

/** An object on which `__proto__` is a member like any other. */
export function emptyObject(): { [name: string]: Json } {
  return Object.create(null) as { [name: string]: Json };
}
