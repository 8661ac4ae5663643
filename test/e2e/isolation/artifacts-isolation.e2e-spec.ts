import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiDocument, Operation, Schema } from '../../../src/http/openapi/openapi.types';
import { READ_TOOLS } from '../../../src/mcp/tools/read-tools';
import { TOOLS } from '../../../src/mcp/tools/tool-list';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import {
  episode,
  importCatalog,
  library,
  mediaIdOf,
  movie,
  season,
  series,
  uuidOf,
} from '../../support/catalog/catalog';
import { client } from '../../support/requests/client';
import { refreshLexicon } from '../../support/catalog/refresh-lexicon';
import { callMessage, MCP_HEADERS } from '../../support/requests/mcp';
import { ROOT } from '../../support/root';
import { createTestApp, type TestApp } from '../../support/app/test-app';

/*
 * The answers to a user depend only on shared data and on the user's own data. Whatever another user has, changes or
 * loses, every answer stays the same, except for its time and its request id.
 */

let app: TestApp;
let admin: TestUser;
let writer: TestUser;

const films = ['The General', 'Cops', 'One Week'].map((title) => mediaIdOf('movie', title));
/** The items that watch states and artifacts are about. */
const items = [...films, mediaIdOf('episode', 'Serial/1/1'), mediaIdOf('episode', 'Serial/1/2')];
/** The items that requests are about. */
const seeds = [...items, mediaIdOf('season', 'Serial/1'), mediaIdOf('series', 'Serial')];

beforeAll(async () => {
  app = await createTestApp();
  admin = await createUser(app, { role: 'admin' });
  writer = await createUser(app, { scopes: ['artifacts:write'] });
  await importCatalog(app, admin, [
    library('Features'),
    library('Shorts'),
    movie('Features', 'The General', { year: 1926, genres: ['Comedy'] }),
    movie('Shorts', 'Cops', { year: 1922, genres: ['Comedy'] }),
    movie('Shorts', 'One Week', { year: 1920, genres: ['Comedy'] }),
    library('Serials', 'series'),
    series('Serials', 'Serial', { genres: ['Comedy'] }),
    season('Serial', 1),
    episode('Serial', 1, 1),
    episode('Serial', 1, 2),
  ]);
  await refreshLexicon(app);
});
afterAll(() => app.close());

type Body = Record<string, unknown>;

/** Operations that write, are only for administrators, or are public. */
const NOT_OF_A_USER =
  /:invalidate$|^(get|post) \/(api\/v1\/(admin|auth\/(exchange|login|logout|refresh))|health|\.well-known)(\/|$)/;

/**
 * The committed API description. The description of a service that runs from its sources lacks the fields of bodies.
 */
const API = JSON.parse(readFileSync(join(ROOT, 'test/contract/openapi.json'), 'utf8')) as ApiDocument;

/** Returns the operations of a description, such as `get /api/v1/auth/me`. */
function operationsOf(paths: ApiDocument['paths']): [name: string, operation: Operation][] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [`${method} ${path}`, operation]),
  );
}

async function servedOperations(): Promise<string[]> {
  const { body } = await client(app).get<ApiDocument>('/api/docs/openapi.json', { expect: 200 });
  return operationsOf(body.paths).map(([name]) => name);
}

/** Returns the names of all members of a schema, also of nested ones. No schema of a request contains itself. */
function membersOf(schema: Schema | undefined): string[] {
  if (schema === undefined) return [];
  const { $ref, properties = {}, items: element, allOf = [], anyOf = [], oneOf = [] } = schema;
  const referred = $ref === undefined ? undefined : API.components.schemas[$ref.split('/').at(-1) ?? ''];
  const nested = [referred, element, ...allOf, ...anyOf, ...oneOf, ...Object.values(properties)];
  return [...Object.keys(properties), ...nested.flatMap(membersOf)];
}

