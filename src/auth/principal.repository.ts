import type { QueryResultRow } from 'pg';
import type { Principal, PrincipalKey } from '../common/principal';
import type { ApiKeyEntity } from '../database/entities/accounts/api-key.entity';
import type { UserEntity } from '../database/entities/accounts/user.entity';
import type { Statement } from '../database/read-pool';
import { LookupConnection, type LookupSettings } from '../database/connections/lookup-connection';
import { classifyDatabaseError } from '../database/pg-errors';

type PrincipalRow = Pick<UserEntity, 'user_id' | 'username' | 'role' | 'scopes' | 'library_ids'>;

const CONNECTIONS = 2;

const COLUMNS = 'u.user_id, u.username, u.role, u.scopes, u.library_ids';

// Hand-written: each request runs one of them, prepared once per connection, and TypeORM prepares no statement.

/** Refuses the access tokens of a session at once when it has ended. */
const BY_USER: Statement = {
  name: 'principal_by_user',
  text: `SELECT ${COLUMNS} FROM users AS u
          WHERE u.user_id = $1 AND NOT u.disabled AND u.issuer IS NULL AND NOT u.is_service
            AND (u.tokens_valid_from IS NULL OR u.tokens_valid_from < to_timestamp($3) + interval '1 second')
            AND ($2::uuid IS NULL
                 OR EXISTS (SELECT FROM auth_sessions AS s WHERE s.session_id = $2 AND s.user_id = u.user_id))`,
};

const BY_SUBJECT: Statement = {
  name: 'principal_by_subject',
  text: `SELECT ${COLUMNS}, u.disabled FROM users AS u
          WHERE u.issuer = $1 AND u.subject = $2 AND NOT u.subject_folded`,
};

const BY_KEY: Statement = {
  name: 'principal_by_key',
  text: `SELECT ${COLUMNS}, k.key_id FROM api_keys AS k JOIN users AS u USING (user_id)
          WHERE k.secret_hash = $1 AND k.expires_at > now() AND NOT u.disabled`,
};

/**
 * Reads the caller's account on every request and never from a cache: a changed role, scope or library list counts from
 * the next request on. Two pipelined connections of its own, so that reading an account never waits for a slow read.
 */
export class PrincipalRepository {
  private readonly connections: LookupConnection[];
  private next = 0;

  constructor(settings: LookupSettings) {
    this.connections = Array.from({ length: CONNECTIONS }, () => new LookupConnection(settings));
  }

  /**
   * A local account; null when it is absent or disabled, when the given session has ended, or when the tokens of its time
   * of issue (Unix seconds) have been ended.
   */
  async findByUserId(userId: string, sessionId: string | null, issuedAt: number): Promise<Principal | null> {
    const [row] = await this.rows<PrincipalRow>(BY_USER, [userId, sessionId, issuedAt]);
    return row === undefined ? null : toPrincipal(row);
  }

  /** The account of an external issuer's user; null when there is none yet. */
  async findBySubject(issuer: string, subject: string): Promise<Principal | 'account-disabled' | null> {
    const [row] = await this.rows<PrincipalRow & Pick<UserEntity, 'disabled'>>(BY_SUBJECT, [issuer, subject]);
    if (row === undefined) return null;
    return row.disabled ? 'account-disabled' : toPrincipal(row);
  }

  /** The service account of an API key; null when the key is absent or expired, or its account disabled. */
  async findByKey(keyHash: Buffer): Promise<(Principal & { readonly key: PrincipalKey }) | null> {
    const [row] = await this.rows<PrincipalRow & Pick<ApiKeyEntity, 'key_id'>>(BY_KEY, [keyHash]);
    if (row === undefined) return null;
    return { ...toPrincipal(row), key: { keyId: row.key_id, serviceId: row.user_id } };
  }

  /** Closes the connections; lookups under way are answered first. */
  async close(): Promise<void> {
    await Promise.all(this.connections.map((connection) => connection.close()));
  }

  /** After a lost connection the next one is tried, since a read has no effect; a new one at last. */
  private async rows<Row extends QueryResultRow>(statement: Statement, values: unknown[]): Promise<Row[]> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.pick().rows<Row>(statement, values);
      } catch (error) {
        if (attempt > CONNECTIONS || classifyDatabaseError(error) !== 'connection_lost') throw error;
      }
    }
  }

  private pick(): LookupConnection {
    this.next = (this.next + 1) % CONNECTIONS;
    const connection = this.connections[this.next];
    if (connection === undefined) throw new Error('unreachable');
    return connection;
  }
}

function toPrincipal(row: PrincipalRow): Principal {
  return {
    userId: row.user_id,
    username: row.username,
    role: row.role,
    scopes: row.scopes,
    libraryIds: row.library_ids,
  };
}
