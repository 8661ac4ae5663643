import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiDocument, OperationExample } from '../../src/http/openapi/openapi.types';
import { createUser, type TestUser } from '../support/accounts/accounts';
import { refreshLexicon } from '../support/catalog/refresh-lexicon';
import { MCP_HEADERS } from '../support/requests/mcp';
import { createTestApp, type TestApp } from '../support/app/test-app';
import { ROOT } from '../support/root';

/** The recorded examples, which the API description shows. */
const FILE = join(ROOT, 'src/http/openapi/examples.json');
const SAMPLE = readFileSync(join(ROOT, 'samples/catalog.ndjson'), 'utf8');
const DOCUMENT = JSON.parse(readFileSync(join(ROOT, 'test/contract/openapi.json'), 'utf8')) as ApiDocument;

const METROPOLIS = 'movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5';
const EPISODE = 'episode:168f8199-c7f4-52e1-81c0-b2c95802434f';
const ARTIFACT = '0b9f7c3e-52d1-4c8a-9d55-2f6a0c1e7b40';
const RUN = '5e2d9a61-7f34-4f0b-8c1d-93b6a4e8d217';
const PASSWORD = 'correct horse battery staple';
/** Limits most lists to two elements, so that the examples are easy to read. */
const SHORT = {
  pagination: { limit: 2 },
  caps: { artifact_limit: 2, facet_limit: 2, related_limit: 2, grounding_limit: 2 },
};

let app: TestApp;
let admin: TestUser;
const examples: Record<string, OperationExample> = {};

beforeAll(async () => {
  // The results of a search depend on the counts of words, which a background loop could update at any moment.
  app = await createTestApp({ workers: false });
  admin = await createUser(app, { username: 'admin', role: 'admin', scopes: ['artifacts:write', 'catalog:write'] });
  // The watch states of the sample belong to these users.
  for (const username of ['alice', 'bob']) await createUser(app, { username });
  await recordCatalog();
  await recordAccounts();
  await recordWatchStates();
  await recordArtifacts();
  await recordRuns();
  await recordReads();
  await recordMaintenance();
});
afterAll(() => app.close());

