import { bodyWith, OPERATIONS } from '../../hostile/operations';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { importCatalog, library, mediaIdOf, movie, uuidOf } from '../../support/catalog/catalog';
import { client } from '../../support/requests/client';
import { sendRaw } from '../../support/requests/raw-http';
import { createTestApp, type TestApp } from '../../support/app/test-app';

/** Every route with a media id in its path, with a valid body. */
const ROUTES: readonly (readonly [method: string, path: string, body: object | undefined])[] = [
  ['POST', '/intelligence/items/{id}/context', {}],
  ['POST', '/intelligence/items/{id}/related', {}],
  ['PUT', '/watch-states/{id}', { position_seconds: 10, duration_seconds: 100 }],
  ['DELETE', '/watch-states/{id}', undefined],
  ['DELETE', '/admin/catalog/items/{id}', undefined],
];
const READS = ROUTES.filter(([method]) => method === 'POST');

const UUID = mediaIdOf('movie', 'Metropolis').split(':')[1] ?? '';

const MALFORMED: readonly (readonly [string, string])[] = [
  ['no closing parenthesis', `movie(${UUID}`],
  ['no opening parenthesis', `movie%20${UUID})`],
  ['colon and parenthesis', `movie:(${UUID})`],
  ['two parentheses', `movie((${UUID}))`],
  ['no kind', UUID],
  ['an unknown kind', `album:${UUID}`],
  ['nothing after the kind', 'movie:'],
  ['two kinds', `movie:movie:${UUID}`],
  ['a space at the end', `movie:${UUID}%20`],
  ['a line feed at the end', `movie:${UUID}%0a`],
  ['31 digits', `movie:${UUID.slice(0, -1)}`],
  ['33 digits', `movie:${UUID}0`],
  ['braces', `movie:%7B${UUID}%7D`],
  [
    'odd hyphens',
    `movie:${UUID.replaceAll('-', '')
      .replace(/(....)/g, '$1-')
      .slice(0, -1)}`,
  ],
  ['no hyphens', `movie:${UUID.replaceAll('-', '')}`],
  [
    'full-width digits',
    `movie:${encodeURIComponent(UUID.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))))}`,
  ],
  ['a homoglyph', `m${encodeURIComponent('о')}vie:${UUID}`],
  ['the long s', `${encodeURIComponent('ſ')}eries:${UUID}`],
  ['a zero-width space', `movie:${encodeURIComponent('\u200b')}${UUID}`],
  ['a right-to-left override', `movie:${encodeURIComponent('\u202e')}${UUID}`],
  ['NUL', `movie:${UUID}%00`],
  ['a colon encoded twice', `movie%253A${UUID}`],
  ['parentheses encoded twice', `movie%2528${UUID}%2529`],
  ['one parenthesis encoded twice', `movie(${UUID}%2529`],
  ['a colon encoded three times', `movie%25253A${UUID}`],
  ['a path inside', `movie:..%2f..%2f${UUID}`],
  ['4 KB', `movie:${'a'.repeat(4096)}`],
  ['SQL', `movie:${encodeURIComponent("' or 1=1--")}`],
  ['the name of an inherited property', `constructor:${UUID}`],
];

