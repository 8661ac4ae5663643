import { randomUUID } from 'node:crypto';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { CandidatesService } from '../../../src/candidates/candidates.service';
import { estimateTokens } from '../../../src/common/response-budget/token-estimate';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { importCatalog, library, movie, uuidOf } from '../../support/catalog/catalog';
import { client } from '../../support/requests/client';
import { refreshLexicon } from '../../support/catalog/refresh-lexicon';
import { callMessage, callTool, connectMcp, MCP_HEADERS, textOf } from '../../support/requests/mcp';
import { importSamples } from '../../support/catalog/samples';
import { createTestApp, type TestApp } from '../../support/app/test-app';

/* The MCP endpoint with the official client: tools, their results and errors, rights and limits. */

const METROPOLIS = 'movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5';
const READS = [
  'library_overview',
  'search_media',
  'browse_media',
  'next_up',
  'get_media',
  'related_media',
  'search_artifacts',
  'verify_citations',
];
const WRITES = ['save_artifact', 'record_run', 'record_tool_call'];

const INVALID = 'The parameters of the method are not valid.';

let app: TestApp;
let admin: TestUser;
/** A user who sees all libraries, without the scope `artifacts:write`. */
let reader: TestUser;
let writer: TestUser;
const mcp: Record<string, Client> = {};

beforeAll(async () => {
  app = await createTestApp();
  admin = await createUser(app, { username: 'admin', role: 'admin' });
  reader = await createUser(app);
  writer = await createUser(app, { scopes: ['artifacts:write'] });
  await importSamples(app, admin);
  await refreshLexicon(app);
  mcp['reader'] = await connectMcp(app, reader);
  mcp['writer'] = await connectMcp(app, writer);
});
afterAll(async () => {
  for (const connection of Object.values(mcp)) await connection.close();
  await app.close();
});

function as(name: 'reader' | 'writer'): Client {
  const connection = mcp[name];
  if (connection === undefined) throw new Error('The client is not connected.');
  return connection;
}

describe('the list of tools', () => {
  it('depends on the rights of the caller', async () => {
    expect(as('reader').getServerVersion()?.name).toBe('intelligence-read-model');
    expect(as('reader').getInstructions()).toContain('never an instruction');
    const { tools } = await as('reader').listTools();
    expect(tools.map(({ name }) => name)).toEqual(READS);
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
    const { tools: all } = await as('writer').listTools();
    expect(all.map(({ name }) => name)).toEqual([...READS, ...WRITES]);
    // In MCP, a tool that can replace stored data is destructive.
    const destructive = all.filter(({ annotations }) => annotations?.destructiveHint === true);
    expect(destructive.map(({ name }) => name)).toEqual(WRITES);
  });

  it('has a title, a description, a closed input schema and a self-contained output schema for each tool', async () => {
    const { tools } = await as('writer').listTools();
    for (const { title, description, inputSchema, outputSchema } of tools) {
      expect([title, description, outputSchema?.type]).toEqual([expect.any(String), expect.any(String), 'object']);
      expect(inputSchema['additionalProperties']).toBe(false);
      expect(JSON.stringify(outputSchema)).not.toMatch(/"type":\[/);
      for (const [, name = ''] of JSON.stringify(outputSchema).matchAll(/"#\/([^"]*)"/g)) {
        expect(name).toMatch(/^\$defs\/\w+$/);
        expect(outputSchema?.['$defs']).toHaveProperty(name.slice('$defs/'.length));
      }
    }
  });
});

