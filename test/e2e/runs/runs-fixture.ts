import type { Input } from 'intelligence-client';
import { Client } from 'pg';
import type { RunAuditResponse, RunVerification } from '../../../src/audit/audit.dto';
import type { IntelligenceToolCall } from '../../../src/audit/runs/tool-call.dto';
import type { IntelligenceRun } from '../../../src/audit/runs/run.dto';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { importCatalog, library, mediaIdOf, movie } from '../../support/catalog/catalog';
import { type ApiResponse, client } from '../../support/requests/client';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { typedClient } from '../../support/requests/typed-client';

/** The only movie of the catalog. */
export const FILM = mediaIdOf('movie', 'The General');
/** The required fields of a new tool call. */
export const CALL = { name: 'search', kind: 'search' };

type Body = Record<string, unknown>;
interface Options {
  readonly expect?: number;
  readonly headers?: Record<string, string>;
}
type AuditBody = NonNullable<Input<'auditRun'>['body']>;

/** A service with one movie, and the requests that create and read runs. */
export class RunsFixture {
  private constructor(
    readonly app: TestApp,
    /** A connection to the database of the service, as the owner of the tables. */
    readonly database: Client,
    /** A user who sees the movie. */
    readonly ada: TestUser,
    /** A user who sees no library. */
    readonly bob: TestUser,
  ) {}

  static async open(): Promise<RunsFixture> {
    const app = await createTestApp();
    const database = new Client({ connectionString: app.database.url });
    await database.connect();
    const admin = await createUser(app, { role: 'admin' });
    await importCatalog(app, admin, [library('Films'), movie('Films', 'The General')]);
    return new RunsFixture(app, database, await createUser(app), await createUser(app, { libraryIds: [] }));
  }

  async close(): Promise<void> {
    await this.database.end();
    await this.app.close();
  }

  putRun(user: TestUser, id: string, body: Body, options: Options = {}): Promise<ApiResponse<IntelligenceRun>> {
    return client(this.app).as(user).put<IntelligenceRun>(`/intelligence/runs/${id}`, body, options);
  }

  putCall(
    user: TestUser,
    runId: string,
    sequence: number | string,
    body: Body,
    options: Options = {},
  ): Promise<ApiResponse<IntelligenceToolCall>> {
    const path = `/intelligence/runs/${runId}/tool-calls/${sequence}`;
    return client(this.app).as(user).put<IntelligenceToolCall>(path, body, options);
  }

  audit(user: TestUser, id: string, body: AuditBody = {}): Promise<RunAuditResponse> {
    return typedClient(this.app, user).auditRun({ path: { run_id: id }, body });
  }

  async verify(user: TestUser, id: string): Promise<RunVerification> {
    const path = `/intelligence/runs/${id}/verify`;
    return (await client(this.app).as(user).get<RunVerification>(path, { expect: 200 })).body;
  }
}
