import type { QueryResultRow } from 'pg';
import { ACTING_BY_KEY, ACTING_BY_KEY_ID, ACTING_BY_TOKEN } from './acting/acting.sql';
import { type ActingPrincipal, type ActingRow, toActing } from './acting/acting-principal';
import { PRINCIPAL_COLUMNS, type PrincipalRow, tokenNotRevoked, toPrincipal } from './principal-row';
import type { UserReference } from './acting/user-reference';
import type { Principal, PrincipalKey } from '../common/principal';
import type { ApiKeyEntity } from '../database/entities/accounts/api-key.entity';
import type { Statement } from '../database/read-scope';
import { LookupConnection } from '../database/connections/lookup-connection';
import type { ReadConnectionSettings } from '../database/connections/snapshot-pool';
import { classifyDatabaseError, type DatabaseErrorClass } from '../database/pg-errors';

/** Number of connections that share the look-ups. */
const CONNECTIONS = 2;
/**
 * Errors after which the same statement may succeed on another connection. `conflict_retry` includes the error of a
 * connection that lacks a prepared statement.
 */
const RETRYABLE_ERRORS: ReadonlySet<DatabaseErrorClass> = new Set(['connection_lost', 'conflict_retry']);

// Each request with credentials runs one of these statements. They are hand-written SQL, because the driver prepares a
// named statement only once for each connection. TypeORM does not name its statements.

/** Also checks the session, so that the access tokens of a session are refused as soon as the session has ended. */
const BY_USER: Statement = {
  name: 'principal_by_user',
  text: `SELECT ${PRINCIPAL_COLUMNS} FROM users AS u
          WHERE u.user_id = $1 AND NOT u.disabled AND u.issuer IS NULL AND NOT u.is_service
            AND ${tokenNotRevoked('$3')}
            AND ($2::uuid IS NULL
                 OR EXISTS (SELECT FROM auth_sessions AS s WHERE s.session_id = $2 AND s.user_id = u.user_id))`,
};

/**
 * Leaves out accounts whose subject an earlier release stored in lower case (`subject_folded`), because subjects must
 * match exactly. The user's next token corrects the subject before the statement runs again.
 */
const BY_SUBJECT: Statement = {
  name: 'principal_by_subject',
  text: `SELECT ${PRINCIPAL_COLUMNS}, u.disabled OR NOT ${tokenNotRevoked('$3')} AS refused,
                extract(epoch FROM u.rights_as_of)::float8 AS rights_as_of
           FROM users AS u
          WHERE u.issuer = $1 AND u.subject = $2 AND NOT u.subject_folded`,
};

const BY_KEY: Statement = {
  name: 'principal_by_key',
  text: `SELECT ${PRINCIPAL_COLUMNS}, k.key_id FROM api_keys AS k JOIN users AS u USING (user_id)
          WHERE k.secret_hash = $1 AND k.expires_at > now() AND NOT u.disabled`,
};

interface ExternalAccount {
  readonly account: Principal | 'account-disabled';
  /** Time of issue of the token that set the rights, in Unix seconds; null if no token did. */
  readonly rightsAsOf: number | null;
}

/**
 * Reads the caller's account for every request and never caches it, so a changed role, scope or library list applies to
 * the next request. Uses two separate pipelined connections, so reading an account never waits for a slow read.
 */
export class PrincipalRepository {
  private readonly connections: LookupConnection[];
  private next = 0;

  /** `issuers` are the issuers whose users a service account may act for; null if the accounts are local. */
  constructor(
    settings: ReadConnectionSettings,
    private readonly issuers: readonly string[] | null,
  ) {
    this.connections = Array.from({ length: CONNECTIONS }, () => new LookupConnection(settings));
  }

  /**
   * Returns the account of a local user; null if it is absent or disabled, if the session has ended, or if tokens with
   * this time of issue (Unix seconds) were revoked. `sessionId` is null for a token without a session.
   */
  async findByUserId(userId: string, sessionId: string | null, issuedAt: number): Promise<Principal | null> {
    const [row] = await this.readRows<PrincipalRow>(BY_USER, [userId, sessionId, issuedAt]);
    return row === undefined ? null : toPrincipal(row);
  }

  /**
   * Returns the account of an external issuer's user; null if there is none yet. The account is `account-disabled` if
   * it is disabled, or if tokens with this time of issue (Unix seconds) were revoked because it was disabled.
   */
  async findBySubject(issuer: string, subject: string, issuedAt: number): Promise<ExternalAccount | null> {
    type Row = PrincipalRow & { readonly refused: boolean; readonly rights_as_of: number | null };
    const [row] = await this.readRows<Row>(BY_SUBJECT, [issuer, subject, issuedAt]);
    if (row === undefined) return null;
    return { account: row.refused ? 'account-disabled' : toPrincipal(row), rightsAsOf: row.rights_as_of };
  }

  /** Returns the service account of an API key; null if the key is absent or expired, or if its account is disabled. */
  async findByKey(keyHash: Buffer): Promise<(Principal & { readonly key: PrincipalKey }) | null> {
    const [row] = await this.readRows<PrincipalRow & Pick<ApiKeyEntity, 'key_id'>>(BY_KEY, [keyHash]);
    if (row === undefined) return null;
    return { ...toPrincipal(row), key: { keyId: row.key_id, serviceId: row.user_id } };
  }

  /**
   * Returns a service account and the user that it acts for; null if the key is absent or expired, or if its account
   * is disabled. The `principal` of the result is null if there is no such user, or if the service account must not
   * act for the user. `key` is the hash of the key or its id.
   */
  async findActing(key: Buffer | string, { kind, value }: UserReference): Promise<ActingPrincipal | null> {
    const statement = (typeof key === 'string' ? ACTING_BY_KEY_ID : ACTING_BY_KEY)[kind];
    return toActing(await this.readRows<ActingRow>(statement, [key, value, this.issuers]));
  }

  /**
   * Returns the user of a token that was issued in exchange for a key; null if the key is absent or expired, if its
   * service account is disabled or must not act for the user, or if tokens with this time of issue were revoked.
   */
  async findByActingToken(keyId: string, userId: string, issuedAt: number): Promise<Principal | null> {
    const rows = await this.readRows<ActingRow>(ACTING_BY_TOKEN, [keyId, userId, this.issuers, issuedAt]);
    return toActing(rows)?.principal ?? null;
  }

  /** Closes the connections after they have answered the look-ups in progress. */
  async close(): Promise<void> {
    await Promise.all(this.connections.map((connection) => connection.close()));
  }

  /**
   * Returns the rows of a statement. After one of `RETRYABLE_ERRORS`, tries the next connection. Makes at most three
   * attempts. A lost connection opens again.
   */
  private async readRows<Row extends QueryResultRow>(statement: Statement, values: unknown[]): Promise<Row[]> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.nextConnection().rows<Row>(statement, values);
      } catch (error) {
        if (attempt > CONNECTIONS || !RETRYABLE_ERRORS.has(classifyDatabaseError(error))) throw error;
      }
    }
  }

  private nextConnection(): LookupConnection {
    this.next = (this.next + 1) % CONNECTIONS;
    const connection = this.connections[this.next];
    if (connection === undefined) throw new Error('unreachable');
    return connection;
  }
}
