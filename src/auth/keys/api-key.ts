/** Pure functions that create API keys, and that check whether a text has the form of one. */
import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * The pattern of API keys, also for secret scanners: a prefix, 32 random bytes and the CRC-32 of the text before it,
 * in lower-case hex. The checksum tells keys from texts that only look like keys.
 */
export const API_KEY_PATTERN = /^irmkey_[0-9a-f]{72}$/;
export const API_KEY_PREFIX = 'irmkey_';

const SECRET_BYTES = 32;
const CHECKSUM_CHARS = 8;

/** A new key. The service stores only the hash. */
interface GeneratedApiKey {
  /** The text that the program sends as its bearer token. */
  readonly key: string;
  readonly hash: Buffer;
}

/** Creates a key of 256 random bits. */
export function makeApiKey(): GeneratedApiKey {
  const body = `${API_KEY_PREFIX}${randomBytes(SECRET_BYTES).toString('hex')}`;
  const key = `${body}${checksumOf(body)}`;
  return { key, hash: hashOf(key) };
}

/** Returns the hash under which a key is stored; null if the text is not a key. */
export function findApiKeyHash(text: string): Buffer | null {
  if (!API_KEY_PATTERN.test(text)) return null;
  const body = text.slice(0, -CHECKSUM_CHARS);
  return text.slice(-CHECKSUM_CHARS) === checksumOf(body) ? hashOf(text) : null;
}

function checksumOf(body: string): string {
  return crc32(body).toString(16).padStart(CHECKSUM_CHARS, '0');
}

/** The secret has 256 random bits, so a fast hash without salt is enough. */
function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
