import { DataSource } from 'typeorm';
import { type ClientOptions, createClient, type IntelligenceClient, ProblemError } from 'intelligence-client';
import { randomUUID } from 'node:crypto';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { importCatalog, library, movie } from '../../support/catalog/catalog';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { sendChecked } from '../../support/requests/typed-client';

/* The published client: credentials, retries, pages, errors. Other suites also send requests with it. */

const TITLES = ['Anemone', 'Begonia', 'Camellia', 'Dahlia', 'Edelweiss'];

let app: TestApp;
let user: TestUser;
/** The requests of a test, as `METHOD path`. */
let sent: string[];
/** Number of further requests whose access token the test replaces with an invalid token. */
let invalidCount: number;

beforeAll(async () => {
  app = await createTestApp();
  user = await createUser(app, { role: 'admin' });
  await importCatalog(app, user, [library('Films'), ...TITLES.map((title) => movie('Films', title))]);
});
beforeEach(() => {
  sent = [];
  invalidCount = 0;
});
afterAll(() => app.close());

async function send(request: Request): Promise<Response> {
  sent.push(`${request.method} ${new URL(request.url).pathname.replace('/api/v1', '')}`);
  if (invalidCount > 0 && request.headers.has('authorization')) {
    invalidCount -= 1;
    request.headers.set('authorization', 'Bearer no.token.more');
  }
  return sendChecked(request);
}

/** Returns a client that logs in as the user of the tests. `options` replace these settings. */
function connect(options: Partial<ClientOptions> = {}): IntelligenceClient {
  const { username, password } = user;
  return createClient({ baseUrl: `${app.url}/`, credentials: { username, password }, fetch: send, ...options });
}

const countOf = (request: string): number => sent.filter((each) => each === request).length;

async function problemOf(call: Promise<unknown>): Promise<ProblemError> {
  const error: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ProblemError);
  return error as ProblemError;
}

describe('credentials', () => {
  it('are used once for parallel requests, and a refused token is renewed once', async () => {
    const client = connect();
    await Promise.all([1, 2, 3].map(() => client.getMe()));
    expect([countOf('POST /auth/login'), countOf('GET /auth/me')]).toEqual([1, 3]);
    invalidCount = 3;
    const answers = await Promise.all([1, 2, 3].map(() => client.getMe()));
    expect(answers.map(({ user_id: id }) => id)).toEqual([user.userId, user.userId, user.userId]);
    expect([countOf('POST /auth/login'), countOf('POST /auth/refresh')]).toEqual([1, 1]);
  });

  it('can be a refresh token; the caller receives each new refresh token', async () => {
    const { username, password } = user;
    const { refresh_token: refreshToken } = await connect().login({ body: { username, password } });
    const stored: string[] = [];
    const client = connect({ credentials: { refreshToken, onRefresh: (next) => stored.push(next) } });
    await client.getMe();
    invalidCount = 1;
    await client.getMe();
    expect(new Set([refreshToken, ...stored]).size).toBe(3);
    // The first token has been replaced twice. Its use ends the session, and there is no other way to log in.
    const late = connect({ credentials: { refreshToken } });
    expect(await problemOf(late.getMe())).toMatchObject({ status: 401, code: 'unauthorized' });
  });

  it('are used again when the session has ended', async () => {
    const client = connect();
    await client.logout();
    expect((await client.getMe()).user_id).toBe(user.userId);
    expect([countOf('POST /auth/login'), countOf('POST /auth/refresh')]).toEqual([2, 1]);
  });

  it('that are wrong throw the problem of the service', async () => {
    const nobody = connect({ credentials: { username: 'nobody', password: 'no password at all' } });
    expect(await problemOf(nobody.getMe())).toMatchObject({ status: 401, code: 'unauthorized' });
    const noKey = connect({ credentials: { token: 'no.key.at-all' } });
    expect(await problemOf(noKey.getMe())).toMatchObject({ status: 401, code: 'unauthorized' });
    expect(sent).toEqual(['POST /auth/login', 'GET /auth/me']);
  });
});

