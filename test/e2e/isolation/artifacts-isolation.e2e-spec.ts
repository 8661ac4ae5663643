import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
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
import { createTestApp, type TestApp } from '../../support/app/test-app';

/*
 * The answers to a user depend only on shared data and on the user's own data. Whatever another user has, changes or
 * loses, every answer stays the same, byte for byte.
 */

let app: TestApp;
let admin: TestUser;
let writer: TestUser;

const films = ['The General', 'Cops', 'One Week'].map((title) => mediaIdOf('movie', title));
/** The items of watch states and artifacts. */
const items = [...films, mediaIdOf('episode', 'Serial/1/1'), mediaIdOf('episode', 'Serial/1/2')];
/** The items of requests. */
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

/** Something that belongs to a user. `shared` is the index of its id among the ids that all users use. */
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
type Question = readonly [method: 'GET' | 'POST', path: string, body?: Body];

/** Returns requests on every route that a user can read, about all ids. */
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
  it('is requested on every route that reads and is open to users', async () => {
    const { body } = await client(app).get<{ paths: Record<string, object> }>('/api/docs/openapi.json');
    const reads = Object.entries(body.paths).flatMap(([path, operations]) =>
      (['get', 'post'] as const).filter((method) => method in operations).map((method) => `${method} ${path}`),
    );
    const userReads = reads.filter((read) => !NOT_OF_A_USER.test(read));
    const requested = questions([randomUUID()]).map(([method, path]) => {
      return [method.toLowerCase(), path === '/mcp' ? path : `/api/v1${path}`] as const;
    });
    for (const read of userReads) {
      const [method, template = ''] = read.split(' ');
      const pattern = new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}(\\?|$)`);
      expect([read, requested.some(([verb, path]) => verb === method && pattern.test(path))]).toEqual([read, true]);
    }
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
          // A note becomes a global artifact with an id that the users also use.
          const id = what === 'note' ? (ids[shared] ?? '') : randomUUID();
          await write(writer, `/intelligence/artifacts/${id}`, artifact);
        }
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
      { numRuns: 5 },
    );
  });
});

describe('a foreign id', () => {
  it('gets the same answer as an absent one on routes of artifacts and runs', async () => {
    const [ada, bob] = [await createUser(app), await createUser(app)];
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
      const artifact = { kind: 'analysis', scope: 'user', title: 'T', content: {} };
      const requests: [string, string, Body?][] = [
        ['GET', `/intelligence/artifacts/${id}`],
        ['POST', `/intelligence/artifacts/${id}:invalidate`, { reason: 'r' }],
        ['POST', '/intelligence/artifacts', { artifact_ids: [id] }],
        ['POST', `/intelligence/runs/${id}/audit`, {}],
        ['GET', `/intelligence/runs/${id}/verify`],
        ['PUT', `/intelligence/runs/${id}/tool-calls/1`, { name: 'n', kind: 'search' }],
        ['PUT', `/intelligence/artifacts/${randomUUID()}`, { ...artifact, sources: [{ artifact_id: id }] }],
        ['PUT', `/intelligence/artifacts/${randomUUID()}`, { ...artifact, supersedes_artifact_id: id }],
        ['PUT', `/intelligence/artifacts/${randomUUID()}`, { ...artifact, run_id: id }],
        ['PUT', `/intelligence/artifacts/${id}`, { ...artifact, expected_revision: 1 }],
        ['PUT', `/intelligence/runs/${id}`, {}],
        // The creations come last, because after them the caller has records with the id.
        ['PUT', `/intelligence/artifacts/${id}`, artifact],
        ['PUT', `/intelligence/runs/${id}`, { purpose: 'other' }],
      ];
      const answers: string[] = [];
      for (const [method, path, body] of requests) {
        const { status, text } = await client(app).as(ada).send(method, path, body);
        answers.push(
          `${status} ${withoutTimes(text)
            .replaceAll(id, 'id')
            .replace(/"\d{4}-[^"]*Z"/g, '""')}`,
        );
      }
      return answers;
    };
    expect(await ask(foreign)).toEqual(await ask(randomUUID()));
  });
});

describe('a hidden library', () => {
  it('and its items get the same answers as absent ones in requests that name them', async () => {
    const ada = await createUser(app, { libraryIds: [uuidOf('Features')] });
    const ask = async (film: string, libraryId: string): Promise<string[]> => {
      const requests: [string, string, Body?][] = [
        ['POST', `/intelligence/items/${film}/context`, {}],
        ['POST', `/intelligence/items/${films[0]}/context`, { library_id: libraryId }],
        ['POST', `/intelligence/items/${film}/related`, {}],
        ['POST', '/intelligence/libraries/overview', { library_ids: [libraryId] }],
        ['POST', '/intelligence/facets', { library_ids: [libraryId] }],
        ['POST', '/intelligence/candidates:search', { query: 'cops', library_ids: [libraryId] }],
        ['POST', '/intelligence/artifacts', { library_ids: [libraryId] }],
        ['POST', '/intelligence/artifacts', { media_ids: [film] }],
        ['PUT', `/watch-states/${film}`, { position_seconds: 1, duration_seconds: 2 }],
        ['DELETE', `/watch-states/${film}`],
        ...[{ media_id: film }, { library_id: libraryId }, { sources: [{ media_id: film }] }].map(
          (reference): [string, string, Body] => {
            const artifact = { kind: 'analysis', scope: 'user', title: 'T', content: {}, ...reference };
            return ['PUT', `/intelligence/artifacts/${randomUUID()}`, artifact];
          },
        ),
      ];
      const answers: string[] = [];
      for (const [method, path, body] of requests) {
        const { status, text } = await client(app).as(ada).send(method, path, body);
        answers.push(`${status} ${withoutTimes(text).replaceAll(film, 'film').replaceAll(libraryId, 'library')}`);
      }
      return answers;
    };
    const hidden = await ask(mediaIdOf('movie', 'Cops'), uuidOf('Shorts'));
    expect(hidden).toEqual(await ask(`movie:${randomUUID()}`, randomUUID()));
  });
});
