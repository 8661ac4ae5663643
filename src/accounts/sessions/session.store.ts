import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** A refresh token that was just made, and whose session it continues. */
export interface IssuedSession {
  readonly sessionId: string;
  readonly userId: string;
  /** 64 characters: the session's id and 32 random bytes. */
  readonly refreshToken: string;
}

/** Sessions one account may have; the oldest end when it opens more. */
const SESSIONS_MAX = 100;
const ID_BYTES = 16;
const SECRET_BYTES = 32;

/**
 * Login sessions. A session knows the one refresh token that is good now; any other token that names the session was
 * good once, so whoever sends it has a copy, and the session ends.
 */
@Injectable()
export class SessionStore {
  constructor(private readonly dataSource: DataSource) {}

  /** Opens a session within the transaction of a login. */
  async open(manager: EntityManager, userId: string, ttlSeconds: number): Promise<IssuedSession> {
    await manager.query(
      `DELETE FROM auth_sessions
        WHERE user_id = $1 AND (expires_at <= now() OR session_id IN (
          SELECT session_id FROM auth_sessions WHERE user_id = $1 ORDER BY created_at DESC, session_id OFFSET $2))`,
      [userId, SESSIONS_MAX - 1],
    );
    const sessionId = randomUUID();
    const made = makeToken(sessionId);
    await manager.query(
      `INSERT INTO auth_sessions (session_id, user_id, token_hash, expires_at)
       VALUES ($1, $2, $3, now() + make_interval(secs => $4))`,
      [sessionId, userId, made.hash, ttlSeconds],
    );
    return { sessionId, userId, refreshToken: made.token };
  }

  /** Exchanges a refresh token for the next one; null, and the session is over, when it is not the session's current. */
  async rotate(refreshToken: string, ttlSeconds: number): Promise<IssuedSession | null> {
    const presented = readToken(refreshToken);
    if (presented === null) return null;
    const { sessionId } = presented;
    const next = makeToken(sessionId);
    const [rows]: [{ user_id: string }[], number] = await this.dataSource.query(
      `UPDATE auth_sessions AS s SET token_hash = $3, expires_at = now() + make_interval(secs => $4)
         FROM users AS u
        WHERE s.session_id = $1 AND s.token_hash = $2 AND s.expires_at > now()
          AND u.user_id = s.user_id AND NOT u.disabled
       RETURNING s.user_id`,
      [sessionId, presented.hash, next.hash, ttlSeconds],
    );
    const userId = rows[0]?.user_id;
    if (userId !== undefined) return { sessionId, userId, refreshToken: next.token };
    await this.end(sessionId);
    return null;
  }

  /** Ends one session: its refresh token and its access tokens are worth nothing from now on. */
  async end(sessionId: string): Promise<void> {
    await this.dataSource.query('DELETE FROM auth_sessions WHERE session_id = $1', [sessionId]);
  }

  /** Ends all sessions of an account, within the transaction of what made them void. */
  async endAll(manager: EntityManager, userId: string): Promise<void> {
    await manager.query('DELETE FROM auth_sessions WHERE user_id = $1', [userId]);
  }
}

function makeToken(sessionId: string): { token: string; hash: Buffer } {
  const bytes = Buffer.concat([Buffer.from(sessionId.replaceAll('-', ''), 'hex'), randomBytes(SECRET_BYTES)]);
  return { token: bytes.toString('base64url'), hash: hashOf(bytes) };
}

function readToken(token: string): { sessionId: string; hash: Buffer } | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== ID_BYTES + SECRET_BYTES || bytes.toString('base64url') !== token) return null;
  const hex = bytes.toString('hex', 0, ID_BYTES);
  const sessionId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return { sessionId, hash: hashOf(bytes) };
}

/** The secret has 256 bits of chance, so a fast hash without salt is enough. */
function hashOf(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
