import type { IntelligencePage } from '../../../src/common/dto/page.dto';
import { estimateTokens } from '../../../src/common/response-budget/token-estimate';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { uuidOf } from '../../support/catalog/catalog';
import { type ApiResponse, client } from '../../support/requests/client';
import { refreshLexicon } from '../../support/catalog/refresh-lexicon';
import { importSamples } from '../../support/catalog/samples';
import { createTestApp, type TestApp } from '../../support/app/test-app';

const METROPOLIS = 'movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5';
/** Movies of the sample catalog, and one id that no movie has. */
const SAMPLES = [
  METROPOLIS,
  'movie:b5eac069-2149-51c3-bc97-1aec79dbcb40',
  'movie:6369595e-8519-580e-a002-6176a957e398',
  'movie:00000000-0000-4000-8000-000000000000',
  'movie:260e462a-576e-51db-b063-29dc3e1e314e',
];
/** An episode of each of two series. */
const EPISODES = ['episode:168f8199-c7f4-52e1-81c0-b2c95802434f', 'episode:b8c7da32-393d-569b-af4a-a63a6d665fda'];
const RUN = uuidOf('run');
const ARTIFACT = uuidOf('artifact 0');
const ROWS = 6;
const PREFIX = '/intelligence';

type Json = Record<string, unknown>;
interface Answer extends Json {
  readonly page?: IntelligencePage;
  readonly dropped?: Record<string, number>;
}

interface Read {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: Json;
  /** Returns the ids of the rows of a page. Null for an answer without pages. */
  readonly idsOf: ((answer: Json) => unknown[]) | null;
}

const idsAt = (list: string, ...path: string[]): NonNullable<Read['idsOf']> => {
  const read = (value: unknown, name: string): unknown => (value as Json)[name];
  return (answer) => (read(answer, list) as Json[]).map((row) => path.reduce<unknown>(read, row));
};

const READS: readonly Read[] = [
  {
    name: 'overview',
    method: 'POST',
    path: `${PREFIX}/libraries/overview`,
    idsOf: idsAt('libraries', 'library_id'),
  },
  { name: 'facets', method: 'POST', path: `${PREFIX}/facets`, idsOf: null },
  {
    name: 'candidates',
    method: 'POST',
    path: `${PREFIX}/candidates:search`,
    body: { query: 'the', facets: ['genre', 'person'] },
    idsOf: idsAt('candidates', 'media', 'media_id'),
  },
  ...['artifacts', 'artifacts:search'].map((path): Read => {
    return { name: path, method: 'POST', path: `${PREFIX}/${path}`, idsOf: idsAt('artifacts', 'artifact_id') };
  }),
  {
    name: 'browse',
    method: 'POST',
    path: `${PREFIX}/items:browse`,
    body: { sort: 'year' },
    idsOf: idsAt('items', 'media', 'media_id'),
  },
  {
    name: 'next-up',
    method: 'POST',
    path: `${PREFIX}/items:next-up`,
    idsOf: idsAt('items', 'media', 'media_id'),
  },
  {
    name: 'contexts',
    method: 'POST',
    path: `${PREFIX}/items:contexts`,
    body: { media_ids: SAMPLES },
    idsOf: (answer) => idsAt('contexts', 'item')(answer).map((item) => ((item as Json)['media'] as Json)['media_id']),
  },
  {
    name: 'multi-search',
    method: 'POST',
    path: `${PREFIX}/candidates:multi-search`,
    idsOf: null,
    body: { queries: [{ query: 'the' }, { query: 'robot city', facets: ['genre'] }] },
  },
  { name: 'artifact', method: 'GET', path: `${PREFIX}/artifacts/${ARTIFACT}`, idsOf: null },
  { name: 'context', method: 'POST', path: `${PREFIX}/items/${METROPOLIS}/context`, idsOf: null },
  {
    name: 'related',
    method: 'POST',
    path: `${PREFIX}/items/${METROPOLIS}/related`,
    idsOf: idsAt('related', 'media', 'media_id'),
  },
  {
    name: 'checks',
    method: 'POST',
    path: `${PREFIX}/grounding:verify`,
    idsOf: null,
    body: { groundings: [{ media_id: METROPOLIS, field: 'title', evidence: { text: 'Another title' } }] },
  },
  { name: 'runs', method: 'GET', path: `${PREFIX}/runs`, idsOf: idsAt('runs', 'run_id') },
  { name: 'verify', method: 'GET', path: `${PREFIX}/runs/${RUN}/verify`, idsOf: null },
  {
    name: 'audit',
    method: 'POST',
    path: `${PREFIX}/runs/${RUN}/audit`,
    idsOf: (answer) => idsAt('tool_calls', 'sequence')(answer['run'] as Json),
  },
];
const PAGED = READS.filter(({ idsOf }) => idsOf !== null);