/** Returns the operations and the tools whose requests have a parameter or a member with a name that matches. */
function requestsWith(name: RegExp): string[] {
  const requests: [string, string[]][] = [
    ...operationsOf(API.paths).map(([operation, { parameters = [], requestBody }]): [string, string[]] => {
      const bodies = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => membersOf(schema));
      return [operation, [...parameters.map((parameter) => parameter.name), ...bodies]];
    }),
    ...TOOLS.map((tool): [string, string[]] => [tool.name, membersOf(tool.input)]),
  ];
  return requests.filter(([, members]) => members.some((member) => name.test(member))).map(([request]) => request);
}

/** Returns the operations and tools among `names` that no question calls. */
function missingFrom(names: readonly string[], questions: readonly Question[]): string[] {
  return names.filter((name) => !questions.some((question) => callsOperation(question, name)));
}

function callsOperation([method, path, body]: Question, name: string): boolean {
  if (path === '/mcp') {
    return name === 'post /mcp' || (body?.['params'] as { readonly name: string }).name === name;
  }
  const [verb, template = ''] = name.split(' ');
  const pattern = new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/:]+(?::[^/:]+)?')}(\\?|$)`);
  return verb === method.toLowerCase() && pattern.test(`/api/v1${path}`);
}

/**
 * Something that belongs to a user. A `note` is an artifact without an item. `shared` is the index of its id among the
 * ids that all users use, and `item` is the index of its item in `items`.
 */
interface Thing {
  readonly what: 'artifact' | 'note' | 'run' | 'watch';
  readonly shared: number;
  readonly item: number;
  readonly text: 'alpha' | 'beta';
}

const thing: fc.Arbitrary<Thing> = fc.record({
  what: fc.constantFrom('artifact', 'note', 'run', 'watch'),
  shared: fc.nat(3),
  item: fc.nat(items.length - 1),
  text: fc.constantFrom('alpha', 'beta'),
});
const things = fc.array(thing, { minLength: 1, maxLength: 6 });

/**
 * Writes as the user. The write must succeed, unless it contradicts an earlier write with the same id, for example
 * because the artifact would move to another library.
 */
async function write(user: TestUser, path: string, body: Body): Promise<void> {
  const { status } = await client(app).as(user).put(path, body);
  expect([200, 201, 204, 409]).toContain(status);
}

/** Creates the data of a user. Other users have data with the same ids. */
async function give(user: TestUser, ids: readonly string[], all: readonly Thing[]): Promise<void> {
  for (const { what, shared, item, text } of all) {
    const id = ids[shared] ?? '';
    if (what === 'watch') {
      await write(user, `/watch-states/${items[item]}`, { position_seconds: 600, duration_seconds: 6000 });
    } else if (what === 'run') {
      await write(user, `/intelligence/runs/${id}`, { purpose: 'other', status: 'running', input_summary: text });
      await write(user, `/intelligence/runs/${id}/tool-calls/${item}`, { name: text, kind: 'search' });
    } else {
      const media = what === 'note' ? {} : { media_id: items[item] };
      const artifact = { kind: 'analysis', scope: 'user', title: `About ${text}`, content: { text }, ...media };
      await write(user, `/intelligence/artifacts/${id}`, artifact);
    }
  }
}

/** A request; the body of a GET is undefined. */
type Question = readonly [method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: Body];

function callTool(name: string, args: object): Question {
  return ['POST', '/mcp', callMessage(name, args)];
}

/** Sends the request. Returns the status and the body without times. */
async function answerTo(user: TestUser, [method, path, body]: Question): Promise<string> {
  const { status, text } = await client(app)
    .as(user)
    .send(method, path, body, { headers: path === '/mcp' ? MCP_HEADERS : {} });
  return `${status} ${withoutTimes(text)}`;
}