describe('a tool that reads', () => {
  it('states its largest limit in its schema, and applies it to a request of 50 rows', async () => {
    const { tools } = await as('reader').listTools();
    const maxima: unknown[] = [];
    for (const { name, inputSchema } of tools) {
      const { limit } = inputSchema.properties as { limit?: { maximum: number } };
      if (limit === undefined) continue;
      const required = { search_media: { query: 'the' }, related_media: { media_id: METROPOLIS } }[name] ?? {};
      const { structuredContent } = await callTool(as('reader'), name, { ...required, limit: 50 });
      expect([name, (structuredContent as { page: { limit: number } }).page.limit]).toEqual([name, limit.maximum]);
      maxima.push(limit.maximum);
    }
    expect(maxima).toEqual([50, 12, 50, 50, 8, 8]);
  });

  // The client of the SDK checks each structured result against the output schema.
  it.each<[string, object, string]>([
    ['library_overview', {}, '/intelligence/libraries/overview'],
    ['search_media', { query: 'robot city' }, '/intelligence/candidates:search'],
    ['browse_media', { sort: 'year', media_kinds: ['movie'] }, '/intelligence/items:browse'],
    ['next_up', {}, '/intelligence/items:next-up'],
    ['get_media', { media_id: METROPOLIS }, `/intelligence/items/${METROPOLIS}/context`],
    ['related_media', { media_id: METROPOLIS }, `/intelligence/items/${METROPOLIS}/related`],
    ['search_artifacts', {}, '/intelligence/artifacts:search'],
    [
      'verify_citations',
      { groundings: [{ media_id: METROPOLIS, field: 'title', evidence: { text: 'Metropolis' } }] },
      '/intelligence/grounding:verify',
    ],
  ])(
    '%s returns the answer of its route as data and as Markdown, within 2,000 tokens each',
    async (name, args, path) => {
      await as('reader').listTools();
      const result = await callTool(as('reader'), name, args);
      expect(result.isError).toBeUndefined();
      const { media_id: _, ...body } = args as { media_id?: string };
      const request = { ...body, budget: { max_tokens: 2_000 } };
      const api = client(app).as(reader);
      const json = await api.post(path, request, { expect: 200 });
      const markdown = await api.post(path, request, { headers: { accept: 'text/markdown' } });
      const withoutTime = (text: string): string => text.replace(/"generated_at":"[^"]*"/, '');
      expect(withoutTime(JSON.stringify(result.structuredContent))).toBe(withoutTime(json.text));
      expect(textOf(result)).toBe(markdown.text);
      expect(estimateTokens(JSON.stringify(result.structuredContent))).toBeLessThanOrEqual(2_000);
      expect(estimateTokens(textOf(result))).toBeLessThanOrEqual(2_000);
      expect(result._meta).toEqual({ catalog_revision: json.headers.get('x-catalog-revision') });
    },
  );

  it.each(['get_media', 'related_media'])('%s accepts every spelling of a media id', async (name) => {
    const uuid = METROPOLIS.slice('movie:'.length);
    for (const spelling of [`Movies(${uuid.toUpperCase()})`, `movie%3A${uuid}`, `movies%28${uuid}%29`]) {
      const result = await callTool(as('reader'), name, { media_id: spelling });
      expect([spelling, result.isError]).toEqual([spelling, undefined]);
    }
    const twice = await callTool(as('reader'), name, { media_id: `movie%253A${uuid}` });
    expect(textOf(twice)).toMatch(/^Invalid media id/);
  });

  it('treats null as an absent argument, and accepts limit, cursor and budget', async () => {
    const given = { query: 'the', limit: 2, library_ids: null, filters: { year: null, people: null }, max_tokens: 900 };
    const first = await callTool(as('reader'), 'search_media', given);
    const { candidates, page } = first.structuredContent as {
      candidates: { media: { media_id: string } }[];
      page: { next_cursor: string };
    };
    expect(candidates).toHaveLength(2);
    expect(estimateTokens(JSON.stringify(first.structuredContent))).toBeLessThanOrEqual(900);
    // A request with null filters equals one without filters, so the cursor stays valid.
    const next = { query: 'the', limit: 2, filters: {}, cursor: page.next_cursor };
    const second = await callTool(as('reader'), 'search_media', next);
    const { candidates: following } = second.structuredContent as { candidates: { media: { media_id: string } }[] };
    expect(following.map(({ media }) => media.media_id)).not.toContain(candidates[0]?.media.media_id);
  });

  it('shows each caller only what that caller may see', async () => {
    await importCatalog(app, admin, [library('Vault'), movie('Vault', 'Zanzibar Vault')]);
    const stranger = await createUser(app, { libraryIds: [uuidOf('Nothing')] });
    const strangerClient = await connectMcp(app, stranger);
    const countFound = async (caller: Client): Promise<unknown> => {
      const { structuredContent } = await callTool(caller, 'search_media', { query: 'zanzibar vault' });
      return (structuredContent as { candidates: unknown[] }).candidates.length;
    };
    expect([await countFound(as('reader')), await countFound(strangerClient)]).toEqual([1, 0]);
    await strangerClient.close();
  });
});

