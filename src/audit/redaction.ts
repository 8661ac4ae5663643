/** Takes secrets out of payloads before they are stored. Pure, in linear time, without recursion. */
import { toWellFormed } from '../common/well-formed';

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

/** Each with bounded repetition, so that no text makes them look back far. */
const SECRETS_IN_TEXT: readonly [RegExp, string][] = [
  [/-----BEGIN [A-Z ]{0,32}PRIVATE KEY-----(?:[^]*?-----END [A-Z ]{0,32}PRIVATE KEY-----|[^]*)/g, REDACTED],
  [/\beyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]*/g, REDACTED],
  [/\b(bearer)(\s{1,4})(?=[\w.~+/=-]{0,256}\d)[\w.~+/=-]{8,}/gi, `$1$2${REDACTED}`],
  [/(\b[a-z][a-z0-9+.-]{1,15}:\/\/[^\s/:@]{0,128}:)[^\s/@]{1,256}@/gi, `$1${REDACTED}@`],
  [
    new RegExp(
      `((?:${NAMES_IN_TEXT})\\\\{0,4}["']?\\s{0,4}[:=]\\s{0,4}\\\\{0,4})("[^"]*"?|'[^']*'?|(?:(?:basic|bearer|digest)\\s{1,4})?[^\\s"',;&})\\]]+)`,
      'gi',
    ),
    `$1${REDACTED}`,
  ],
];

/** A text without what looks like a secret in it; well-formed and free of what cannot be stored. */
export function redactText(text: string): string {
  let redacted = toWellFormed(text).replace(/[\0\uFFFE\uFFFF]/g, '\uFFFD');
  for (const [pattern, replacement] of SECRETS_IN_TEXT) redacted = redacted.replace(pattern, replacement);
  return redacted;
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