/** Returns requests on every route with which a user reads. They ask for all ids. */
function questions(ids: readonly string[]): Question[] {
  const two = { pagination: { limit: 2 } };
  return [
    ['POST', '/intelligence/libraries/overview', {}],
    ['POST', '/intelligence/libraries/overview', { library_ids: [uuidOf('Shorts')], ...two }],
    ['POST', '/intelligence/facets', {}],
    ['POST', '/intelligence/facets', { facet_kinds: ['watch_state'] }],
    ['POST', '/intelligence/candidates:search', { query: 'comedy week general', include_artifacts: true }],
    ['POST', '/intelligence/candidates:search', { query: 'alpha beta' }],
    ...['unwatched', 'in_progress'].map((state): Question => {
      const filters = { watch_states: [state] };
      return ['POST', '/intelligence/candidates:search', { query: 'week serial episode', filters, ...two }];
    }),
    ['POST', '/intelligence/artifacts', { caps: { artifact_limit: 24 } }],
    ['POST', '/intelligence/artifacts', { media_ids: items, kinds: ['analysis'] }],
    ['POST', '/intelligence/artifacts', { artifact_ids: ids }],
    ['POST', '/intelligence/artifacts', { library_ids: [uuidOf('Shorts')], pagination: { limit: 1 } }],
    ['POST', '/intelligence/artifacts:search', { query: 'alpha' }],
    ['POST', '/intelligence/artifacts:search', { artifact_ids: ids, ...two }],
    [
      'POST',
      '/intelligence/grounding:verify',
      {
        groundings: [
          ...ids.slice(0, 20).map((id) => ({ artifact_id: id, field: 'title', evidence: { text: 'About alpha' } })),
          ...items
            .slice(0, 20)
            .map((id) => ({ media_id: id, source: 'watch_state', evidence: { text: 'in_progress' } })),
        ],
      },
    ],
    ['POST', '/intelligence/items:browse', { sort: 'last_watched' }],
    ['POST', '/intelligence/items:next-up', {}],
    ['POST', '/intelligence/items:contexts', { media_ids: seeds }],
    ['POST', '/intelligence/candidates:multi-search', { queries: [{ query: 'alpha beta' }, { query: 'comedy' }] }],
    ...toolCalls(ids).map((message): Question => ['POST', '/mcp', message]),
    ['GET', '/intelligence/tools'],
    ['GET', '/intelligence/runs'],
    ['GET', '/intelligence/runs?limit=1'],
    ['GET', '/auth/me'],
    ...seeds.flatMap((seed): Question[] => [
      ['POST', `/intelligence/items/${seed}/context`, {}],
      ['POST', `/intelligence/items/${seed}/related`, {}],
      ['POST', `/intelligence/items/${seed}/related`, { relationship_kinds: ['watch_next', 'same_series'] }],
    ]),
    ...ids.flatMap((id): Question[] => [
      ['GET', `/intelligence/artifacts/${id}`],
      ['GET', `/intelligence/runs/${id}/verify`],
      ['POST', `/intelligence/runs/${id}/audit`, {}],
      ['POST', `/intelligence/runs/${id}/audit`, { pagination: { limit: 1 } }],
    ]),
  ];
}

/** Calls of every MCP tool that reads. */
function toolCalls(ids: readonly string[]): Body[] {
  return [
    callMessage('library_overview'),
    callMessage('search_media', { query: 'comedy week general', filters: { watch_states: ['unwatched'] } }),
    callMessage('browse_media', { sort: 'last_watched' }),
    callMessage('next_up'),
    callMessage('search_artifacts', { query: 'alpha' }),
    callMessage('search_artifacts', { artifact_ids: ids.slice(0, 20) }),
    callMessage('verify_citations', {
      groundings: ids
        .slice(0, 20)
        .map((id) => ({ artifact_id: id, field: 'title', evidence: { text: 'About alpha' } })),
    }),
    ...seeds.flatMap((media_id) => [
      callMessage('get_media', { media_id }),
      callMessage('related_media', { media_id }),
    ]),
  ];
}

/** Returns all answers to a user: the status, the entity tag and the body without times. */
async function readAll(user: TestUser, ids: readonly string[]): Promise<string[]> {
  const answers: string[] = [];
  for (const [method, path, body] of questions(ids)) {
    const { status, text, headers } = await client(app)
      .as(user)
      .send(method, path, body, { headers: path === '/mcp' ? MCP_HEADERS : {} });
    if (!ids.some((id) => path.includes(id))) expect([path, status]).toEqual([path, 200]);
    answers.push(`${method} ${path} ${status} ${headers.get('etag') ?? ''} ${withoutTimes(text)}`);
  }
  return answers;
}