/** Sends a request. The example of an operation is its first request and its first response with each status. */
async function record(
  name: string,
  path: string,
  body?: unknown,
  as: string | null = admin.token,
): Promise<Record<string, unknown>> {
  const { method, path: template } = findOperation(name);
  const isText = typeof body === 'string';
  const response = await fetch(`${app.url}${template.startsWith('/api/v1') ? '/api/v1' : ''}${path}`, {
    method,
    headers: {
      ...(as === null ? {} : { authorization: `Bearer ${as}` }),
      ...(path === '/mcp' ? MCP_HEADERS : {}),
      ...(body === undefined ? {} : { 'content-type': isText ? 'application/x-ndjson' : 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${name}: ${response.status} ${text}`);
  const answer = (text === '' ? null : JSON.parse(text)) as Record<string, unknown>;
  const example = (examples[name] ??= {
    ...(body === undefined ? {} : { request: shortenTokens(body) }),
    responses: {},
  });
  if (text !== '') example.responses[String(response.status)] ??= shortenTokens(answer);
  return answer;
}

function findOperation(name: string): { method: string; path: string } {
  for (const [path, methods] of Object.entries(DOCUMENT.paths)) {
    for (const [method, { operationId }] of Object.entries(methods)) {
      if (operationId === name) return { method: method.toUpperCase(), path };
    }
  }
  throw new Error(`No operation ${name}`);
}

/** Shortens tokens. They are invalid outside this run, but they are long and look like secrets. */
function shortenTokens(value: unknown): unknown {
  const shorten = (key: string, member: unknown): unknown =>
    /^(access|refresh)_token$/.test(key) || String(member).startsWith('irmkey_')
      ? `${String(member).slice(0, 16)}...`
      : member;
  return JSON.parse(JSON.stringify(value, shorten)) as unknown;
}

async function recordCatalog(): Promise<void> {
  const path = '/admin/catalog/import';
  const lines = SAMPLE.trimEnd().split('\n');
  await record('importCatalog', path, lines.slice(0, 4).join('\n'));
  await record('importCatalog', path, SAMPLE);
}

async function recordAccounts(): Promise<void> {
  const { user_id: id } = await record('createUser', '/admin/users', { username: 'reader', password: PASSWORD });
  await record('getUser', `/admin/users/${String(id)}`);
  await record('updateUser', `/admin/users/${String(id)}`, { scopes: ['artifacts:write'] });
  await record('listUsers', '/admin/users?limit=2');
  const program = { username: 'film-club', service: true, scopes: ['act_for_users'] };
  const { user_id: serviceId } = await record('createUser', '/admin/users', program);
  const keys = `/admin/users/${String(serviceId)}/keys`;
  const { key_id: keyId, key } = await record('createKey', keys, { name: 'backend of the film club' });
  await record('exchangeKey', '/auth/exchange', { username: 'reader' }, String(key));
  await record('rotateKey', `${keys}/${String(keyId)}:rotate`, { overlap_seconds: 3600 });
  await record('listKeys', keys);
  await record('listAuditLog', '/admin/audit-log?limit=2');
  const login = await record('login', '/auth/login', { username: 'reader', password: PASSWORD }, null);
  const refresh = { refresh_token: login['refresh_token'] };
  const { access_token: token } = await record('refreshTokens', '/auth/refresh', refresh, null);
  await record('getMe', '/auth/me', undefined, String(token));
}

async function recordWatchStates(): Promise<void> {
  await record('setWatchState', `/watch-states/${METROPOLIS}`, { position_seconds: 1_800, duration_seconds: 9_180 });
  await record('setWatchState', `/watch-states/${EPISODE}`, { position_seconds: 600, duration_seconds: 2_880 });
}

async function recordArtifacts(): Promise<void> {
  const path = `/intelligence/artifacts/${ARTIFACT}`;
  const artifact = {
    kind: 'summary',
    scope: 'user',
    title: 'Metropolis in two sentences',
    summary:
      'A city of the future lives on the work of people below it. A machine in human form sets both against each other.',
    content: { sentences: 2, language: 'en' },
    media_id: METROPOLIS,
    sources: [{ media_id: METROPOLIS, field: 'overview' }],
  };
  await record('putArtifact', path, artifact);
  await record('putArtifact', path, artifact);
  await record('getArtifact', path);
  await record('listArtifacts', '/intelligence/artifacts', SHORT);
  await record('searchArtifacts', '/intelligence/artifacts:search', { query: 'metropolis', ...SHORT });
}

async function recordRuns(): Promise<void> {
  const run = `/intelligence/runs/${RUN}`;
  const start = { purpose: 'candidate_search', status: 'running', input_summary: 'Find a silent film about a robot.' };
  await record('putRun', run, start);
  const call = {
    name: 'search_candidates',
    kind: 'search',
    status: 'running',
    arguments: { query: 'robot' },
  };
  await record('putToolCall', `${run}/tool-calls/1`, call);
  const endedCall = { status: 'succeeded', result: { media_ids: [METROPOLIS] }, sources: [{ media_id: METROPOLIS }] };
  await record('putToolCall', `${run}/tool-calls/1`, endedCall);
  const ended = { status: 'succeeded', output_summary: 'Metropolis (1927).', sources: [{ media_id: METROPOLIS }] };
  await record('putRun', run, ended);
  await record('listRuns', '/intelligence/runs?limit=2');
  await record('auditRun', `${run}/audit`, SHORT);
  await record('verifyRun', `${run}/verify`);
}

async function recordReads(): Promise<void> {
  await refreshLexicon(app);
  await record('getOverview', '/intelligence/libraries/overview', SHORT);
  await record('getFacets', '/intelligence/facets', SHORT);
  await record('searchCandidates', '/intelligence/candidates:search', {
    query: 'robot city',
    facets: ['genre'],
    ...SHORT,
  });
  await record('getItemContext', `/intelligence/items/${METROPOLIS}/context`, SHORT);
  await record('browseItems', '/intelligence/items:browse', { sort: 'year', media_kinds: ['movie'], ...SHORT });
  await record('listNextUp', '/intelligence/items:next-up', SHORT);
  await record('getItemContexts', '/intelligence/items:contexts', {
    media_ids: [METROPOLIS, EPISODE],
    ...SHORT,
  });
  const queries = [{ query: 'robot city' }, { query: 'moon', media_kinds: ['movie'] }];
  await record('multiSearchCandidates', '/intelligence/candidates:multi-search', { queries, ...SHORT });
  await record('listRelatedItems', `/intelligence/items/${METROPOLIS}/related`, SHORT);
  const groundings = [
    {
      source: 'search_index',
      media_id: METROPOLIS,
      field: 'title',
      label: 'Metropolis',
      evidence: { text: 'Metropolis', max_chars: 240, truncated: false, original_chars: 10 },
    },
    // The catalog says "Fritz Lang". So the example also shows the answer for a quotation that does not match.
    { source: 'media_metadata', media_id: METROPOLIS, field: 'people', evidence: { text: 'Fritz Lange' } },
  ];
  await record('verifyGrounding', '/intelligence/grounding:verify', { groundings });
  await record('answerMcp', '/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' });
  await record('answerMcp', '/mcp', { jsonrpc: '2.0', method: 'notifications/initialized' });
  await record('getProtectedResource', '/.well-known/oauth-protected-resource/mcp', undefined, null);
  await record('listTools', '/intelligence/tools?format=openai');
  const reason = { reason: 'The second sentence is wrong.' };
  await record('invalidateArtifact', `/intelligence/artifacts/${ARTIFACT}:invalidate`, reason);
}

async function recordMaintenance(): Promise<void> {
  await record('getReadModels', '/admin/read-models');
  await record('refreshReadModels', '/admin/read-models/refresh', { media_id: METROPOLIS });
  await record('getLive', '/health/live', undefined, null);
  await record('getReady', '/health/ready', undefined, null);
}

/** Returns the structure of a value. Leaves out the values, because some of them differ between runs. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return 'value';
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, shapeOf(member)]));
}

describe('the examples of the API description', () => {
  it('have the structure of real requests and responses; RECORD_EXAMPLES=1 records them', () => {
    const text = `${JSON.stringify(examples, null, 2)}\n`;
    if (process.env['RECORD_EXAMPLES'] === '1') writeFileSync(FILE, text);
    const recorded = JSON.parse(existsSync(FILE) ? readFileSync(FILE, 'utf8') : '{}') as typeof examples;
    expect(shapeOf(recorded)).toEqual(shapeOf(examples));
    // The list of tools contains only constant texts.
    expect(recorded['listTools']).toEqual(examples['listTools']);
  });

  it('exist for every request body and for the body of every successful answer', () => {
    const missing = Object.values(DOCUMENT.paths)
      .flatMap((methods) => Object.values(methods))
      .filter(({ operationId = '', requestBody, responses }) => {
        const answers = Object.entries(responses).filter(([status, { content }]) => status < '300' && content);
        const example = examples[operationId];
        const isAnswered = answers.every(([status]) => example?.responses[status] !== undefined);
        return !isAnswered || (requestBody !== undefined && example?.request === undefined);
      });
    expect(missing.map(({ operationId }) => operationId)).toEqual([]);
  });
});
