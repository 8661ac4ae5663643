import { createHmac, createPrivateKey, type KeyObject, randomUUID, sign } from 'node:crypto';
import type { Config } from '../../../src/common/config/config';

/** A token part before it is encoded: an object, which is encoded as JSON, or any text. */
export type TokenPart = Record<string, unknown> | string;

/**
 * Returns the claims of a user's token that are valid for a configuration. `changes` overrides claims; `undefined`
 * removes a claim.
 */
export function validClaims({ auth }: Config, changes: Record<string, unknown> = {}): Record<string, unknown> {
  const now = Math.floor(Date.now() / 1000);
  return { iss: auth.issuer, aud: auth.audience, sub: randomUUID(), iat: now, exp: now + 600, ...changes };
}

/** Returns the header and the payload of a token, encoded, without a signature. */
export function signingInput(header: TokenPart, payload: TokenPart): string {
  return `${encode(header)}.${encode(payload)}`;
}

/** Returns a token signed with a secret. The header does not affect the algorithm of the signature. */
export function hmacToken(header: TokenPart, payload: TokenPart, secret: string, hash = 'sha256'): string {
  const input = signingInput(header, payload);
  return `${input}.${createHmac(hash, secret).update(input).digest('base64url')}`;
}

/** Returns a token signed with a private key: with RS256 for an RSA key, with ES256 for a key of the curve P-256. */
export function keyToken(header: TokenPart, payload: TokenPart, key: KeyObject): string {
  const input = signingInput(header, payload);
  // `ieee-p1363` is the form of an ES256 signature (RFC 7518). It has no effect on an RSA signature.
  const signature = sign('sha256', Buffer.from(input), { key: createPrivateKey(pem(key)), dsaEncoding: 'ieee-p1363' });
  return `${input}.${signature.toString('base64url')}`;
}

function pem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function encode(part: TokenPart): string {
  return Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url');
}
