import type { Client, QueryResultRow } from 'pg';
import { Problem } from '../../common/problems/problem';
import { leavesConnectionUnusable } from '../pg-errors';
import type { Statement } from '../read-scope';
import { QuietClient } from './quiet-client';
import type { ReadConnectionSettings } from './snapshot-pool';

/** Maximum number of look-ups in progress on one connection. It is reached only if the database is too slow. */
const PENDING_MAX = 500;

/**
 * A database connection that concurrent look-ups share, such as those of callers' accounts. It opens on the first
 * look-up, and again on the first look-up after a failure.
 */
export class LookupConnection {
  private client: Promise<Client> | null = null;
  private pending = 0;

  constructor(private readonly settings: ReadConnectionSettings) {}

  /** Returns the rows of a prepared statement. Throws `overloaded` if 500 look-ups are in progress. */
  async rows<Row extends QueryResultRow>(statement: Statement, values: unknown[]): Promise<Row[]> {
    if (this.pending >= PENDING_MAX) throw Problem.overloaded(1);
    const opened = (this.client ??= this.open());
    this.pending += 1;
    try {
      const client = await opened;
      const result = await client.query<Row>({ name: statement.name, text: statement.text, values });
      return result.rows;
    } catch (error) {
      // The connection also emits an event when it fails, but possibly after the next look-up has started.
      if (leavesConnectionUnusable(error)) this.forget(opened);
      throw error;
    } finally {
      this.pending -= 1;
    }
  }

  /** Closes the connection after the look-ups in progress. */
  async close(): Promise<void> {
    const client = this.client;
    this.client = null;
    // A connection that failed to open need not be closed.
    await client?.then((open) => open.end()).catch(() => undefined);
  }

  private open(): Promise<Client> {
    const { url, acquireTimeoutMs, statementTimeoutMs, queryTimeoutMs } = this.settings;
    const client = new QuietClient({
      connectionString: url,
      application_name: 'intelligence-auth',
      connectionTimeoutMillis: acquireTimeoutMs,
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