describe('an error of a tool', () => {
  it.each<[string, string, object, RegExp]>([
    ['names a missing argument', 'search_media', {}, /- query is required\n.*again/s],
    [
      'names a wrong argument by its name in the tool',
      'search_media',
      { query: 'x', limit: 'ten' },
      /- limit must be an int/,
    ],
    ['names an unknown argument', 'search_media', { query: 'x', caps: {} }, /- caps is not a known argument/],
    ['names a missing id', 'get_media', {}, /- media_id is required/],
    ['names an id of another type', 'get_media', { media_id: { id: 1 } }, /- media_id must be a single value/],
    [
      'names an id that is too long',
      'get_media',
      { media_id: 'x'.repeat(70_000) },
      /- media_id must have at most 50 char/,
    ],
    [
      'names an id that is too long for a path',
      'related_media',
      { media_id: 'x'.repeat(9_000) },
      /- media_id must have at most 50 char/,
    ],
    ['explains media ids', 'get_media', { media_id: 'Metropolis' }, /invalid-media-id.*search_media finds items/s],
    [
      'says what to do about an absent item',
      'get_media',
      { media_id: `movie:${uuidOf('x')}` },
      /not-found.*Find the id/s,
    ],
    ['says what to do about a cursor', 'search_media', { query: 'x', cursor: 'y' }, /without a cursor/],
    [
      'names the least budget',
      'get_media',
      { media_id: METROPOLIS, max_tokens: 5 },
      /- max_tokens must be at least \d+ for/,
    ],
  ])('%s', async (_, name, args, text) => {
    const result = await callTool(as('reader'), name, args);
    expect([result.isError, result.structuredContent]).toEqual([true, undefined]);
    expect(textOf(result)).toMatch(text);
  });

  it('never repeats the value of an argument', async () => {
    const result = await callTool(as('reader'), 'search_media', { query: 'x', filters: { people: 'canary-value' } });
    expect(result.isError).toBe(true);
    expect(textOf(result)).not.toContain('canary-value');
  });

  it('is an error of the protocol for a tool that the caller does not have', async () => {
    for (const name of ['nothing', 'save_artifact']) {
      await expect(callTool(as('reader'), name)).rejects.toThrow('There is no tool with this name.');
    }
  });
});

describe('tools that write', () => {
  it('store and replace an artifact that only searches of its user find', async () => {
    // No other artifact contains this word.
    const word = randomUUID().replaceAll('-', '');
    const note = { kind: 'user_note', title: 'A note', summary: `Maria is a robot ${word}.`, media_id: METROPOLIS };
    const saved = await callTool(as('writer'), 'save_artifact', { ...note, content: 'Much longer.' });
    const { artifact_id: id, revision } = saved.structuredContent as { artifact_id: string; revision: number };
    expect([revision, textOf(saved)]).toEqual([1, `Saved artifact ${id}, revision 1.`]);
    const replaced = await callTool(as('writer'), 'save_artifact', { ...note, artifact_id: id, title: 'Another note' });
    expect(replaced.structuredContent).toMatchObject({ artifact_id: id, revision: 2, title: 'Another note' });
    const foundByWriter = await callTool(as('writer'), 'search_artifacts', { query: `another ${word}` });
    expect((foundByWriter.structuredContent as { artifacts: unknown[] }).artifacts).toHaveLength(1);
    const foundByReader = await callTool(as('reader'), 'search_artifacts', { query: `another ${word}` });
    expect((foundByReader.structuredContent as { artifacts: unknown[] }).artifacts).toHaveLength(0);
  });

  it('record a run with its tool calls', async () => {
    const begun = await callTool(as('writer'), 'record_run', { purpose: 'other', status: 'running', model: 'M' });
    const { run_id } = begun.structuredContent as { run_id: string };
    const call = { run_id, sequence: 1, name: 'search_media', kind: 'search', arguments: '{"query":"x"}' };
    const recorded = await callTool(as('writer'), 'record_tool_call', { ...call, status: 'running' });
    expect(recorded.structuredContent).toMatchObject({ sequence: 1, status: 'running' });
    await callTool(as('writer'), 'record_tool_call', { run_id, sequence: 1, status: 'succeeded', result: 'none' });
    const ended = await callTool(as('writer'), 'record_run', { run_id, status: 'succeeded', output_summary: 'Done.' });
    expect(textOf(ended)).toBe(`Run ${run_id} is succeeded.`);
    const { body } = await client(app).as(writer).post(`/intelligence/runs/${run_id}/audit`, {}, { expect: 200 });
    expect(body['run']).toMatchObject({ status: 'succeeded', tool_call_count: 1 });
    const again = await callTool(as('writer'), 'record_run', { run_id, status: 'running' });
    expect([again.isError, textOf(again)]).toEqual([true, expect.stringMatching(/conflict.*present state/s)]);
  });
});

