import { DETAIL_LEVELS } from '../../../src/common/response-detail/detail-levels';
import { estimateTokens } from '../../../src/common/response-budget/token-estimate';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { uuidOf } from '../../support/catalog/catalog';
import { type ApiResponse, client } from '../../support/requests/client';
import { importSamples } from '../../support/catalog/samples';
import { createTestApp, type TestApp } from '../../support/app/test-app';

const METROPOLIS = 'movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5';
const RUN = uuidOf('run');
const ARTIFACT = uuidOf('artifact');
/** A title with the syntax of a heading, a link, HTML and bold text. */
const HOSTILE_TITLE = '# [Click](https://evil.example) <img src=x> **now**';

const READS: readonly (readonly [method: 'GET' | 'POST', path: string, body?: object])[] = [
  ['POST', '/intelligence/libraries/overview'],
  ['POST', '/intelligence/facets'],
  ['POST', '/intelligence/candidates:search', { query: 'robot city' }],
  ['POST', '/intelligence/artifacts'],
  ['POST', '/intelligence/artifacts:search'],
  ['POST', '/intelligence/items:browse', { sort: 'popularity' }],
  ['POST', '/intelligence/items:next-up'],
  ['POST', '/intelligence/items:contexts', { media_ids: [METROPOLIS] }],
  ['POST', '/intelligence/candidates:multi-search', { queries: [{ query: 'robot' }, { query: 'moon' }] }],
  ['GET', `/intelligence/artifacts/${ARTIFACT}`],
  ['POST', `/intelligence/items/${METROPOLIS}/context`],
  ['POST', `/intelligence/items/${METROPOLIS}/related`],
  ['POST', '/intelligence/grounding:verify', { groundings: [{ media_id: METROPOLIS, evidence: { text: 'x' } }] }],
  ['GET', '/intelligence/runs'],
  ['GET', `/intelligence/runs/${RUN}/verify`],
  ['POST', `/intelligence/runs/${RUN}/audit`],
];

let app: TestApp;
let user: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  user = await createUser(app, { username: 'admin', role: 'admin', scopes: ['catalog:write'] });
  await importSamples(app, user);
  const api = client(app).as(user);
  const sources = [{ media_id: METROPOLIS, field: 'overview' }];
  const run = { purpose: 'other', status: 'running', input_summary: HOSTILE_TITLE, sources };
  await api.put(`/intelligence/runs/${RUN}`, run, { expect: 201 });
  const call = { name: 'search', kind: 'search', output_summary: HOSTILE_TITLE, sources };
  await api.put(`/intelligence/runs/${RUN}/tool-calls/1`, call, { expect: 201 });
  const note = { kind: 'user_note', scope: 'user', title: HOSTILE_TITLE, summary: HOSTILE_TITLE, content: {} };
  await api.put(`/intelligence/artifacts/${ARTIFACT}`, { ...note, media_id: METROPOLIS, sources }, { expect: 201 });
});
afterAll(() => app.close());

function send(read: (typeof READS)[number], accept: string, more: object = {}): Promise<ApiResponse> {
  const [method, path, body] = read;
  const payload = method === 'GET' ? undefined : { ...body, ...more };
  return client(app).as(user).send(method, path, payload, { headers: { accept } });
}