/** Removes the parts that differ between two equal requests: the request id and the time of the answer. */
function withoutTimes(text: string): string {
  return text.replace(/"(instance|generated_at)":"[^"]*"/g, '"$1":""');
}

describe('what one user reads', () => {
  it('is requested in this test on every route and by every tool with which users read', async () => {
    const served = await servedOperations();
    const userReads = served.filter((name) => /^(get|post) /.test(name) && !NOT_OF_A_USER.test(name));
    const names = [...userReads, ...READ_TOOLS.map((tool) => tool.name)];
    expect(missingFrom(names, questions([randomUUID()]))).toEqual([]);
    expect(userReads.length).toBeGreaterThan(10);
  });

  it('is the same whatever another user has, changes or loses', async () => {
    await fc.assert(
      fc.asyncProperty(things, things, things, things, async (common, ofAda, ofBob, later) => {
        const ids = Array.from({ length: 4 }, () => randomUUID());
        const [ada, bob, cy] = [await createUser(app), await createUser(app), await createUser(app)];
        await give(ada, ids, ofAda);
        for (const { what, shared, item, text } of common) {
          const artifact = {
            kind: 'summary',
            scope: 'global',
            title: `On ${text}`,
            content: {},
            media_id: items[item],
          };
          // Writes a global artifact for each thing. For a note, the artifact gets an id that the users also use.
          const id = what === 'note' ? (ids[shared] ?? '') : randomUUID();
          await write(writer, `/intelligence/artifacts/${id}`, artifact);
        }
        // Ada also asks for an artifact and a run whose id is the user id of Bob.
        const alone = await readAll(ada, [...ids, bob.userId]);
        await give(bob, ids, ofBob);
        await give(cy, ids, later);
        expect(await readAll(ada, [...ids, bob.userId])).toEqual(alone);
        await give(bob, ids, later);
        for (const id of ids) {
          const path = `/intelligence/artifacts/${id}:invalidate`;
          const { status } = await client(app).as(bob).post(path, { reason: 'gone' });
          // 403 for a global artifact, which only administrators can invalidate.
          expect([200, 403, 404]).toContain(status);
        }
        expect(await readAll(ada, [...ids, bob.userId])).toEqual(alone);
        await client(app).as(admin).delete(`/admin/users/${bob.userId}`, { expect: 204 });
        expect(await readAll(ada, [...ids, bob.userId])).toEqual(alone);
      }),
      // On a busy machine, five runs take longer than the time limit of other properties.
      { numRuns: 5, interruptAfterTimeLimit: 170_000 },
    );
  });
});