let app: TestApp;
let user: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  user = await createUser(app, { username: 'admin', role: 'admin', scopes: ['catalog:write'] });
  await importSamples(app, user);
  const api = client(app).as(user);
  for (const episode of EPISODES) {
    await api.put(`/watch-states/${episode}`, { position_seconds: 60, duration_seconds: 2_880 }, { expect: 200 });
  }
  const sources = [{ media_id: METROPOLIS, field: 'overview' }];
  const text = 'A city of the future lives on the work of people below it. '.repeat(5);
  for (let row = 0; row < ROWS; row += 1) {
    const run = { purpose: 'other', status: 'running', input_summary: text, sources };
    await api.put(`/intelligence/runs/${row === 0 ? RUN : uuidOf(`run ${row}`)}`, run, { expect: 201 });
    const call = { name: 'search', kind: 'search', output_summary: text, sources };
    await api.put(`/intelligence/runs/${RUN}/tool-calls/${row}`, call, { expect: 201 });
    const note = { kind: 'user_note', scope: 'user', title: `Note ${row}`, summary: text, content: {} };
    const source = { media_id: METROPOLIS, sources };
    await api.put(`/intelligence/artifacts/${uuidOf(`artifact ${row}`)}`, { ...note, ...source }, { expect: 201 });
  }
  await refreshLexicon(app);
});
afterAll(() => app.close());

interface Budget {
  readonly max_chars?: number;
  readonly max_tokens?: number;
}

function send(read: Read, budget: Budget | null, cursor?: string): Promise<ApiResponse<Answer>> {
  const api = client(app).as(user);
  if (read.method === 'POST') {
    const pagination = cursor === undefined ? {} : { pagination: { cursor } };
    return api.post<Answer>(read.path, { ...read.body, ...pagination, ...(budget === null ? {} : { budget }) });
  }
  const query = new URLSearchParams(cursor === undefined ? {} : { cursor });
  for (const [name, value] of Object.entries(budget ?? {})) query.set(name, String(value));
  return api.get<Answer>(query.size === 0 ? read.path : `${read.path}?${query.toString()}`);
}

/** Returns the smallest budget that the answer fits in. The error for a budget of 1 names this size. */
async function leastBudget(read: Read, name: keyof Budget): Promise<number> {
  const { status, body } = await send(read, { [name]: 1 });
  const [error] = (body as unknown as { errors: { field: string; message: string }[] }).errors;
  expect({ status, field: error?.field }).toEqual({
    status: 400,
    field: `${read.method === 'GET' ? '' : 'budget.'}${name}`,
  });
  return Number(/^must be at least (\d+) for this answer$/.exec(error?.message ?? '')?.[1]);
}