describe('an answer', () => {
  it.each(READS.map((read) => [`${read[0]} ${read[1]}`, read] as const))(
    'of %s is Markdown for clients that prefer it',
    async (_, read) => {
      const json = await send(read, 'application/json');
      const markdown = await send(read, 'text/markdown, application/json;q=0.5');
      expect(markdown.status).toBe(200);
      expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
      expect([json, markdown].map(({ headers }) => headers.get('vary'))).toEqual(['Accept', 'Accept']);
      expect(markdown.text).toMatch(/^# .+\n\n_[A-Z][a-z, ]+ not instructions\._\n/);
      expect(markdown.text).not.toMatch(/https:|(?<!\\)<|(?<!\\)\*/);
      // The verification of a run is not shorter in Markdown.
      expect(markdown.text.length).toBeLessThan(Math.max(json.text.length, 250));
      for (const accept of ['*/*', 'application/json, text/markdown', 'text/markdown;q=0.5, application/json']) {
        expect((await send(read, accept)).headers.get('content-type')).toBe('application/json; charset=utf-8');
      }
    },
  );

  it('contains JSON and Markdown for clients that accept the media type for both formats', async () => {
    for (const read of READS) {
      const { status, headers, body } = await send(read, 'application/vnd.intelligence.formats+json');
      expect([status, headers.get('content-type')]).toEqual([
        200,
        'application/vnd.intelligence.formats+json; charset=utf-8',
      ]);
      expect(body).toEqual({ json: expect.any(Object) as object, markdown: expect.stringMatching(/^# /) as string });
    }
  });

  it('has the format that Accept names first if the client accepts both equally', async () => {
    const formats: [accept: string, format: string][] = [
      ['text/markdown, application/json', 'text/markdown'],
      ['application/json, text/markdown', 'application/json'],
      ['text/markdown;q=0.5, application/json;q=0.5', 'text/markdown'],
      ['text/markdown, */*', 'text/markdown'],
      ['*/*, text/markdown', 'text/markdown'],
      ['*/*, application/json', 'application/json'],
      ['*/*', 'application/json'],
    ];
    for (const [accept, format] of formats) {
      const { headers } = await send(['POST', '/intelligence/facets'], accept);
      expect([accept, headers.get('content-type')]).toEqual([accept, `${format}; charset=utf-8`]);
    }
  });

  it('has the preferred format if its media range in Accept has parameters', async () => {
    const formats: [accept: string, format: string][] = [
      ['text/markdown; charset=utf-8', 'text/markdown'],
      ['text/markdown;variant=GFM;q=0.9, application/json;q=0.5', 'text/markdown'],
      ['application/json;charset=utf-8, text/markdown;q=0.5', 'application/json'],
      ['application/vnd.intelligence.formats+json;charset=utf-8', 'application/vnd.intelligence.formats+json'],
    ];
    for (const [accept, format] of formats) {
      const { headers } = await send(['POST', '/intelligence/facets'], accept);
      expect([accept, headers.get('content-type')]).toEqual([accept, `${format}; charset=utf-8`]);
    }
  });

  it('is Markdown if Accept contains TEXT/MARKDOWN in upper case, or refuses only JSON', async () => {
    for (const accept of ['TEXT/MARKDOWN', 'application/json;q=0, */*']) {
      const { headers } = await send(['POST', '/intelligence/facets'], accept);
      expect([accept, headers.get('content-type')]).toEqual([accept, 'text/markdown; charset=utf-8']);
    }
  });

  it('in Markdown fits in its budget or is an error', async () => {
    for (const read of READS) {
      if (read[0] === 'GET') continue;
      const { status, text } = await send(read, 'text/markdown', { budget: { max_tokens: 450 } });
      if (status !== 400) expect(estimateTokens(text)).toBeLessThanOrEqual(450);
      else expect(text).toContain('for this answer');
    }
  });

  it('is JSON if it is an error', async () => {
    const { status, headers } = await send(['POST', '/intelligence/candidates:search', {}], 'text/markdown');
    expect([status, headers.get('content-type')]).toEqual([400, 'application/problem+json']);
  });

  it('is always JSON on other routes, where clients that do not accept JSON get 406', async () => {
    const headers = { accept: 'text/markdown' };
    const api = client(app).as(user);
    for (const path of ['/auth/me', '/admin/users', '/admin/read-models']) {
      for (const accept of ['text/markdown', 'application/vnd.intelligence.formats+json']) {
        expect((await api.get(path, { headers: { accept } })).status).toBe(406);
      }
    }
    const path = `/intelligence/runs/${uuidOf('another run')}`;
    expect((await api.put(path, { purpose: 'other', status: 'running' }, { headers })).status).toBe(406);
    expect((await api.get(`${path}/verify`)).status).toBe(404);
  });

  it('has a weak entity tag if the request has a budget', async () => {
    const path = `/intelligence/artifacts/${ARTIFACT}`;
    const budgeted = await send(['GET', `${path}?max_chars=100000`], 'application/json');
    expect(budgeted.headers.get('etag')).toMatch(/^W\/"/);
  });

  it('has a weak entity tag in Markdown, and a request for either format with this tag gets 304', async () => {
    const path = `/intelligence/artifacts/${ARTIFACT}`;
    const read = ['GET', path] as const;
    const strong = (await send(read, 'application/json')).headers.get('etag') ?? '';
    const weak = (await send(read, 'text/markdown')).headers.get('etag') ?? '';
    expect(strong).toMatch(/^"/);
    expect(weak).toBe(`W/${strong}`);
    for (const accept of ['application/json', 'text/markdown']) {
      const headers = { accept, 'if-none-match': weak };
      const { status, text } = await client(app).as(user).get(path, { headers });
      expect([status, text]).toEqual([304, '']);
    }
  });
});

describe('a level of detail', () => {
  const withDetail = (
    read: (typeof READS)[number],
    detail: string,
    accept = 'application/json',
  ): Promise<ApiResponse> => {
    const [method, path, body] = read;
    if (method === 'GET') return send([method, `${path}?detail=${detail}`], accept);
    return send([method, path, { ...body, detail }], accept);
  };

  it.each(READS.map((read) => [`${read[0]} ${read[1]}`, read] as const))('shortens or extends %s', async (_, read) => {
    const [ids, brief, standard, full] = await Promise.all(
      DETAIL_LEVELS.map(async (level) => {
        const answer = await withDetail(read, level);
        expect({ level, status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
        return answer.text.length;
      }),
    );
    expect([ids, brief, standard, full]).toEqual([ids, brief, standard, full].sort((a = 0, b = 0) => a - b));
    expect(ids).toBeLessThan(standard ?? 0);
    const withoutDetail = await send(read, 'application/json');
    expect((await withDetail(read, 'standard')).text.length).toBe(withoutDetail.text.length);
    for (const level of ['ids', 'brief']) {
      const markdown = await withDetail(read, level, 'text/markdown');
      expect(markdown.status).toBe(200);
      expect(markdown.text).toMatch(/^# .+\n\n_[A-Z][a-z, ]+ not instructions\._\n/);
      expect(markdown.text).not.toMatch(/https:|(?<!\\)<|(?<!\\)\*/);
      if (read[0] === 'GET') continue;
      const { status, text } = await send([read[0], read[1], { ...read[2], detail: level }], 'application/json', {
        budget: { max_tokens: 300 },
      });
      if (status !== 400) expect(estimateTokens(text)).toBeLessThanOrEqual(300);
    }
  });

  it('`ids` says in Markdown how many facet groups a budget leaves out', async () => {
    const texts = await Promise.all(
      [100, 150, 200, 250, 300].map(async (max_tokens) => {
        const more = { detail: 'ids', budget: { max_tokens } };
        return (await send(['POST', '/intelligence/facets'], 'text/markdown', more)).text;
      }),
    );
    expect(texts.join('\n')).toMatch(/Left out: .*facet_groups [1-9]/);
  });

  it('`ids` and `brief` have only the documented fields', async () => {
    const search = async (detail: string): Promise<unknown> => {
      const { body } = await withDetail(['POST', '/intelligence/candidates:search', { query: 'metropolis' }], detail);
      return (body['candidates'] as unknown[])[0];
    };
    expect(await search('ids')).toEqual({ media: { media_id: METROPOLIS } });
    expect(await search('brief')).toEqual({
      media: { media_id: METROPOLIS, media_kind: 'movie', title: 'Metropolis', year: 1927 },
      summary: { text: expect.stringMatching(/^.{50,100}$/) as string },
    });
  });

  it('`full` raises the caps that do not limit rows, unless the request sets them', async () => {
    const read = ['POST', '/intelligence/candidates:search', { query: 'robot', detail: 'full' }] as const;
    const raised = { facet_limit: 32, grounding_limit: 48, summary_max_chars: 800 };
    expect((await send(read, 'application/json')).body).toMatchObject({ caps: { candidate_limit: 12, ...raised } });
    const { body } = await send(read, 'application/json', { caps: { summary_max_chars: 50 } });
    expect(body).toMatchObject({ caps: { ...raised, summary_max_chars: 50 } });
  });

  it('with fewer fields makes the entity tag weak', async () => {
    const path = `/intelligence/artifacts/${ARTIFACT}`;
    const strong = (await send(['GET', path], 'application/json')).headers.get('etag') ?? '';
    expect((await send(['GET', `${path}?detail=brief`], 'application/json')).headers.get('etag')).toBe(`W/${strong}`);
  });

  it('that is unknown gets 400 with an error for `detail`', async () => {
    for (const read of READS) {
      expect((await withDetail(read, 'some')).body).toMatchObject({ status: 400, errors: [{ field: 'detail' }] });
    }
  });
});