/** Returns one request for each way to refer to an artifact or a run. No artifact or run has the id `unused`. */
function requestsAbout(id: string, unused: string): Question[] {
  const artifact = { kind: 'analysis', scope: 'user', title: 'T', content: {} };
  const note = { kind: 'analysis', title: 'T', summary: 'S' };
  const groundings = [
    { artifact_id: id, field: 'title', evidence: { text: 'About alpha' } },
    { artifact_id: id, source_hash: 'a'.repeat(32) },
  ];
  return [
    ['GET', `/intelligence/artifacts/${id}`],
    ['POST', `/intelligence/artifacts/${id}:invalidate`, { reason: 'r' }],
    ['POST', '/intelligence/artifacts', { artifact_ids: [id] }],
    ['POST', '/intelligence/artifacts:search', { artifact_ids: [id] }],
    ['POST', '/intelligence/artifacts:search', { artifact_ids: [id], query: 'alpha' }],
    ['POST', '/intelligence/grounding:verify', { groundings }],
    ['POST', `/intelligence/runs/${id}/audit`, {}],
    ['GET', `/intelligence/runs/${id}/verify`],
    callTool('search_artifacts', { artifact_ids: [id] }),
    callTool('verify_citations', { groundings }),
    ['PUT', `/intelligence/runs/${id}/tool-calls/1`, { name: 'n', kind: 'search' }],
    ['PUT', `/intelligence/artifacts/${unused}`, { ...artifact, sources: [{ artifact_id: id }] }],
    ['PUT', `/intelligence/artifacts/${unused}`, { ...artifact, supersedes_artifact_id: id }],
    ['PUT', `/intelligence/artifacts/${unused}`, { ...artifact, run_id: id }],
    ['PUT', `/intelligence/artifacts/${id}`, { ...artifact, expected_revision: 1 }],
    ['PUT', `/intelligence/runs/${id}`, {}],
    ...[{ sources: [{ artifact_id: id }] }, { supersedes_artifact_id: id }, { run_id: id }].map((reference) =>
      callTool('save_artifact', { ...note, artifact_id: unused, ...reference }),
    ),
    callTool('record_run', { run_id: id }),
    callTool('record_run', { run_id: unused, purpose: 'other', sources: [{ artifact_id: id }] }),
    callTool('record_tool_call', { run_id: id, sequence: 1, name: 'n', kind: 'search' }),
    // The creations come last, because after them the caller has records with the id.
    ['PUT', `/intelligence/artifacts/${id}`, artifact],
    ['PUT', `/intelligence/runs/${id}`, { purpose: 'other' }],
    callTool('save_artifact', { ...note, artifact_id: id }),
  ];
}

test('the committed API description has every operation of the service', async () => {
  expect(
    operationsOf(API.paths)
      .map(([name]) => name)
      .sort(),
  ).toEqual((await servedOperations()).sort());
});

/** Returns the answers of a user to requests, without the times and ids that differ between two equal users. */
async function answersTo(user: TestUser, requests: readonly Question[], ids: readonly string[]): Promise<string[]> {
  const answers: string[] = [];
  for (const request of requests) {
    let answer = await answerTo(user, request);
    for (const [index, id] of [user.userId, ...ids].entries()) answer = answer.replaceAll(id, `id ${index}`);
    answers.push(answer.replace(/"tool_call_id":"[^"]*"/g, '').replace(/"\d{4}-[^"]*Z"/g, '""'));
  }
  return answers;
}

describe('the id of an artifact or a run of another user', () => {
  it('is sent in this test to every route and every tool that takes such an id', () => {
    const names = requestsWith(/^(\w+_)?(artifact|run)_ids?$/);
    expect(missingFrom(names, requestsAbout(randomUUID(), randomUUID()))).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(['put /api/v1/intelligence/runs/{run_id}', 'save_artifact']));
  });

  it('gets the same answers as an id that does not exist', async () => {
    const bob = await createUser(app);
    const foreign = randomUUID();
    await give(
      bob,
      [foreign],
      [
        { what: 'artifact', shared: 0, item: 0, text: 'alpha' },
        { what: 'run', shared: 0, item: 0, text: 'alpha' },
      ],
    );
    const ask = async (id: string): Promise<string[]> => {
      const [ada, unused] = [await createUser(app, { scopes: ['artifacts:write'] }), randomUUID()];
      return answersTo(ada, requestsAbout(id, unused), [id, unused]);
    };
    expect(await ask(foreign)).toEqual(await ask(randomUUID()));
  });
});

/** These operations of administrators store library ids without a look-up, so a library need not exist. */
const OF_ADMINISTRATORS = ['patch /api/v1/admin/users/{user_id}', 'post /api/v1/admin/users'];

