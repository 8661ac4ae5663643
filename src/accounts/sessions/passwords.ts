import { hash, verify } from '@node-rs/argon2';
import { bulkhead, BulkheadRejectedError } from 'cockatiel';
import { randomBytes } from 'node:crypto';
import { keepResolved } from '../../common/processes/keep-resolved';
import { Problem } from '../../common/problems/problem';

/**
 * Bounds of a new password, in code points. As in `length` of class-validator, a variation selector (U+FE0E or U+FE0F)
 * after another character does not count.
 */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 256;

/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. A hash takes 20 to 60 ms. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Maximum number of hashes that are computed at the same time. Each uses one core and 19 MiB. */
const CONCURRENT_MAX = 4;
/** Maximum number of hashes that wait to be computed. */
const WAITING_MAX = 64;

/** Hashes and checks a limited number of passwords at a time. Throws `overloaded` if too many wait. */
export class Passwords {
  private readonly queue = bulkhead(CONCURRENT_MAX, WAITING_MAX);
  /**
   * Returns a hash to compare the password with if no account has the name. The check then takes as long as for a known
   * name, so its time does not reveal which names exist. Does not use the queue, because a full queue would refuse it.
   */
  private readonly getDecoyHash = keepResolved(() => hash(randomBytes(24).toString('base64'), PARAMETERS));

  /** Returns the argon2id hash of a password, with its salt and parameters. */
  hash(password: string): Promise<string> {
    return this.runLimited(() => hash(password.normalize('NFC'), PARAMETERS));
  }

  /** Returns whether the password matches the hash. Without a hash, returns false after the same work. */
  async matches(password: string, passwordHash: string | null): Promise<boolean> {
    // Each check calls this, even for a known name, so the first check of the process hashes the decoy. `keepResolved`
    // handles a rejection that is not awaited here.
    const decoyHash = this.getDecoyHash();
    const comparedHash = passwordHash ?? (await decoyHash);
    const matches = await this.runLimited(() => verify(comparedHash, password.normalize('NFC')));
    return matches && passwordHash !== null;
  }

  private async runLimited<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.queue.execute(work);
    } catch (error) {
      if (error instanceof BulkheadRejectedError) throw Problem.overloaded(1);
      throw error;
    }
  }
}
