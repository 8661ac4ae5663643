import { isUtf8 } from 'node:buffer';
import { parseObject } from './token-claims';
import type { TokenRefusal } from './token-refusals';

/** The parts of a signed token whose signature has not been checked. */
export interface TokenParts {
  readonly algorithm: string;
  readonly keyId: string | null;
  /** The decoded payload. It may not be JSON. */
  readonly payload: string;
}

/** What the header of a token may contain. */
export interface HeaderRules {
  readonly algorithms: readonly string[];
  /** Whether a token must have the id of its key (`kid`). Tokens of earlier releases of this service have none. */
  readonly keyId: 'required' | 'optional';
  /**
   * Accepted values of `typ` in lower case; `none` accepts tokens without `typ`. Null accepts exactly the `typ` of
   * tokens of this service.
   */
  readonly types: readonly string[] | null;
}

/** Maximum length of a token in characters. */
const TOKEN_MAX_CHARS = 8192;

/** The `typ` of tokens of this service (RFC 9068). */
export const TOKEN_TYPE = 'at+jwt';
/** Value that stands for a missing `typ`. */
const NO_TOKEN_TYPE = 'none';

const KEY_ID = /^[\x21-\x7e]{1,256}$/;
/**
 * Header members that contain or locate a key, change how the token is read (`crit`, `b64`), or belong to nested,
 * encrypted or compressed tokens.
 */
const REFUSED_HEADERS = ['crit', 'jku', 'jwk', 'x5u', 'x5c', 'b64', 'zip', 'enc', 'epk', 'cty'];

/**
 * Splits a compact JWS into its parts before the signature is checked. Returns the reason of the refusal if the token
 * is too long or malformed, or if its header is refused.
 */
export function readTokenParts(token: string, rules: HeaderRules): TokenParts | TokenRefusal {
  if (token.length > TOKEN_MAX_CHARS) return 'too-long';
  const [head, body, signature, ...furtherParts] = token.split('.');
  if (head === undefined || body === undefined || !signature || furtherParts.length > 0) return 'malformed';
  if (decodeBytes(signature) === null) return 'malformed';
  const payload = decodeText(body);
  const headerText = decodeText(head);
  const header = headerText === null ? null : parseObject(headerText);
  if (header === null || payload === null) return 'malformed';
  if (!isAcceptedType(header.typ, rules.types)) return 'wrong-type';
  if (typeof header.alg !== 'string' || !rules.algorithms.includes(header.alg)) return 'wrong-algorithm';
  if (REFUSED_HEADERS.some((name) => Object.hasOwn(header, name))) return 'refused-header';
  const keyId = readKeyId(header.kid, rules.keyId);
  return keyId === undefined ? 'wrong-key-id' : { algorithm: header.alg, keyId, payload };
}

/**
 * Returns whether the `typ` is accepted. A list of types ignores case, because `typ` is a media type (RFC 7515,
 * section 4.1.9).
 */
function isAcceptedType(type: unknown, types: readonly string[] | null): boolean {
  if (types === null) return type === TOKEN_TYPE;
  if (type === undefined) return types.includes(NO_TOKEN_TYPE);
  const name = typeof type === 'string' ? type.toLowerCase() : NO_TOKEN_TYPE;
  return name !== NO_TOKEN_TYPE && types.includes(name);
}

/** Returns the key id; null if the token has none and needs none; undefined if the rule refuses the key id. */
function readKeyId(keyId: unknown, rule: HeaderRules['keyId']): string | null | undefined {
  if (rule === 'optional' && keyId === undefined) return null;
  return typeof keyId === 'string' && KEY_ID.test(keyId) ? keyId : undefined;
}

function decodeText(part: string): string | null {
  const bytes = decodeBytes(part);
  return bytes !== null && isUtf8(bytes) ? bytes.toString() : null;
}

/** Decodes base64url; null for an encoding that is not canonical, so that each token has one spelling. */
function decodeBytes(part: string): Buffer | null {
  const bytes = Buffer.from(part, 'base64url');
  return bytes.toString('base64url') === part ? bytes : null;
}