describe('a response budget', () => {
  it.each(READS.map((read) => [read.name, read] as const))('of %s limits the size of the body', async (_, read) => {
    const unlimited = await send(read, null);
    expect(unlimited.body.dropped).toBeUndefined();
    const least = { chars: await leastBudget(read, 'max_chars'), tokens: await leastBudget(read, 'max_tokens') };
    for (const share of [0, 0.2, 0.5, 0.9]) {
      const chars = Math.floor(least.chars + share * (unlimited.text.length - least.chars));
      const cut = await send(read, { max_chars: chars });
      expect(cut.status).toBe(200);
      expect(cut.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(cut.text.length).toBeLessThanOrEqual(chars);
      expect(cut.body.dropped === undefined).toBe(cut.text.length === unlimited.text.length);
      const tokens = Math.floor(least.tokens + share * (estimateTokens(unlimited.text) - least.tokens));
      const short = await send(read, { max_tokens: tokens });
      expect(short.status).toBe(200);
      expect(estimateTokens(short.text)).toBeLessThanOrEqual(tokens);
    }
    const refused = await send(read, { max_chars: least.chars - 1, max_tokens: least.tokens });
    expect(refused.status).toBe(400);
    expect(refused.headers.get('etag')).toBeNull();
    const ample = await send(read, { max_chars: 10 ** 9, max_tokens: 10 ** 9 });
    expect(ample.body.dropped).toBeUndefined();
    expect(ample.text.length).toBe(unlimited.text.length);
  });

  it.each(PAGED.map((read) => [read.name, read] as const))(
    'of %s shows each row once when the client follows the cursors',
    async (_, read) => {
      const idsOf = read.idsOf ?? (() => []);
      const walk = async (budget: Budget | null): Promise<unknown[]> => {
        const ids: unknown[] = [];
        let cursor: string | undefined;
        do {
          const { status, body, text } = await send(read, budget, cursor);
          expect({ status, text }).toMatchObject({ status: 200 });
          const onPage = idsOf(body);
          expect(body.page?.returned).toBe(onPage.length);
          ids.push(...onPage);
          cursor = body.page?.next_cursor ?? undefined;
          expect(body.page?.has_more).toBe(cursor !== undefined);
        } while (cursor !== undefined && ids.length < 200);
        return ids;
      };
      const unlimited = await walk(null);
      expect(unlimited.length).toBeGreaterThan(1);
      expect(new Set(unlimited).size).toBe(unlimited.length);
      // A later page can need a few characters more than the first one.
      const least = await leastBudget(read, 'max_chars');
      expect(await walk({ max_chars: least + 300 })).toEqual(unlimited);
    },
  );

  it.each([
    [{ max_chars: 0 }, 'budget.max_chars', 'must be at least 1'],
    [{ max_tokens: -1 }, 'budget.max_tokens', 'must be at least 1'],
    [{ max_tokens: 1.5 }, 'budget.max_tokens', 'must be an integer'],
    [{ max_tokens: '9' }, 'budget.max_tokens', 'must be an integer'],
    [{ max_chars: null }, 'budget.max_chars', 'must be an integer'],
    [{ max_bytes: 9 }, 'budget.max_bytes', 'is not a known field'],
    [[], 'budget', 'must be an object'],
  ])('of %j in a body gets 400 with an error for the field', async (budget, field, message) => {
    const { status, body } = await client(app).as(user).post('/intelligence/candidates:search', { query: 'x', budget });
    expect({ status, errors: body['errors'] }).toEqual({ status: 400, errors: [{ field, message }] });
  });

  it.each(['max_chars=0', 'max_chars=-1', 'max_tokens=1.5', 'max_tokens=', 'max_tokens=9&max_tokens=9', 'max_bytes=9'])(
    'of ?%s in a query gets 400',
    async (query) => {
      for (const { path, method } of READS) {
        if (method === 'GET') await client(app).as(user).get(`${path}?${query}`, { expect: 400 });
      }
    },
  );

  it('counts for HEAD as for GET', async () => {
    const headersOf = async (method: string, path: string): Promise<object> => {
      const { status, headers } = await client(app).as(user).send(method, path);
      return { status, length: headers.get('content-length'), etag: headers.get('etag') };
    };
    for (const { path, method } of READS) {
      if (method !== 'GET') continue;
      for (const query of ['max_chars=1', 'max_chars=100000', 'max_tokens=32000']) {
        expect(await headersOf('HEAD', `${path}?${query}`)).toEqual(await headersOf('GET', `${path}?${query}`));
      }
    }
  });
});
