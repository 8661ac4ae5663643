import { randomUUID } from 'node:crypto';
import { createUser } from '../../support/accounts/accounts';
import { importCatalog, library, mediaIdOf, movie } from '../../support/catalog/catalog';
import { type ApiClient, client } from '../../support/requests/client';
import { createTestApp, type TestApp } from '../../support/app/test-app';

const SEARCH = '/intelligence/candidates:search';
const ARTIFACT = { kind: 'summary', scope: 'user', title: 'T', content: {} };

describe('messages about requests', () => {
  let app: TestApp;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
    const admin = await createUser(app, { role: 'admin' });
    api = client(app).as(admin);
    await importCatalog(app, admin, [library('Films'), movie('Films', 'Metropolis', { year: 1927 })]);
  });
  afterAll(() => app.close());

  async function errorsOf(method: string, path: string, body: object): Promise<unknown> {
    const response = await api.send(method, path, body);
    expect([response.status, response.body.code]).toEqual([400, 'invalid-request']);
    return response.body.errors;
  }

  it.each<[string, object, string, string]>([
    ['no query', {}, 'query', 'is required'],
    ['a query that is null', { query: null }, 'query', 'must be a string'],
    ['a query that is a number', { query: 5 }, 'query', 'must be a string'],
    ['an empty query', { query: '' }, 'query', 'must have 1 to 512 code points after trimming'],
    ['a blank query', { query: ' \u3000 ' }, 'query', 'must have 1 to 512 code points after trimming'],
    ['a query of 513 letters', { query: 'x'.repeat(513) }, 'query', 'must have 1 to 512 code points after trimming'],
    ['a query of 9000 letters', { query: 'x'.repeat(9_000) }, 'query', 'must have 1 to 512 code points after trimming'],
    ['caps that are null', { query: 'x', caps: null }, 'caps', 'must be an object'],
    ['a cap that is a text', { query: 'x', caps: { facet_limit: '5' } }, 'caps.facet_limit', 'must be an integer'],
    ['the year 10000', { query: 'x', filters: { year: { gte: 10_000 } } }, 'filters.year.gte', 'must be at most 9999'],
    [
      'years that end before they begin',
      { query: 'x', filters: { year: { gte: 2, lte: 1 } } },
      'filters.year.lte',
      'must not be less than gte',
    ],
    [
      'a library id that is not a UUID',
      { query: 'x', library_ids: [randomUUID(), randomUUID(), 'x'] },
      'library_ids[2]',
      'must be a UUID',
    ],
  ])('name the field and the problem of a search with %s', async (_, body, field, message) => {
    expect(await errorsOf('POST', SEARCH, body)).toEqual([{ field, message }]);
  });

  it.each<[string, object, string, string]>([
    ['no content', { content: undefined }, 'content', 'is required'],
    ['content that is null', { content: null }, 'content', 'must be an object'],
    ['content that is a list', { content: [] }, 'content', 'must be an object'],
    ['no title', { title: undefined }, 'title', 'is required'],
    // A title is measured after cleaning, unless it has more than 2,048 code points.
    ['a title of 513 letters', { title: 'x'.repeat(513) }, 'title', 'must have at most 512 code points'],
    ['a title of 3,000 letters', { title: 'x'.repeat(3_000) }, 'title', 'must have 1 to 512 code points'],
    ['a title that is an object', { title: {} }, 'title', 'must be a string'],
    ['no kind', { kind: undefined }, 'kind', 'is required'],
    ['a revision that is a text', { expected_revision: '1' }, 'expected_revision', 'must be an integer'],
    ['a revision below zero', { expected_revision: -1 }, 'expected_revision', 'must be at least 0'],
  ])('name the field and the problem of an artifact with %s', async (_, body, field, message) => {
    const path = `/intelligence/artifacts/${randomUUID()}`;
    expect(await errorsOf('PUT', path, { ...ARTIFACT, ...body })).toEqual([{ field, message }]);
  });

  it('name the invalid limit of a list that is read by GET', async () => {
    for (const limit of ['x', '', '1.5', '9'.repeat(16), '1&limit=2']) {
      const { body } = await api.get(`/intelligence/runs?limit=${limit}`, { expect: 400 });
      expect(body.errors).toEqual([{ field: 'limit', message: 'must be an integer of at most 15 digits' }]);
    }
  });

  it('name query parameters that the route does not know, and nothing is changed', async () => {
    const item = mediaIdOf('movie', 'Metropolis');
    const requests: [method: string, path: string, fields: string[]][] = [
      ['DELETE', `/admin/catalog/items/${item}?dry_run=true`, ['dry_run']],
      ['POST', `${SEARCH}?limit=5&caps[candidate_limit]=3`, ['limit', 'caps[candidate_limit]']],
      ['GET', '/auth/me?fields=role', ['fields']],
      ['GET', '/admin/users?offset=5', ['offset']],
    ];
    for (const [method, path, fields] of requests) {
      const expected = fields.map((field) => ({ field, message: 'is not a known field' }));
      const { status, body } = await api.send(method, path, method === 'POST' ? { query: 'metropolis' } : undefined);
      expect([path, status, body.errors]).toEqual([path, 400, expected]);
    }
    expect((await api.post(SEARCH, { query: 'metropolis' })).body.candidates).toHaveLength(1);
    expect((await api.get('/auth/me?')).status).toBe(200);
    expect((await api.get('/health/live?verbose=1')).status).toBe(200);
  });

  it('name an invalid media id of any length in a refresh', async () => {
    for (const media_id of ['x', 'x'.repeat(1_000)]) {
      const { body } = await api.post('/admin/read-models/refresh', { media_id }, { expect: 400 });
      expect(body).toMatchObject({ code: 'invalid-media-id', errors: [{ field: 'media_id' }] });
    }
  });

  it('are the same for empty lists in filters of reads', async () => {
    const item = `/intelligence/items/${mediaIdOf('movie', 'Metropolis')}`;
    const requests: [path: string, body: object, field: string][] = [
      ...['/intelligence/libraries/overview', '/intelligence/facets'].flatMap((path): [string, object, string][] => [
        [path, { library_ids: [] }, 'library_ids'],
        [path, { facet_kinds: [] }, 'facet_kinds'],
      ]),
      ...['library_ids', 'media_kinds', 'search_in'].map((field): [string, object, string] => [
        SEARCH,
        { query: 'x', [field]: [] },
        field,
      ]),
      ...['languages', 'content_ratings', 'people', 'countries', 'watch_states'].map(
        (field): [string, object, string] => [SEARCH, { query: 'x', filters: { [field]: [] } }, `filters.${field}`],
      ),
      ...['any', 'all', 'none'].map((field): [string, object, string] => [
        SEARCH,
        { query: 'x', filters: { genres: { [field]: [] } } },
        `filters.genres.${field}`,
      ]),
      ...['artifact_ids', 'media_ids', 'library_ids', 'kinds'].flatMap((field): [string, object, string][] => [
        ['/intelligence/artifacts', { [field]: [] }, field],
        ['/intelligence/artifacts:search', { [field]: [] }, field],
      ]),
      [`${item}/related`, { relationship_kinds: [] }, 'relationship_kinds'],
      ['/intelligence/grounding:verify', { groundings: [] }, 'groundings'],
    ];
    for (const [path, body, field] of requests) {
      expect([path, await errorsOf('POST', path, body)]).toEqual([
        path,
        [{ field, message: 'must have at least 1 element' }],
      ]);
    }
  });

  it('do not report filters without conditions, which are accepted and have no effect', async () => {
    for (const filters of [{}, { year: {} }, { genres: {} }]) {
      const { body } = await api.post(SEARCH, { query: 'metropolis', filters }, { expect: 200 });
      expect(body.candidates).toHaveLength(1);
    }
  });
});
