import type { Input } from 'intelligence-client';
import type { SearchArtifactsResponse } from '../../../src/artifacts/artifacts.dto';
import type { IntelligenceArtifactSummary } from '../../../src/common/dto/artifact-summary.dto';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { importCatalog, library, mediaIdOf, movie, uuidOf } from '../../support/catalog/catalog';
import { type ApiResponse, client } from '../../support/requests/client';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { typedClient } from '../../support/requests/typed-client';

/** Movie of the library `Features`. */
export const GENERAL = mediaIdOf('movie', 'The General');
/** Movie of the library `Shorts`. */
export const COPS = mediaIdOf('movie', 'Cops');

type SearchBody = NonNullable<Input<'listArtifacts'>['body']>;

/** A service with the libraries `Features` and `Shorts`. The methods send requests for artifacts to this service. */
export class ArtifactsFixture {
  private constructor(
    readonly app: TestApp,
    readonly admin: TestUser,
    /** A user who may write global artifacts. */
    readonly writer: TestUser,
    /** A user who sees both libraries. */
    readonly ada: TestUser,
    /** A user who sees only `Shorts`. */
    readonly bob: TestUser,
  ) {}

  static async open(): Promise<ArtifactsFixture> {
    const app = await createTestApp();
    const admin = await createUser(app, { role: 'admin' });
    const writer = await createUser(app, { scopes: ['artifacts:write'] });
    const ada = await createUser(app);
    const bob = await createUser(app, { libraryIds: [uuidOf('Shorts')] });
    await importCatalog(app, admin, [
      library('Features'),
      library('Shorts'),
      movie('Features', 'The General', { year: 1926, overview: 'A locomotive is stolen.' }),
      movie('Features', 'Sherlock Jr.', { year: 1924 }),
      movie('Shorts', 'Cops', { year: 1922 }),
    ]);
    return new ArtifactsFixture(app, admin, writer, ada, bob);
  }

  close(): Promise<void> {
    return this.app.close();
  }

  put<T = IntelligenceArtifactSummary>(
    user: TestUser,
    id: string,
    body: Record<string, unknown> = {},
    expect?: number,
  ): Promise<ApiResponse<T>> {
    const artifact = { kind: 'summary', scope: 'user', title: 'A title', content: { text: 'raw' }, ...body };
    return client(this.app).as(user).put<T>(`/intelligence/artifacts/${id}`, artifact, { expect });
  }

  get(user: TestUser, id: string, headers: Record<string, string> = {}): Promise<ApiResponse> {
    return client(this.app).as(user).get(`/intelligence/artifacts/${id}`, { headers });
  }

  /** Returns an artifact. Throws if the status is not 200. */
  read(user: TestUser, id: string): Promise<object> {
    return typedClient(this.app, user).getArtifact({ path: { artifact_id: id } });
  }

  search(user: TestUser, body: SearchBody = {}): Promise<SearchArtifactsResponse> {
    return typedClient(this.app, user).listArtifacts({ body });
  }

  async searchIds(user: TestUser, body: SearchBody = {}): Promise<string[]> {
    return (await this.search(user, body)).artifacts.map((artifact) => artifact.artifact_id);
  }

  invalidate(user: TestUser, id: string): Promise<ApiResponse> {
    return client(this.app).as(user).post(`/intelligence/artifacts/${id}:invalidate`, { reason: 'wrong' });
  }
}
