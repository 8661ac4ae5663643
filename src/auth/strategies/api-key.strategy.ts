import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import passport from 'passport';
import { API_KEY_PREFIX, findApiKeyHash } from '../keys/api-key';
import { findBearerToken } from './bearer-token';
import type { PresentedKey } from '../credentials';
import { refuseToken } from '../tokens/token-refusals';
import { registerStrategy } from './register-strategy';

/**
 * Accepts API keys as bearer tokens, in addition to the tokens that `AUTH_MODE` selects, and leaves all other tokens to
 * the next strategy. Checks only the form of a key. The guard then calls `ApiKeys`, which reads it from the database.
 */
@Injectable()
export class ApiKeyStrategy extends passport.Strategy {
  /** Unique name, by which the guard selects this strategy. */
  readonly registeredName = registerStrategy(this);

  /** Refuses a token that begins like an API key but does not have its form. */
  override authenticate(request: Request): void {
    const key = findBearerToken(request);
    if (key?.startsWith(API_KEY_PREFIX) !== true) return this.fail(401);
    const keyHash = findApiKeyHash(key);
    if (keyHash === null) this.error(refuseToken('malformed-key'));
    else this.success({ keyHash } satisfies PresentedKey);
  }
}