describe('retries', () => {
  /** Returns a `fetch` that refuses one request for each element of `waits`, and sends all later requests. */
  function refuseFirst(waits: string[]): (request: Request) => Promise<Response> {
    return (request) => {
      const wait = waits.shift();
      if (wait === undefined) return send(request);
      return Promise.resolve(new Response('busy', { status: 503, headers: { 'retry-after': wait } }));
    };
  }

  it('wait until the service accepts the request', async () => {
    const { username, password } = await createUser(app);
    const wrong = connect({ maxRetries: 0 });
    let code = '';
    // After ten wrong passwords a login has to wait.
    for (let attempt = 0; attempt < 30 && code !== 'rate-limited'; attempt += 1) {
      code = (await problemOf(wrong.login({ body: { username, password: 'not the password' } }))).code;
    }
    expect(code).toBe('rate-limited');
    // The first wait is one second. On a busy machine, it can end before the next request.
    await app.app
      .get(DataSource)
      .query(`UPDATE login_attempts SET open_at = now() + interval '3 seconds' WHERE failures >= 10`);
    const statuses: number[] = [];
    const noteStatus = async (request: Request): Promise<Response> => {
      const response = await send(request);
      if (request.url.endsWith('/auth/login')) statuses.push(response.status);
      return response;
    };
    const client = connect({ credentials: { username, password }, maxRetries: 20, fetch: noteStatus });
    expect((await client.getMe()).username).toBe(username);
    expect([statuses[0], statuses.at(-1)]).toEqual([429, 200]);
  });

  it('understand Retry-After in seconds and as a date, and send the same body', async () => {
    const waits = ['0', new Date(0).toUTCString(), '0'];
    const client = connect({ credentials: { token: user.token }, fetch: refuseFirst(waits) });
    const { items } = await client.browseItems({ body: { pagination: { limit: 2 } } });
    expect([items.length, waits.length, sent.length]).toEqual([2, 0, 1]);
  });

  it('stop at the maximum number of attempts and at the maximum wait', async () => {
    const credentials = { token: user.token };
    const waits = ['0', '0', '0', '0'];
    const often = connect({ credentials, fetch: refuseFirst(waits), maxRetries: 2 });
    expect(await problemOf(often.getMe())).toMatchObject({ status: 503, code: 'unknown' });
    expect(waits).toEqual(['0']);
    const longWaits = ['31', '0'];
    const long = connect({ credentials, fetch: refuseFirst(longWaits) });
    expect(await problemOf(long.getMe())).toMatchObject({ status: 503 });
    expect(longWaits).toEqual(['0']);
  });

  it.each(['1.5', '-1', '2001-01-05', 'soon'])('do not happen if Retry-After is %s', async (wait) => {
    const waits = [wait, '0'];
    const client = connect({ credentials: { token: user.token }, fetch: refuseFirst(waits) });
    expect(await problemOf(client.getMe())).toMatchObject({ status: 503 });
    expect(waits).toEqual(['0']);
  });

  it('stop when the call is cancelled', async () => {
    const controller = new AbortController();
    const busy = refuseFirst(['20']);
    const client = connect({
      credentials: { token: user.token },
      fetch: (request) => {
        setImmediate(() => controller.abort(new Error('The user is gone.')));
        return busy(request);
      },
    });
    await expect(client.getMe({ signal: controller.signal })).rejects.toThrow('The user is gone.');
  });
});

describe('pages', () => {
  it('are read in order from any cursor, whether the cursor is in the body or in the query', async () => {
    const client = connect({ credentials: { token: user.token } });
    const titles: string[][] = [];
    const body = { sort: 'title' as const, pagination: { limit: 2 } };
    for await (const { items } of client.pages('browseItems', { body }))
      titles.push(items.map(({ media }) => media.title));
    expect(titles).toEqual([['Anemone', 'Begonia'], ['Camellia', 'Dahlia'], ['Edelweiss']]);
    const ids = [randomUUID(), randomUUID(), randomUUID()];
    for (const id of ids) await client.putRun({ path: { run_id: id }, body: { purpose: 'other' } });
    const runIds: string[] = [];
    for await (const { runs } of client.pages('listRuns', { query: { limit: 1 } }))
      runIds.push(...runs.map(({ run_id: id }) => id));
    expect(runIds).toEqual(ids.reverse());
    const { page } = await client.listRuns({ query: { limit: 1 } });
    const laterPages = client.pages('listRuns', { query: { limit: 5, cursor: page.next_cursor ?? '' } });
    expect((await laterPages.next()).value?.runs.map(({ run_id: id }) => id)).toEqual(ids.slice(1));
  });

  it('are fetched only when the caller reads them', async () => {
    const pages = connect({ credentials: { token: user.token } }).pages('browseItems', {
      body: { pagination: { limit: 1 } },
    });
    expect(sent).toEqual([]);
    await pages.next();
    await pages.return();
    expect(sent).toEqual(['POST /intelligence/items:browse']);
  });
});

describe('answers', () => {
  it('can be JSON, Markdown, empty, or the result of an import', async () => {
    const client = connect({ credentials: { token: user.token } });
    expect(await client.markdown('browseItems', { body: { sort: 'title' } })).toMatch(/^# [^]*\[1\] Anemone/);
    const record = movie('Films', 'Foxglove');
    expect(await client.importCatalog({ body: `${JSON.stringify(record)}\n` })).toMatchObject({ accepted: 1 });
    const id = String(record['media_id']);
    expect(await client.deleteWatchState({ path: { media_id: id } })).toBeUndefined();
    expect((await client.getItemContext({ path: { media_id: id } })).item.media.title).toBe('Foxglove');
  });

  it('with a problem throw a ProblemError, with its fields and the id of the request', async () => {
    const client = connect({ credentials: { token: user.token } });
    const problem = await problemOf(client.browseItems({ body: { sort: 'colour' as 'title', media_kinds: [] } }));
    expect(problem).toMatchObject({ status: 400, code: 'invalid-request', name: 'ProblemError' });
    expect(problem.errors.map(({ field }) => field).sort()).toEqual(['media_kinds', 'sort']);
    expect(problem.message).toContain('media_kinds must have at least 1 element');
    expect(problem.requestId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    '<html>',
    '{"code":1010,"title":"Denied"}',
    '{"code":"E502","title":"Bad gateway"}',
    '{"code":"denied","title":"Denied","instance":"urn:x","errors":[{}]}',
    '{"code":"denied","title":"Denied","errors":{}}',
    '{"code":"denied","title":"Denied","errors":[null]}',
  ])('that do not come from the service throw a problem with the code `unknown`: %s', async (body) => {
    const proxy = (): Promise<Response> => Promise.resolve(new Response(body, { status: 502 }));
    const client = connect({ credentials: { token: 'any' }, fetch: proxy });
    expect(await problemOf(client.getMe())).toMatchObject({ status: 502, code: 'unknown', requestId: null });
  });
});
