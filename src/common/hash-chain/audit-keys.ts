/** Makes and checks keyed hashes (HMAC) of audit records. Only a holder of the key can make a keyed hash. */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** A keyed hash and the id of its key; both null if a record or head has no keyed hash. */
export interface KeyedHash {
  readonly key_id: string | null;
  /** HMAC-SHA256 in hex. */
  readonly keyed_hash: string | null;
}

export const NO_KEYED_HASH: KeyedHash = { key_id: null, keyed_hash: null };

/**
 * Result of checking a keyed hash. `genuine`: it matches the text. `forged`: it does not match, or only one of the hash
 * and the id of its key is present. `unknown_key`: its key is not configured. `absent`: both are missing.
 */
export type KeyedHashState = 'genuine' | 'forged' | 'unknown_key' | 'absent';

/** The configured secrets, from which the HMAC keys are derived. */
export interface AuditSecrets {
  /** Current key, which makes and checks keyed hashes; undefined if none is configured. */
  readonly key: string | undefined;
  /** Earlier keys, which only check keyed hashes. */
  readonly accepted: readonly string[];
}

interface AuditKey {
  readonly id: string;
  readonly bytes: Buffer;
}

/** Makes keyed hashes with the current key, and checks keyed hashes with all configured keys. */
export class AuditKeys {
  private readonly current: AuditKey | null;
  private readonly byId: ReadonlyMap<string, AuditKey>;

  constructor({ key, accepted }: AuditSecrets) {
    this.current = key === undefined ? null : deriveKey(key);
    const earlier = accepted.map(deriveKey);
    this.byId = new Map([...earlier, ...(this.current === null ? [] : [this.current])].map((each) => [each.id, each]));
  }

  /** Id of the current key; null without a key. */
  get currentId(): string | null {
    return this.current?.id ?? null;
  }

  /** Throws an `Error` without a current key. */
  requireCurrent(): void {
    if (this.current === null) throw new Error('There is no current key.');
  }

  /** Makes the keyed hash of a text with the current key. Returns `NO_KEYED_HASH` without a key. */
  sign(text: string): KeyedHash {
    if (this.current === null) return NO_KEYED_HASH;
    return { key_id: this.current.id, keyed_hash: hmacOf(this.current, text).toString('hex') };
  }

  /** Checks a stored keyed hash against a text. Never throws. */
  check(text: string, { key_id, keyed_hash }: KeyedHash): KeyedHashState {
    if (key_id === null && keyed_hash === null) return 'absent';
    if (key_id === null || keyed_hash === null) return 'forged';
    const key = this.byId.get(key_id);
    if (key === undefined) return 'unknown_key';
    const stored = Buffer.from(keyed_hash, 'hex');
    const expected = hmacOf(key, text);
    return stored.length === expected.length && timingSafeEqual(stored, expected) ? 'genuine' : 'forged';
  }

  /**
   * Makes the keyed hash of the head of a chain after an append. `text` describes the new head. `previous` is the old
   * head; null for the first append. Returns `NO_KEYED_HASH` without a key. Also returns it if `previous` is not
   * genuine, because an append must not confirm a change that bypassed the service.
   */
  signNextHead(text: string, previous: { readonly text: string; readonly keyedHash: KeyedHash } | null): KeyedHash {
    if (previous !== null && this.check(previous.text, previous.keyedHash) !== 'genuine') return NO_KEYED_HASH;
    return this.sign(text);
  }
}

/** Derives a key that is used only for keyed hashes, and an id that does not reveal the key. */
function deriveKey(secret: string): AuditKey {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'intelligence/audit/keyed-hash', 32));
  const id = createHmac('sha256', bytes).update('key id').digest('base64url').slice(0, 16);
  return { id, bytes };
}

function hmacOf({ bytes }: AuditKey, text: string): Buffer {
  return createHmac('sha256', bytes).update(text).digest();
}
