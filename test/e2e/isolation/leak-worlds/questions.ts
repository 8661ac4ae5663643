/** Requests of a caller on every route with data of libraries, about visible, hidden and absent records. */
import { BROWSE_SORT_NAMES } from '../../../../src/candidates/browse/browse-sorts';
import { FACET_KINDS } from '../../../../src/common/dto/facet-kinds';
import { mediaIdOf, uuidOf } from '../../../support/catalog/catalog';
import { client } from '../../../support/requests/client';
import { callMessage, MCP_HEADERS } from '../../../support/requests/mcp';
import type { TestApp } from '../../../support/app/test-app';
import { HIDDEN_LIBRARIES, hiddenArtifactId, hiddenFilmTitle } from './hidden-changes';
import { type Caller, RUN_ID, SHOWN_ARTIFACTS, SHOWN_LIBRARIES, SHOWN_MEDIA } from './shown-world';
import { ACRONYMS, ASKED_WORDS, COUNTRY_QUERIES, GENRES, SIMILAR_WORDS, WORDS } from './words';

/** A request of a caller. */
export interface Question {
  readonly caller: Caller;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer. `text` contains the parts of the request and the answer that depend on neither time nor connection. */
export interface Answer {
  readonly text: string;
  readonly status: number;
  readonly nextCursor: string | null;
  readonly token: string | null;
}

/** The request id of all requests, so that it does not differ between answers. */
const REQUEST_ID = '5c1d8ffb-4d2c-4c5f-9b5c-0a4f1d0e6b11';

/** Headers that depend on the time or the connection. */
const MOMENT_HEADERS = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

/** Sends a request, and returns its answer without the times and headers that depend on the moment. */
export async function ask(app: TestApp, { caller, method, path, body, headers }: Question): Promise<Answer> {
  const answer = await client(app)
    .as(caller.user)
    .send(method, path, body, { headers: { 'x-request-id': REQUEST_ID, ...headers } });
  const lines = [...answer.headers].filter(([name]) => !MOMENT_HEADERS.has(name)).map((entry) => entry.join(': '));
  const text = answer.text.replace(/"generated_at":"[^"]*"/g, '"generated_at":""');
  const { page } = (answer.body ?? {}) as { page?: { next_cursor?: string | null } };
  return {
    text: [`${method} ${path} as ${caller.name}`, JSON.stringify(body ?? null), answer.status, ...lines, text].join(
      '\n',
    ),
    status: answer.status,
    nextCursor: page?.next_cursor ?? null,
    token: answer.headers.get('x-catalog-revision'),
  };
}

/** Returns read requests of a caller on every route with data of libraries; for lists, requests of the first page. */
export function readsOf(caller: Caller): Question[] {
  const post = (path: string, body: unknown = {}): Question => ({ caller, method: 'POST', path, body });
  const get = (path: string): Question => ({ caller, method: 'GET', path });
  const paged = { pagination: { limit: 1 } };
  const libraryIds = [...SHOWN_LIBRARIES, ...HIDDEN_LIBRARIES].map((name) => uuidOf(name));
  return [
    ...['libraries/overview', 'facets'].map((path) => post(`/intelligence/${path}`)),
    post('/intelligence/libraries/overview', { library_ids: libraryIds, ...paged }),
    post('/intelligence/libraries/overview', { budget: { max_chars: 6000 } }),
    ...libraryIds.map((id) => post('/intelligence/libraries/overview', { library_ids: [id] })),
    ...searchesOf(post),
    ...listsOf(post),
    ...batchesOf(post),
    ...[...SHOWN_MEDIA, ...hiddenMedia()].flatMap((id) => [
      post(`/intelligence/items/${id}/context`),
      post(`/intelligence/items/${id}/related`),
      post(`/intelligence/items/${id}/related`, { pagination: { limit: 2 } }),
    ]),
    post('/intelligence/artifacts'),
    post('/intelligence/artifacts', paged),
    post('/intelligence/artifacts', { media_ids: [...SHOWN_MEDIA, ...hiddenMedia()] }),
    post('/intelligence/artifacts', { library_ids: libraryIds }),
    post('/intelligence/artifacts:search', { query: 'lantern', ...paged }),
    post('/intelligence/artifacts:search', { query: 'river', library_ids: libraryIds }),
    ...[...SHOWN_ARTIFACTS, ...hiddenArtifacts()].map((id) => get(`/intelligence/artifacts/${id}`)),
    ...citations().map((groundings) => post('/intelligence/grounding:verify', { groundings })),
    ...toolCallsOf(caller),
    get('/intelligence/tools'),
    get('/intelligence/runs'),
    post(`/intelligence/runs/${RUN_ID}/audit`, paged),
    get(`/intelligence/runs/${RUN_ID}/verify`),
    get('/auth/me'),
    get('/admin/read-models'),
    get('/admin/audit-log?limit=5'),
    get('/admin/users?limit=2'),
    get(`/admin/users/${caller.user.userId}/keys`),
    get(`/admin/users/${caller.user.userId}`),
  ];
}

/** Returns whether a request searches items by words. */
export function searchesItems({ path, body }: Question): boolean {
  return path.startsWith('/intelligence/candidates:') || JSON.stringify(body)?.includes('"search_media"') === true;
}

/** Returns calls of every tool that reads. */
function toolCallsOf(caller: Caller): Question[] {
  const call = (name: string, args: object): Question => {
    return { caller, method: 'POST', path: '/mcp', body: callMessage(name, args), headers: MCP_HEADERS };
  };
  return [
    call('library_overview', {}),
    ...['lantern river', 'zeppelin', 'lantren herbor'].map((query) => call('search_media', { query })),
    call('search_media', { query: 'river', facets: ['genre', 'library', 'watch_state'] }),
    ...[...SHOWN_MEDIA.slice(0, 1), ...hiddenMedia().slice(0, 1)].flatMap((media_id) => [
      call('get_media', { media_id }),
      call('related_media', { media_id }),
    ]),
    call('browse_media', {}),
    call('next_up', {}),
    call('search_artifacts', { query: 'lantern' }),
    ...citations().map((groundings) => call('verify_citations', { groundings })),
  ];
}

/** Number of shown items that are cited: with the artifacts and libraries, a request has at most 48 groundings. */
const CITED_MEDIA = 12;

/** Returns the groundings of two requests: one about shown records, and one about hidden ones. */
function citations(): object[][] {
  return [
    citationsOf(SHOWN_MEDIA.slice(0, CITED_MEDIA), SHOWN_ARTIFACTS, SHOWN_LIBRARIES),
    citationsOf(hiddenMedia(), hiddenArtifacts(), HIDDEN_LIBRARIES),
  ];
}

/** Returns three groundings of each item, and one of each artifact and of each library. */
function citationsOf(media: readonly string[], artifacts: readonly string[], libraries: readonly string[]): object[] {
  const evidence = { text: 'lantern', truncated: true };
  return [
    ...media.flatMap((media_id) => [
      { source: 'search_index', media_id, field: 'overview', evidence },
      { source: 'watch_state', media_id, field: 'state', evidence: { text: 'completed' } },
      { media_id, source_hash: 'a'.repeat(32) },
    ]),
    ...artifacts.map((id) => ({ artifact_id: id, field: 'title', evidence })),
    ...libraries.map((name) => ({ source: 'library', evidence: { text: name } })),
  ];
}

function searchesOf(post: (path: string, body: unknown) => Question): Question[] {
  const search = (body: unknown): Question => post('/intelligence/candidates:search', body);
  const queries = [
    ...WORDS,
    ...ASKED_WORDS,
    ...SIMILAR_WORDS,
    ...ACRONYMS,
    ...COUNTRY_QUERIES,
    'lantern river',
    'lantren herbor',
    'captain winter signal',
    'winter mirror eleven',
    'mirror XI',
    'the of garden',
    'keaton',
    'ada lovelase',
    'lant',
    'lantern of the r',
    'of the lant',
    'a captain of',
    'captainoftheriver',
  ];
  return [
    ...queries.map((query) => search({ query })),
    ...WORDS.slice(0, 4).map((query) => search({ query, pagination: { limit: 2 } })),
    search({ query: 'river', filters: { genres: { any: GENRES.slice(0, 2) } }, include_artifacts: true }),
    search({ query: 'lantern captain', filters: { year: { gte: 1920, lte: 1925 } } }),
    ...['keaton', 'keetun'].map((query) => search({ query, search_in: ['people'] })),
    search({ query: 'herbor', facets: FACET_KINDS }),
    search({ query: 'river garden', budget: { max_chars: 3000 } }),
    ...['lantern', 'keaton', 'the of garden'].map((query) => search({ query, facets: FACET_KINDS })),
    search({ query: 'captain', facets: ['person', 'watch_state'], filters: { watch_states: ['unwatched'] } }),
    search({ query: 'zeppelin', library_ids: HIDDEN_LIBRARIES.map((name) => uuidOf(name)) }),
  ];
}

/** Returns requests for lists without a query, in every order. */
function listsOf(post: (path: string, body: unknown) => Question): Question[] {
  const browse = (body: unknown): Question => post('/intelligence/items:browse', body);
  return [
    ...BROWSE_SORT_NAMES.flatMap((sort) => [browse({ sort }), browse({ sort, pagination: { limit: 2 } })]),
    browse({ filters: { genres: { any: GENRES.slice(0, 2) } } }),
    browse({ sort: 'title', filters: { watch_states: ['in_progress', 'completed'] } }),
    browse({ sort: 'year', media_kinds: ['movie'], filters: { year: { gte: 1920, lte: 1925 } } }),
    browse({ library_ids: HIDDEN_LIBRARIES.map((name) => uuidOf(name)) }),
    post('/intelligence/items:next-up', {}),
    post('/intelligence/items:next-up', { library_ids: HIDDEN_LIBRARIES.map((name) => uuidOf(name)) }),
  ];
}

/** Returns requests for several items, and for several searches. */
function batchesOf(post: (path: string, body: unknown) => Question): Question[] {
  const media_ids = [...SHOWN_MEDIA, ...hiddenMedia(), mediaIdOf('movie', 'Nowhere')].slice(0, 25);
  const queries = [...WORDS.slice(0, 4), 'keaton', 'zeppelin', 'kaptane'].map((query) => ({ query }));
  return [
    post('/intelligence/items:contexts', { media_ids }),
    post('/intelligence/items:contexts', { media_ids, pagination: { limit: 2 } }),
    post('/intelligence/candidates:multi-search', { queries }),
    post('/intelligence/candidates:multi-search', {
      queries: queries.map((query) => ({ ...query, facets: ['genre', 'library'] })),
    }),
    post('/intelligence/candidates:multi-search', { queries, budget: { max_chars: 20_000 } }),
  ];
}

/** Whether a write was refused. An import is answered with 200 if it refuses every line. */
export function isRefused({ status, text }: Answer): boolean {
  return status >= 400 || /"accepted":0\b/.test(text);
}

/** Returns writes about hidden or absent records. Each write is refused, unless the caller sees all libraries. */
export function refusedWritesOf(caller: Caller): Question[] {
  const send = (method: Question['method'], path: string, body?: unknown): Question => ({ caller, method, path, body });
  const [film = ''] = hiddenMedia();
  const [hidden = ''] = HIDDEN_LIBRARIES.map((name) => uuidOf(name));
  const artifact = { kind: 'analysis', scope: 'user', title: 'T', content: {} };
  const unused = uuidOf(`artifact that ${caller.name} never writes`);
  const state = { position_seconds: 1, duration_seconds: 2 };
  const lines = [
    { type: 'library', library_id: hidden, name: 'Taken', library_kind: 'movies' },
    { type: 'movie', media_id: film, library_id: hidden, title: 'Taken' },
    { type: 'delete', media_id: film },
    { type: 'delete', library_id: hidden },
    { type: 'watch_state', username: caller.name, media_id: film, last_watched_at: '2026-01-01T00:00:00Z', ...state },
    {
      type: 'season',
      media_id: mediaIdOf('season', 'Hidden show/9'),
      series_id: mediaIdOf('series', 'Hidden show'),
      season_number: 9,
    },
  ];
  const ndjson = lines.map((line) => JSON.stringify(line)).join('\n');
  return [
    send('PUT', `/watch-states/${film}`, state),
    send('DELETE', `/watch-states/${film}`),
    ...[{ media_id: film }, { library_id: hidden }, { sources: [{ media_id: film }] }].map((reference) =>
      send('PUT', `/intelligence/artifacts/${unused}`, { ...artifact, ...reference }),
    ),
    ...hiddenArtifacts().flatMap((id) => [
      send('POST', `/intelligence/artifacts/${id}:invalidate`, { reason: 'r' }),
      send('PUT', `/intelligence/artifacts/${unused}`, { ...artifact, sources: [{ artifact_id: id }] }),
    ]),
    send('DELETE', `/admin/catalog/items/${film}`),
    send('DELETE', `/admin/catalog/libraries/${hidden}`),
    send('POST', '/admin/read-models/refresh', { library_id: hidden }),
    send('POST', '/admin/read-models/refresh', { media_id: film }),
    { ...send('POST', '/admin/catalog/import', ndjson), headers: { 'content-type': 'application/x-ndjson' } },
  ];
}

function hiddenMedia(): string[] {
  return [
    mediaIdOf('movie', hiddenFilmTitle(0, 0)),
    mediaIdOf('movie', hiddenFilmTitle(1, 1)),
    mediaIdOf('series', 'Hidden show'),
    mediaIdOf('episode', 'Hidden show/1/1'),
  ];
}

function hiddenArtifacts(): string[] {
  return [hiddenArtifactId(0), hiddenArtifactId(1)];
}
