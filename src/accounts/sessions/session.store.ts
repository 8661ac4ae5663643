import { createHash, createHmac, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../common/config/config';
import { CONFIG } from '../../common/config/config.token';
import { toUuid } from '../../common/media-id';
import { DataSource, type EntityManager, In } from 'typeorm';
import { AuthSessionEntity } from '../../database/entities/accounts/auth-session.entity';
import { UserEntity } from '../../database/entities/accounts/user.entity';

/** A new refresh token, and the session that it continues. */
export interface IssuedSession {
  readonly sessionId: string;
  readonly userId: string;
  /** 64 characters: the session's id, 16 secret bytes of the session and 16 secret bytes of this token. */
  readonly refreshToken: string;
}

interface RefreshToken {
  readonly token: string;
  readonly hash: Buffer;
}

interface ParsedToken {
  readonly sessionId: string;
  /** The secret bytes of the session, which all its tokens contain. */
  readonly sessionSecret: Buffer;
  readonly bytes: Buffer;
  readonly hash: Buffer;
}

/** Maximum number of unexpired sessions of an account. Opening a further session ends the oldest one. */
const SESSIONS_MAX = 100;
const ID_BYTES = 16;
const SESSION_SECRET_BYTES = 16;
const TOKEN_SECRET_BYTES = 16;
const TOKEN_BYTES = ID_BYTES + SESSION_SECRET_BYTES + TOKEN_SECRET_BYTES;
/** Requests with the same refresh token within this time, such as from several browser tabs, get the same new token. */
const PARALLEL_SECONDS = 1;
/** Position of the version in the text of a UUID. */
const VERSION_INDEX = 14;
/** SQL expression for the expiry of a session that is opened or continued now, by the clock of the database. */
const EXPIRY = (): string => 'now() + make_interval(secs => :ttlSeconds)';

/**
 * Stores login sessions, each with the hash of its current refresh token. A token that is used twice was copied, so a
 * request with an earlier token ends the session. There is one exception: for a second after the last exchange, the
 * previous token can still be exchanged for the current one. The current token is derived from the previous one with a
 * key from `JWT_SECRET`. The keys of `JWT_SECRETS_ACCEPTED` are tried too, because another instance may use another
 * secret while the secret changes.
 *
 * The id of a session is a hash of a secret in its refresh tokens. Access tokens contain only the id, so nobody who
 * reads one can make a refresh token that ends the session.
 */
@Injectable()
export class SessionStore {
  private readonly key: Buffer;
  private readonly acceptedKeys: readonly Buffer[];

  constructor(
    private readonly dataSource: DataSource,
    @Inject(CONFIG) { auth }: Pick<Config, 'auth'>,
  ) {
    // Without local accounts, the secret can be absent. The random key is never used, because there are no sessions.
    this.key = toKey(auth.jwtSecret ?? randomBytes(32));
    this.acceptedKeys = auth.jwtSecretsAccepted.map(toKey);
  }

  /** Opens a session within the transaction of a login. */
  async open(manager: EntityManager, userId: string, ttlSeconds: number): Promise<IssuedSession> {
    // Selects the sessions to end: all unexpired ones except the newest 99, so that the new session is at most the
    // 100th.
    const surplus = manager
      .createQueryBuilder(AuthSessionEntity, 's')
      .select('s.session_id')
      .where('s.user_id = :userId AND s.expires_at > now()', { userId })
      .orderBy({ 's.created_at': 'DESC', 's.session_id': 'ASC' })
      .offset(SESSIONS_MAX - 1);
    await manager
      .createQueryBuilder()
      .delete()
      .from(AuthSessionEntity)
      .where('user_id = :userId', { userId })
      .andWhere(`(expires_at <= now() OR session_id IN (${surplus.getQuery()}))`)
      .execute();
    const sessionSecret = randomBytes(SESSION_SECRET_BYTES);
    const sessionId = toSessionId(sessionSecret);
    const { token, hash } = makeToken(sessionId, sessionSecret, randomBytes(TOKEN_SECRET_BYTES));
    await manager
      .createQueryBuilder()
      .insert()
      .into(AuthSessionEntity)
      .values({ session_id: sessionId, user_id: userId, token_hash: hash, expires_at: EXPIRY })
      .setParameters({ ttlSeconds })
      .updateEntity(false)
      .execute();
    return { sessionId, userId, refreshToken: token };
  }

  /**
   * Exchanges a refresh token for the next one. Ends the session and returns null if the token was exchanged more than
   * a second ago, its successor was exchanged, the session has expired, or the account is disabled. Also returns null
   * for a text that is not a refresh token of a session.
   */
  async rotate(refreshToken: string, ttlSeconds: number): Promise<IssuedSession | null> {
    const parsed = parseToken(refreshToken);
    if (parsed === null) return null;
    const { sessionId, sessionSecret } = parsed;
    const derive = (key: Buffer): RefreshToken => {
      const tokenSecret = createHmac('sha256', key).update(parsed.bytes).digest().subarray(0, TOKEN_SECRET_BYTES);
      return makeToken(sessionId, sessionSecret, tokenSecret);
    };
    const next = derive(this.key);
    const enabledUser = this.dataSource
      .createQueryBuilder(UserEntity, 'u')
      .select('u.user_id')
      .where('u.user_id = auth_sessions.user_id AND NOT u.disabled');
    const rotated = await this.dataSource
      .createQueryBuilder()
      .update(AuthSessionEntity)
      .set({ token_hash: next.hash, expires_at: EXPIRY, exchanged_at: () => 'now()' })
      .where({ session_id: sessionId, token_hash: parsed.hash })
      .andWhere('expires_at > now()')
      .andWhere(`EXISTS (${enabledUser.getQuery()})`)
      .setParameters({ ttlSeconds })
      .returning('user_id')
      .execute();
    const userId = (rotated.raw as Pick<AuthSessionEntity, 'user_id'>[])[0]?.user_id;
    if (userId !== undefined) return { sessionId, userId, refreshToken: next.token };
    const continued = await this.findJustExchanged(sessionId, [next, ...this.acceptedKeys.map(derive)]);
    if (continued === null && isOfSession(parsed)) await this.end(sessionId);
    return continued;
  }

  /** Returns the session if its current token is one of these and is at most a second old; otherwise null. */
  private async findJustExchanged(sessionId: string, tokens: readonly RefreshToken[]): Promise<IssuedSession | null> {
    const session = await this.dataSource
      .createQueryBuilder(AuthSessionEntity, 's')
      .innerJoin(UserEntity, 'u', 'u.user_id = s.user_id AND NOT u.disabled')
      .where({ session_id: sessionId, token_hash: In(tokens.map(({ hash }) => hash)) })
      .andWhere('s.expires_at > now()')
      .andWhere('s.exchanged_at > now() - make_interval(secs => :seconds)', { seconds: PARALLEL_SECONDS })
      .getOne();
    const current = tokens.find(({ hash }) => session?.token_hash.equals(hash));
    return session && current ? { sessionId, userId: session.user_id, refreshToken: current.token } : null;
  }

  /** Ends one session. From now on, its refresh token and its access tokens are refused. */
  async end(sessionId: string): Promise<void> {
    await this.dataSource.manager.delete(AuthSessionEntity, { session_id: sessionId });
  }

  /** Ends all sessions of an account, in the transaction of the change that invalidates them. */
  async endAll(manager: EntityManager, userId: string): Promise<void> {
    await manager.delete(AuthSessionEntity, { user_id: userId });
  }
}

function toKey(secret: string | Buffer): Buffer {
  return createHmac('sha256', secret).update('refresh tokens').digest();
}

function makeToken(sessionId: string, sessionSecret: Buffer, tokenSecret: Buffer): RefreshToken {
  const bytes = Buffer.concat([Buffer.from(sessionId.replaceAll('-', ''), 'hex'), sessionSecret, tokenSecret]);
  return { token: bytes.toString('base64url'), hash: hashOf(bytes) };
}

/** Returns null if the text does not have the form of a refresh token. */
function parseToken(token: string): ParsedToken | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== TOKEN_BYTES || bytes.toString('base64url') !== token) return null;
  const sessionId = toUuid(bytes);
  const sessionSecret = bytes.subarray(ID_BYTES, ID_BYTES + SESSION_SECRET_BYTES);
  return { sessionId, sessionSecret, bytes, hash: hashOf(bytes) };
}

/**
 * Returns whether the token contains the secret of the session that it names. Also true for the random ids (UUID
 * version 4) of earlier releases, because their secret cannot be checked.
 */
function isOfSession({ sessionId, sessionSecret }: ParsedToken): boolean {
  const isRandomId = sessionId[VERSION_INDEX] === '4';
  return isRandomId || sessionId === toSessionId(sessionSecret);
}

/** Returns a UUID of version 8, which RFC 9562 leaves to applications: a hash of the secret. */
function toSessionId(sessionSecret: Buffer): string {
  const bytes = hashOf(sessionSecret).subarray(0, ID_BYTES);
  bytes[6] = 0x80 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  return toUuid(bytes);
}

/** Secrets have at least 128 random bits, so a fast hash without salt is enough. */
function hashOf(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
