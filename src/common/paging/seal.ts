/** Sealed texts: values that clients store and send back, but cannot read or change. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';

/** Maximum length of a sealed text, in characters. Longer texts are refused without decoding. */
export const SEALED_MAX_CHARS = 2048;

/** The secrets from which the keys are derived. */
export interface SealSecrets {
  /** Seals and opens. At least 32 bytes. */
  readonly secret: string | Buffer;
  /** Secrets that only open texts, for the rotation of the secret. Default: none. */
  readonly accepted?: readonly (string | Buffer)[];
}

interface SealKeys {
  readonly encryption: Buffer;
  readonly nonce: Buffer;
}

const MINIMUM_SECRET_BYTES = 32;
const KEY_BYTES = 32;
/** Layout: nonce, AES-256-GCM ciphertext, tag. It has no header, because each key has one purpose and version. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const OVERHEAD_BYTES = NONCE_BYTES + TAG_BYTES;

/** Maximum number of bytes that fit into a sealed text. */
export const SEALED_MAX_BYTES = Math.floor((SEALED_MAX_CHARS * 3) / 4) - OVERHEAD_BYTES;

/**
 * Seals bytes with AES-256-GCM. The nonce is an HMAC of the bytes and their context: equal bytes in equal contexts get
 * equal texts, and all others get different nonces. HKDF derives the keys, which are the same on every instance.
 */
export class Seal {
  private readonly current: SealKeys;
  private readonly openingKeys: readonly SealKeys[];

  /**
   * `purpose` names the kind of the sealed texts and its version. `open` refuses texts of other purposes. Throws if a
   * secret has fewer than 32 bytes.
   */
  constructor({ secret, accepted = [] }: SealSecrets, purpose: string) {
    this.current = deriveKeys(secret, purpose);
    this.openingKeys = [this.current, ...accepted.map((other) => deriveKeys(other, purpose))];
  }

  /**
   * Seals bytes for a context, such as the request that they belong to. The text does not contain the context, but
   * `open` needs it. Throws a RangeError if the text would be longer than 2,048 characters.
   */
  seal(content: Buffer, context = ''): string {
    if (content.length > SEALED_MAX_BYTES) throw new RangeError('The content of a sealed text is too long.');
    const associated = Buffer.from(context);
    const nonce = syntheticNonce(this.current.nonce, associated, content);
    const cipher = createCipheriv('aes-256-gcm', this.current.encryption, nonce).setAAD(associated);
    return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]).toString('base64url');
  }

  /** Returns the bytes of a text that `seal` made for this context; null for every other text. */
  open(text: string, context = ''): Buffer | null {
    if (text.length > SEALED_MAX_CHARS) return null;
    const bytes = Buffer.from(text, 'base64url');
    // Node.js also decodes other spellings of the same bytes. Only the spelling that Node.js writes is accepted.
    if (bytes.length < OVERHEAD_BYTES || bytes.toString('base64url') !== text) return null;
    const associated = Buffer.from(context);
    for (const keys of this.openingKeys) {
      const content = decrypt(keys, bytes, associated);
      if (content !== null) return content;
    }
    return null;
  }
}

function deriveKeys(secret: string | Buffer, purpose: string): SealKeys {
  if (Buffer.byteLength(secret) < MINIMUM_SECRET_BYTES) throw new Error('A seal secret must have at least 32 bytes.');
  const derive = (use: string): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, '', `intelligence/${purpose}/${use}`, KEY_BYTES));
  return { encryption: derive('encryption'), nonce: derive('nonce') };
}

/**
 * Returns a nonce that depends on context and content. The length of the context separates them in the input of the
 * HMAC.
 */
function syntheticNonce(key: Buffer, associated: Buffer, content: Buffer): Buffer {
  return createHmac('sha256', key)
    .update(`${associated.length}\n`)
    .update(associated)
    .update(content)
    .digest()
    .subarray(0, NONCE_BYTES);
}

/** Returns the decrypted bytes; null if the tag does not match. OpenSSL compares the tag in constant time. */
function decrypt({ encryption }: SealKeys, bytes: Buffer, associated: Buffer): Buffer | null {
  const end = bytes.length - TAG_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', encryption, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(associated).setAuthTag(bytes.subarray(end));
  const content = decipher.update(bytes.subarray(NONCE_BYTES, end));
  try {
    return Buffer.concat([content, decipher.final()]);
  } catch {
    return null;
  }
}
