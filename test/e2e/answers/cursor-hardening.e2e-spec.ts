import fc from 'fast-check';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { importCatalog, library, mediaIdOf, movie } from '../../support/catalog/catalog';
import { client, type ApiResponse } from '../../support/requests/client';
import { createTestApp, type TestApp } from '../../support/app/test-app';

const OVERVIEW = '/intelligence/libraries/overview';
const OTHER_LISTS = [
  ['/intelligence/artifacts', {}],
  ['/intelligence/artifacts:search', {}],
  ['/intelligence/candidates:search', { query: 'film' }],
  ['/intelligence/items:browse', { sort: 'title' }],
  ['/intelligence/items:next-up', {}],
  ['/intelligence/items:contexts', { media_ids: [mediaIdOf('movie', 'A film in Films')] }],
] as const;

interface PagedAnswer {
  libraries: { library_id: string }[];
  page: { next_cursor: string | null; has_more: boolean; returned: number; limit: number };
}

describe('cursors', () => {
  let app: TestApp;
  let admin: TestUser;
  let other: TestUser;
  let cursor: string;

  const page = <Body = PagedAnswer>(
    next: unknown,
    more: object = {},
    user = admin,
    path = OVERVIEW,
  ): Promise<ApiResponse<Body>> =>
    client(app)
      .as(user)
      .post<Body>(path, { ...more, pagination: { limit: 1, cursor: next } });

  beforeAll(async () => {
    app = await createTestApp();
    admin = await createUser(app, { role: 'admin' });
    other = await createUser(app);
    const names = ['Films', 'Silents', 'Talkies'];
    await importCatalog(
      app,
      admin,
      names.flatMap((name) => [library(name), movie(name, `A film in ${name}`)]),
    );
    cursor = (await page(undefined)).body.page.next_cursor ?? '';
  });
  afterAll(() => app.close());

  async function expectRefused(answer: Promise<ApiResponse<unknown>>): Promise<void> {
    const { status, body } = (await answer) as ApiResponse;
    const { instance: _, ...problem } = body;
    expect([status, problem]).toEqual([
      400,
      { type: '/api/docs/errors#invalid-cursor', title: 'Invalid cursor', status: 400, code: 'invalid-cursor' },
    ]);
  }

  it('lead through all rows, each once', async () => {
    const libraryIds: string[] = [];
    for (let next: string | null | undefined = undefined; next !== null;) {
      const { body }: ApiResponse<PagedAnswer> = await page(next);
      libraryIds.push(...body.libraries.map(({ library_id }) => library_id));
      expect(body.page.has_more).toBe(body.page.next_cursor !== null);
      next = body.page.next_cursor;
    }
    expect([libraryIds.length, new Set(libraryIds).size]).toEqual([3, 3]);
  });

  it('may be used twice in parallel', async () => {
    const [first, second] = await Promise.all([page(cursor), page(cursor)]);
    expect([first.status, first.body.libraries]).toEqual([200, second.body.libraries]);
  });

  it.each([
    'x',
    'AAAA',
    '..',
    ' ',
    '\u{1f600}',
    '{"id":1}',
    '-_-_-_',
    '',
    'a'.repeat(2048),
    'a'.repeat(2049),
    'a'.repeat(10_240),
  ])('%j as a cursor gets invalid-cursor', (garbage) => expectRefused(page(garbage)));

  it('that are cut or changed get invalid-cursor', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(cursor.length - 1), fc.boolean(), async (index, isCut) => {
        const changed = cursor[index] === 'A' ? 'B' : 'A';
        await expectRefused(
          page(
            isCut && index > 0 ? cursor.slice(0, index) : cursor.slice(0, index) + changed + cursor.slice(index + 1),
          ),
        );
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ['padded', (text: string) => `${text}=`],
    ['preceded by a space', (text: string) => ` ${text}`],
    ['one character longer', (text: string) => `${text}A`],
    ['preceded by a percent sign', (text: string) => `%${text}`],
    ['repeated', (text: string) => text + text],
  ])('get invalid-cursor when %s', (_, change) => expectRefused(page(change(cursor))));

  it.each([[5], [true], [[]], [{}]])('%j as a cursor gets invalid-request, because it is not a text', async (value) => {
    const { status, body } = await page<Record<string, unknown>>(value);
    expect([status, body.code]).toEqual([400, 'invalid-request']);
  });

  it('of another user get invalid-cursor', () => expectRefused(page(cursor, {}, other)));

  it('get invalid-cursor with other filters', async () => {
    const { body } = await page(undefined);
    await expectRefused(page(cursor, { library_ids: [body.libraries[0]?.library_id] }));
  });

  it.each(OTHER_LISTS)('get invalid-cursor on another route: %s', (path, body) =>
    expectRefused(page(cursor, body, admin, path)),
  );

  it('are accepted with another page size', async () => {
    const { body } = await client(app)
      .as(admin)
      .post<PagedAnswer>(OVERVIEW, { pagination: { limit: 50, cursor } });
    expect([body.page.returned, body.page.limit, body.page.has_more]).toEqual([2, 50, false]);
  });
});
