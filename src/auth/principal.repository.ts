import type { Client, QueryResultRow } from 'pg';
import { Problem } from '../common/problems/problem';
import type { Principal } from '../common/principal';
import type { UserEntity } from '../database/entities/accounts/user.entity';
import { QuietClient } from '../database/connections/quiet-client';
import type { Statement } from '../database/read-pool';
import { classifyDatabaseError, leavesConnectionUnusable } from '../database/pg-errors';

/** Bounds of the connections that read accounts. */
export interface LookupSettings {
  readonly url: string;
  readonly connectTimeoutMs: number;
  readonly statementTimeoutMs: number;
  /** Milliseconds after which the client gives up on a silent server. */
  readonly queryTimeoutMs: number;
}

type PrincipalRow = Pick<UserEntity, 'user_id' | 'username' | 'role' | 'scopes' | 'library_ids'>;

const CONNECTIONS = 2;
/** Lookups under way on one connection; more would only wait behind a database that does not keep up. */
const PENDING_MAX = 500;

const COLUMNS = 'u.user_id, u.username, u.role, u.scopes, u.library_ids';

// Hand-written: each request runs one of them, prepared once per connection, and TypeORM prepares no statement.

/** Refuses the access tokens of a session at once when it has ended. */
const BY_USER: Statement = {
  name: 'principal_by_user',
  text: `SELECT ${COLUMNS} FROM users AS u
          WHERE u.user_id = $1 AND NOT u.disabled AND u.issuer IS NULL
            AND (u.tokens_valid_from IS NULL OR u.tokens_valid_from < to_timestamp($3) + interval '1 second')
            AND ($2::uuid IS NULL
                 OR EXISTS (SELECT FROM auth_sessions AS s WHERE s.session_id = $2 AND s.user_id = u.user_id))`,
};

const BY_SUBJECT: Statement = {
  name: 'principal_by_subject',
  text: `SELECT ${COLUMNS}, u.disabled FROM users AS u
          WHERE u.issuer = $1 AND u.subject = $2 AND NOT u.subject_folded`,
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

/** One connection that is opened when first needed, and again after it broke. */
class LookupConnection {
  private client: Promise<Client> | null = null;
  private pending = 0;

  constructor(private readonly settings: LookupSettings) {}

  async rows<Row extends QueryResultRow>(statement: Statement, values: unknown[]): Promise<Row[]> {
    if (this.pending >= PENDING_MAX) throw Problem.overloaded(1);
    this.pending += 1;
    const opened = (this.client ??= this.open());
    try {
      const client = await opened;
      const result = await client.query<Row>({ name: statement.name, text: statement.text, values });
      return result.rows;
    } catch (error) {
      // The connection says so itself, but later than the next lookup may come.
      if (leavesConnectionUnusable(error)) this.forget(opened);
      throw error;
    } finally {
      this.pending -= 1;
    }
  }

  async close(): Promise<void> {
    const client = this.client;
    this.client = null;
    // A connection that never came up has nothing to close.
    await client?.then((open) => open.end()).catch(() => undefined);
  }

  private open(): Promise<Client> {
    const { url, connectTimeoutMs, statementTimeoutMs, queryTimeoutMs } = this.settings;
    const client = new QuietClient({
      connectionString: url,
      application_name: 'intelligence-auth',
      connectionTimeoutMillis: connectTimeoutMs,
      statement_timeout: statementTimeoutMs,
      query_timeout: queryTimeoutMs,
      keepAlive: true,
      pipeline: true,
    });
    const opened = client.connect().then(() => client);
    const forget = (): void => this.forget(opened);
    client.on('error', forget);
    client.on('end', forget);
    opened.catch(forget);
    return opened;
  }

  private forget(broken: Promise<Client>): void {
    if (this.client === broken) this.client = null;
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