describe('media ids in paths', () => {
  let app: TestApp;
  let admin: TestUser;

  beforeAll(async () => {
    app = await createTestApp();
    admin = await createUser(app, { role: 'admin' });
    await importCatalog(app, admin, [
      library('Films'),
      movie('Films', 'Metropolis', { year: 1927 }),
      movie('Films', 'Nosferatu'),
    ]);
  });
  afterAll(() => app.close());

  describe.each(ROUTES)('%s %s', (method, path, body) => {
    it.each(MALFORMED)('refuses a malformed id: %s', async (_, id) => {
      const response = await client(app).as(admin).send(method, path.replace('{id}', id), body);
      expect([response.status, response.body.code]).toEqual([400, 'invalid-media-id']);
      expect(response.text).not.toContain(UUID);
    });

    it.each([
      ['an id that no item has', `movie:${UUID.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))}`],
      ['the nil UUID', 'movie:00000000-0000-0000-0000-000000000000'],
      ['the max UUID', 'movie:ffffffff-ffff-ffff-ffff-ffffffffffff'],
      ['an id with another kind', `episode:${UUID}`],
    ])('does not find %s', async (_, id) => {
      const response = await client(app).as(admin).send(method, path.replace('{id}', id), body);
      expect([response.status, response.body.code]).toEqual([404, 'not-found']);
    });

    it('gives 404 for a slash in the id, and 400 for bytes that are not UTF-8', async () => {
      const split = await client(app)
        .as(admin)
        .send(method, path.replace('{id}', `movie/${UUID}`), body);
      expect(split.status).toBe(404);
      const target = `/api/v1${path.replace('{id}', 'movie:%ff')}`;
      const head = `${method} ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${admin.token}\r\nContent-Length: 0\r\n\r\n`;
      expect((await sendRaw(app.port, head)).status).toBe(400);
    });

    it('refuses an id of 10 KB as a path that is too long', async () => {
      const response = await client(app)
        .as(admin)
        .send(method, path.replace('{id}', 'a'.repeat(10_240)), body);
      expect([response.status, response.body.code]).toEqual([414, 'uri-too-long']);
    });
  });

  it('accepts an id that is percent-encoded once in a body, but not twice', async () => {
    const listArtifactsAbout = (id: string) =>
      client(app)
        .as(admin)
        .post('/intelligence/artifacts', { media_ids: [id] });
    for (const id of [`movie%3A${UUID}`, `movie%28${UUID}%29`]) expect((await listArtifactsAbout(id)).status).toBe(200);
    for (const id of [`movie%253A${UUID}`, `movie%2528${UUID}%2529`]) {
      const { status, body } = await listArtifactsAbout(id);
      expect([status, body.code]).toEqual([400, 'invalid-media-id']);
    }
  });

  it('accepts library ids with any UUID variant in every field for libraries', async () => {
    const id = JSON.stringify('11111111-1111-1111-1111-111111111111');
    const fields = OPERATIONS.flatMap((operation) =>
      operation.fields
        .filter((field) => /^library_ids?$/.test(String(field.at(-1))))
        .map((field) => ({ ...operation, field, value: field.at(-1) === 'library_ids' ? `[${id}]` : id })),
    );
    expect(fields.length).toBeGreaterThan(9);
    const { userId } = await createUser(app);
    const failures: [string, number][] = [];
    for (const { name, method, path, body, field, value } of fields) {
      const filled = path
        .replace('{media_id}', `movie:${UUID}`)
        .replace('{user_id}', userId)
        .replace(/\{\w+\}/g, uuidOf('nobody'));
      const headers = { 'content-type': 'application/json' };
      // A refresh does not accept both an item and a library.
      const { media_id: _item, ...rest } = { media_id: null, ...body };
      const { status } = await client(app)
        .as(admin)
        .send(method, filled, bodyWith(rest, field, value), { headers });
      if (status >= 300) failures.push([name, status]);
    }
    // These operations accept the id, and then do not find its library.
    expect(failures).toEqual([
      ['POST /api/v1/intelligence/items/{media_id}/context', 404],
      ['PUT /api/v1/intelligence/artifacts/{artifact_id}', 404],
      ['POST /api/v1/admin/read-models/refresh', 404],
    ]);
  });

  it('finds items in a library whose id has a UUID variant other than that of RFC 9562', async () => {
    const id = '11111111-1111-1111-1111-111111111111';
    const film = { ...movie('Odd', 'Odd one'), library_id: id };
    await importCatalog(app, admin, [{ ...library('Odd'), library_id: id }, film]);
    const post = (path: string, body: object, expect = 200) => client(app).as(admin).post(path, body, { expect });
    const overview = await post('/intelligence/libraries/overview', { library_ids: [id] });
    expect(overview.body).toMatchObject({ libraries: [{ counts: { movies: 1 } }] });
    expect((await post('/intelligence/facets', { library_ids: [id] })).body).toMatchObject({ unknown_library_ids: [] });
    const searchAnswer = await post('/intelligence/candidates:search', { query: 'odd one', library_ids: [id] });
    expect(searchAnswer.body).toMatchObject({ candidates: [{ media: { title: 'Odd one' } }] });
    const context = await post(`/intelligence/items/${mediaIdOf('movie', 'Odd one')}/context`, { library_id: id });
    expect(context.body).toMatchObject({ item: { media: { library_id: id } } });
    expect((await post('/admin/read-models/refresh', { library_id: id }, 202)).body).toEqual({ queued: 1 });
  });

  describe.each(READS)('%s %s', (method, path, body) => {
    it.each([
      `movies:${UUID}`,
      `movie(${UUID})`,
      `Movie(${UUID})`,
      `MOVIES(${UUID})`,
      `movie:${UUID.toUpperCase()}`,
      `movie%3A${UUID}`,
      `movie%3a${UUID}`,
      `mOvIeS%28${UUID}%29`,
    ])('gives the same answer for %s as for the canonical spelling', async (id) => {
      const canonical = await client(app)
        .as(admin)
        .send(method, path.replace('{id}', `movie:${UUID}`), body, { expect: 200 });
      const other = await client(app).as(admin).send(method, path.replace('{id}', id), body, { expect: 200 });
      expect(other.text).toBe(canonical.text);
      expect(canonical.text).toContain(`"movie:${UUID}"`);
    });
  });
});