/** Returns one request for each way to refer to an item or a library. No artifact or run has the id `unused`. */
function requestsIn(film: string, libraryId: string, unused: string): Question[] {
  const [visible = ''] = films;
  const library_ids = [libraryId];
  const artifact = { kind: 'analysis', scope: 'user', title: 'T', content: {} };
  const groundings = [
    { media_id: film, source: 'search_index', field: 'title', evidence: { text: 'Cops' } },
    { media_id: film, source_hash: 'a'.repeat(32) },
  ];
  const references = [{ media_id: film }, { library_id: libraryId }, { sources: [{ media_id: film }] }];
  return [
    ['POST', `/intelligence/items/${film}/context`, {}],
    ['POST', `/intelligence/items/${visible}/context`, { library_id: libraryId }],
    ['POST', `/intelligence/items/${film}/related`, {}],
    ['POST', '/intelligence/items:contexts', { media_ids: [film] }],
    ['POST', '/intelligence/items:contexts', { media_ids: [film, visible] }],
    ['POST', '/intelligence/items:browse', { library_ids }],
    ['POST', '/intelligence/items:next-up', { library_ids }],
    ['POST', '/intelligence/libraries/overview', { library_ids }],
    ['POST', '/intelligence/facets', { library_ids }],
    ['POST', '/intelligence/candidates:search', { query: 'cops', library_ids }],
    ['POST', '/intelligence/candidates:search', { query: film }],
    ['POST', '/intelligence/candidates:multi-search', { queries: [{ query: 'cops', library_ids }, { query: film }] }],
    ['POST', '/intelligence/grounding:verify', { groundings }],
    ...['artifacts', 'artifacts:search'].flatMap((route): Question[] => [
      ['POST', `/intelligence/${route}`, { library_ids }],
      ['POST', `/intelligence/${route}`, { media_ids: [film] }],
    ]),
    callTool('library_overview', { library_ids }),
    callTool('search_media', { query: 'cops', library_ids }),
    callTool('browse_media', { library_ids }),
    callTool('next_up', { library_ids }),
    callTool('get_media', { media_id: film }),
    callTool('related_media', { media_id: film }),
    callTool('search_artifacts', { library_ids }),
    callTool('search_artifacts', { media_ids: [film] }),
    callTool('verify_citations', { groundings }),
    ['PUT', `/watch-states/${film}`, { position_seconds: 1, duration_seconds: 2 }],
    ['DELETE', `/watch-states/${film}`],
    ['DELETE', `/admin/catalog/items/${film}`],
    ['DELETE', `/admin/catalog/libraries/${libraryId}`],
    ['POST', '/admin/read-models/refresh', { media_id: film }],
    ['POST', '/admin/read-models/refresh', { library_id: libraryId }],
    ...references.flatMap((reference): Question[] => [
      ['PUT', `/intelligence/artifacts/${unused}`, { ...artifact, ...reference }],
      callTool('save_artifact', { kind: 'analysis', title: 'T', summary: 'S', artifact_id: unused, ...reference }),
    ]),
    ['PUT', `/intelligence/runs/${unused}`, { purpose: 'other', sources: [{ media_id: film }] }],
    ['PUT', `/intelligence/runs/${unused}/tool-calls/1`, { name: 'n', kind: 'search', sources: [{ media_id: film }] }],
    callTool('record_run', { run_id: unused, purpose: 'other', sources: [{ media_id: film }] }),
    callTool('record_tool_call', {
      ...{ run_id: unused, sequence: 2, name: 'n', kind: 'search' },
      sources: [{ media_id: film }],
    }),
  ];
}

describe('the ids of a hidden library and of its items', () => {
  it('are sent in this test to every route and every tool that takes such ids', () => {
    const names = requestsWith(/^(media|library)_ids?$/).filter((name) => !OF_ADMINISTRATORS.includes(name));
    expect(missingFrom(names, requestsIn(`movie:${randomUUID()}`, randomUUID(), randomUUID()))).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(['post /api/v1/intelligence/items:browse', 'get_media']));
  });

  it('get the same answers as ids that do not exist', async () => {
    const ask = async (film: string, libraryId: string): Promise<string[]> => {
      const unused = randomUUID();
      const ada = await createUser(app, {
        libraryIds: [uuidOf('Features')],
        scopes: ['artifacts:write', 'catalog:write'],
      });
      return answersTo(ada, requestsIn(film, libraryId, unused), [film.slice('movie:'.length), libraryId, unused]);
    };
    const hidden = await ask(mediaIdOf('movie', 'Cops'), uuidOf('Shorts'));
    expect(hidden).toEqual(await ask(`movie:${randomUUID()}`, randomUUID()));
  });
});