describe('the endpoint', () => {
  const post = (message: unknown, headers: object = {}, user: TestUser = reader): ReturnType<typeof send> =>
    send(message, headers, user);
  const send = (message: unknown, headers: object, user: TestUser) =>
    client(app)
      .as(user)
      .post('/mcp', message, { headers: { ...MCP_HEADERS, ...headers } });

  it('answers each message separately, without a session', async () => {
    const { status, body } = await post(callMessage('library_overview'));
    expect([status, Object.keys(body)]).toEqual([200, expect.arrayContaining(['jsonrpc', 'id', 'result'])]);
    expect((await post({ jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(202);
    const unknown = await post({ jsonrpc: '2.0', id: 7, method: 'resources/list' });
    expect(unknown.body).toMatchObject({ id: 7, error: { code: -32601 } });
  });

  it('does not announce events, because it sends none', async () => {
    const client = { name: 'test', version: '1' };
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: client };
    const { body } = await post({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
    expect(body['result']).toMatchObject({ capabilities: { tools: { listChanged: false } } });
  });

  it.each([
    ['tools/call', undefined],
    ['tools/call', { name: 5 }],
    ['tools/call', { name: 'library_overview', arguments: 'canary' }],
    ['tools/call', { name: 'library_overview', arguments: ['canary'] }],
    ['tools/list', { cursor: { canary: 1 } }],
    ['initialize', { protocolVersion: 5 }],
  ])('gives a JSON-RPC error for invalid parameters of %s: %j', async (method, params) => {
    const { status, body, text } = await post({ jsonrpc: '2.0', id: 'x', method, params });
    expect([status, body]).toEqual([200, { jsonrpc: '2.0', id: 'x', error: { code: -32602, message: INVALID } }]);
    expect(text).not.toContain('canary');
  });

  // The protocol requires that servers without the capability `tasks` ignore the task.
  it.each([{ ttl: 60_000 }, {}, 5, null])(
    'answers a call with the task %j as if the call had no task',
    async (task) => {
      const message = callMessage('search_artifacts');
      const withTask = { ...message, params: { ...(message['params'] as object), task } };
      expect((await post(withTask)).body).toEqual((await post(message)).body);
    },
  );

  it('returns a revision token, accepts it as the minimum revision, and refuses other texts', async () => {
    const { headers, body } = await post(callMessage('library_overview'));
    const token = headers.get('x-catalog-revision') ?? '';
    expect((body['result'] as { _meta: object })._meta).toEqual({ catalog_revision: token });
    expect((await post(callMessage('library_overview'), { 'x-min-revision': token })).status).toBe(200);
    const refused = await post(callMessage('library_overview'), { 'x-min-revision': 'none' });
    expect(JSON.stringify(refused.body['result'])).toContain('X-Min-Revision');
  });

  it('gives clients without a valid token the address of its metadata', async () => {
    const refused = await client(app).post('/mcp', callMessage('library_overview'), { headers: MCP_HEADERS });
    const metadata = `${app.url}/.well-known/oauth-protected-resource/mcp`;
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toBe(`Bearer resource_metadata="${metadata}"`);
    const wrong = await client(app).as('wrong').post('/mcp', callMessage('x'), { headers: MCP_HEADERS });
    expect(wrong.headers.get('www-authenticate')).toBe(`Bearer error="invalid_token", resource_metadata="${metadata}"`);
    const { body } = await client(app).get('/.well-known/oauth-protected-resource/mcp', { expect: 200 });
    expect(body).toEqual({
      resource: `${app.url}/mcp`,
      resource_name: 'Intelligence read model',
      bearer_methods_supported: ['header'],
      resource_documentation: `${app.url}/api/docs`,
    });
  });

  it.each([
    ['a message that is not JSON-RPC', {}, {}, 400],
    ['a batch', [callMessage('library_overview')], {}, 400],
    ['an id that is an object', { jsonrpc: '2.0', id: {}, method: 'ping' }, {}, 400],
    ['another version', callMessage('library_overview'), { 'mcp-protocol-version': '1999-01-01' }, 400],
    ['a client that takes no JSON', callMessage('library_overview'), { accept: 'text/event-stream' }, 406],
    ['a page of another origin', callMessage('library_overview'), { origin: 'https://evil.example' }, 403],
    ['a page without an origin', callMessage('library_overview'), { origin: 'null' }, 403],
  ])('refuses %s with a problem', async (_, message, headers, status) => {
    const refused = await post(message, headers);
    expect([refused.status, refused.headers.get('content-type')]).toEqual([status, 'application/problem+json']);
  });

  it('names the refused part of a request: the message or the header', async () => {
    const supported = { 'mcp-protocol-version': '2025-06-18' };
    const unknown = { 'mcp-protocol-version': '1999-01-01' };
    const invalid = { jsonrpc: '2.0', id: {}, method: 'ping' };
    const refusals = [
      await post(invalid),
      await post(invalid, supported),
      await post(invalid, unknown),
      await post(callMessage('library_overview'), unknown),
    ];
    const fields = refusals.map(({ body }) => (body['errors'] as { field: string }[]).map(({ field }) => field));
    expect(fields).toEqual([['body'], ['body'], ['body'], ['MCP-Protocol-Version']]);
  });

  it('accepts requests of web pages on the same machine', async () => {
    for (const origin of ['http://localhost:6274', 'http://127.0.0.1', 'http://[::1]:80']) {
      expect((await post(callMessage('library_overview'), { origin })).status).toBe(200);
    }
  });

  it('answers GET and DELETE with 405, because it has no stream and no session to end', async () => {
    for (const method of ['GET', 'DELETE']) {
      const refused = await client(app).as(reader).send(method, '/mcp', undefined, { headers: MCP_HEADERS });
      expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'OPTIONS, POST']);
    }
  });
});

describe('the limits of the routes', () => {
  it('apply to tools: a call counts as a message and as a request to its route', async () => {
    const limited = await createTestApp({ peerOf: app, env: { RATE_LIMIT_PER_MINUTE: '4' } });
    try {
      const caller = await createUser(app);
      const send = () =>
        client(limited).as(caller).post('/mcp', callMessage('search_artifacts'), { headers: MCP_HEADERS });
      expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
      const refused = await send();
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    } finally {
      await limited.close();
    }
  });

  it('make searches of one caller wait for each other', async () => {
    const narrow = await createTestApp({ peerOf: app, env: { CONCURRENCY_PER_USER: '1' } });
    try {
      const service = narrow.app.get(CandidatesService);
      const search = service.searchCandidates.bind(service);
      const running = { now: 0, max: 0 };
      jest.spyOn(service, 'searchCandidates').mockImplementation(async (...args) => {
        running.now += 1;
        running.max = Math.max(running.max, running.now);
        return search(...args).finally(() => (running.now -= 1));
      });
      const connection = await connectMcp(narrow, reader);
      const results = await Promise.all(
        Array.from({ length: 8 }, () => callTool(connection, 'search_media', { query: 'robot city' })),
      );
      expect(results.filter(({ isError }) => isError === true)).toEqual([]);
      expect(running).toEqual({ now: 0, max: 1 });
      await connection.close();
    } finally {
      await narrow.close();
    }
  });
});
