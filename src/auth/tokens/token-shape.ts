import { findObject } from './token-claims';

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
  /** With a key id: tokens of an issuer with several keys. Without: our own tokens, which name none. */
  readonly keyId: 'required' | 'refused';
}

/** The longest token looked at, in characters. */
export const TOKEN_MAX_CHARS = 8192;

const TOKEN_TYPE = 'at+jwt';
const KEY_ID = /^[\x21-\x7e]{1,256}$/;
/** Each would have the token itself say what to trust, or change what the signature means. */
const REFUSED_HEADERS = ['crit', 'jku', 'jwk', 'x5u', 'x5c', 'b64', 'zip', 'enc', 'epk', 'cty'];
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Takes a compact JWS apart before any signature work; null unless it has three canonically encoded parts, a header
 * with nothing to trust in it, and one of the pinned algorithms.
 */
export function findTokenParts(token: string, rules: HeaderRules): TokenParts | null {
  if (token.length > TOKEN_MAX_CHARS) return null;
  const [head, body, signature, ...rest] = token.split('.');
  if (head === undefined || body === undefined || !signature || rest.length > 0) return null;
  if (findBytes(signature) === null) return null;
  const header = findHeader(head, rules);
  const payload = findText(body);
  if (header === null || payload === null) return null;
  return { algorithm: header.algorithm, keyId: header.keyId, payload };
}

function findHeader(part: string, rules: HeaderRules): Omit<TokenParts, 'payload'> | null {
  const text = findText(part);
  const header = text === null ? null : findObject(text);
  if (header === null || header.typ !== TOKEN_TYPE) return null;
  if (typeof header.alg !== 'string' || !rules.algorithms.includes(header.alg)) return null;
  if (REFUSED_HEADERS.some((name) => Object.hasOwn(header, name))) return null;
  if (rules.keyId === 'refused') {
    return header.kid === undefined ? { algorithm: header.alg, keyId: null } : null;
  }
  if (typeof header.kid !== 'string' || !KEY_ID.test(header.kid)) return null;
  return { algorithm: header.alg, keyId: header.kid };
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
