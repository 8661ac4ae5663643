import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import passport from 'passport';
import { API_KEY_PREFIX, findApiKeyHash } from '../keys/api-key';
import { findBearerToken } from './bearer-token';
import type { PresentedKey } from '../credentials';
import { refuseToken } from '../tokens/token-refusals';
import { registerStrategy } from './register-strategy';

type VerifiedCallback = (error: unknown, presented: PresentedKey | null) => void;

/** Accepts bearer tokens with the prefix of API keys, and leaves all other tokens to the next strategy. */
class BearerKeyStrategy extends passport.Strategy {
  constructor(private readonly verify: (key: string, done: VerifiedCallback) => void) {
    super();
  }

  override authenticate(request: Request): void {
    const key = findBearerToken(request);
    if (key?.startsWith(API_KEY_PREFIX) !== true) {
      this.fail(401);
      return;
    }
    this.verify(key, (error, presented) => (presented === null ? this.error(error) : this.success(presented)));
  }
}

/**
 * Accepts API keys as bearer tokens, in addition to the tokens that `AUTH_MODE` selects. Checks only the form of a
 * key; `ApiKeys` then reads it from the database.
 */
@Injectable()
export class ApiKeyStrategy extends PassportStrategy(BearerKeyStrategy, 'api-key') {
  readonly registeredName = registerStrategy(this);

  /** Throws `unauthorized` if the text does not have the form of a key. */
  validate(key: string): PresentedKey {
    const keyHash = findApiKeyHash(key);
    if (keyHash === null) throw refuseToken('malformed-key');
    return { keyHash };
  }
}
