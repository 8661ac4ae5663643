import { findObject } from './token-claims';
import type { TokenRefusal } from './token-refusals';

/** A signed token taken apart, its signature not yet checked. */
export interface TokenParts {
  readonly algorithm: string;
  readonly keyId: string | null;
  /** The payload as JSON text. */
  readonly payload: string;
}

/** Which headers a token may have. */
export interface HeaderRules {
  readonly algorithms: readonly string[];
  /** Whether a token must name its key. Our own tokens of earlier releases name none. */
  readonly keyId: 'required' | 'optional';
  /** Values of `typ` in lower case, `none` for an absent one. Null: as our own tokens have it, to the letter. */
  readonly types: readonly string[] | null;
}

/** The longest token looked at, in characters. */
export const TOKEN_MAX_CHARS = 8192;

/** The `typ` of our own tokens (RFC 9068). */
export const TOKEN_TYPE = 'at+jwt';
/** What stands for a header without `typ`. */
export const NO_TOKEN_TYPE = 'none';

const KEY_ID = /^[\x21-\x7e]{1,256}$/;
/** Each would have the token itself say what to trust, or change what the signature means. */
const REFUSED_HEADERS = ['crit', 'jku', 'jwk', 'x5u', 'x5c', 'b64', 'zip', 'enc', 'epk', 'cty'];
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Takes a compact JWS apart before any signature work. It must have three canonically encoded parts, a header of a type
 * that is taken and with nothing to trust in it, and one of the pinned algorithms; else gives why not.
 */
export function readTokenParts(token: string, rules: HeaderRules): TokenParts | TokenRefusal {
  if (token.length > TOKEN_MAX_CHARS) return 'too-long';
  const [head, body, signature, ...rest] = token.split('.');
  if (head === undefined || body === undefined || !signature || rest.length > 0) return 'malformed';
  if (findBytes(signature) === null) return 'malformed';
  const payload = findText(body);
  const headerText = findText(head);
  const header = headerText === null ? null : findObject(headerText);
  if (header === null || payload === null) return 'malformed';
  if (!isTaken(header.typ, rules.types)) return 'wrong-type';
  if (typeof header.alg !== 'string' || !rules.algorithms.includes(header.alg)) return 'wrong-algorithm';
  if (REFUSED_HEADERS.some((name) => Object.hasOwn(header, name))) return 'refused-header';
  const keyId = readKeyId(header.kid, rules.keyId);
  return keyId === undefined ? 'wrong-key-id' : { algorithm: header.alg, keyId, payload };
}

/** Types are media types without their `application/` as a rule, and so have no case (RFC 7515, section 4.1.9). */
function isTaken(type: unknown, types: readonly string[] | null): boolean {
  if (types === null) return type === TOKEN_TYPE;
  if (type === undefined) return types.includes(NO_TOKEN_TYPE);
  const name = typeof type === 'string' ? type.toLowerCase() : NO_TOKEN_TYPE;
  return name !== NO_TOKEN_TYPE && types.includes(name);
}

/** Undefined when it is not as the rule asks. */
function readKeyId(keyId: unknown, rule: HeaderRules['keyId']): string | null | undefined {
  if (rule === 'optional' && keyId === undefined) return null;
  return typeof keyId === 'string' && KEY_ID.test(keyId) ? keyId : undefined;
}

function findText(part: string): string | null {
  const bytes = findBytes(part);
  if (bytes === null) return null;
  try {
    return UTF8.decode(bytes);
  } catch {
    return null;
  }
}

/** Bytes of a base64url text; null if another text stands for the same bytes, so that each token has one spelling. */
function findBytes(part: string): Buffer | null {
  const bytes = Buffer.from(part, 'base64url');
  return bytes.toString('base64url') === part ? bytes : null;
}
