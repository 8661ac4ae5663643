import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { LexiconLoop } from '../../src/read-model/lexicon-loop';
import { createUser, type TestUser } from '../support/accounts';
import { importCatalog, library, mediaIdOf, movie, uuidOf } from '../support/catalog';
import { client } from '../support/client';
import { createTestApp, type TestApp } from '../support/test-app';

/*
 * What one user reads is a function of what belongs to everybody and of what is theirs: whatever another user has,
 * changes or loses makes no difference to any answer, byte for byte.
 */

let app: TestApp;
let admin: TestUser;
let writer: TestUser;

const films = ['The General', 'Cops', 'One Week'].map((title) => mediaIdOf('movie', title));

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
  ]);
  // Scores weigh words by how many items have them: counted now, not between two reads.
  await app.app.get(LexiconLoop, { strict: false }).refresh();
});
afterAll(() => app.close());

type Body = Record<string, unknown>;

/** One thing a user has. `shared` says which of the ids that all users use it bears. */
interface Thing {
  readonly what: 'artifact' | 'note' | 'run' | 'watch';
  readonly shared: number;
  readonly film: number;
  readonly text: 'alpha' | 'beta';
}

const thing: fc.Arbitrary<Thing> = fc.record({
  what: fc.constantFrom('artifact', 'note', 'run', 'watch'),
  shared: fc.nat(3),
  film: fc.nat(films.length - 1),
  text: fc.constantFrom('alpha', 'beta'),
});
const things = fc.array(thing, { minLength: 1, maxLength: 6 });

/** Writes what a user has; ids meet on purpose. */
async function give(user: TestUser, ids: readonly string[], all: readonly Thing[]): Promise<void> {
  const api = client(app).as(user);
  for (const { what, shared, film, text } of all) {
    const id = ids[shared] ?? '';
    if (what === 'watch') {
      await api.put(`/watch-states/${films[film]}`, { position_seconds: 600, duration_seconds: 6000 });
    } else if (what === 'run') {
      await api.put(`/intelligence/runs/${id}`, { purpose: 'other', status: 'running', input_summary: text });
      await api.put(`/intelligence/runs/${id}/tool-calls/${film}`, { name: text, kind: 'search' });
    } else {
      const media = what === 'note' ? {} : { media_id: films[film] };
      const artifact = { kind: 'analysis', scope: 'user', title: `About ${text}`, content: { text }, ...media };
      await api.put(`/intelligence/artifacts/${id}`, artifact);
    }
  }
}

/** All a user can ask, about all ids there are. */
async function readAll(user: TestUser, ids: readonly string[], others: readonly string[]): Promise<string[]> {
  const api = client(app).as(user);
  const requests: [method: string, path: string, body?: Body][] = [
    ['POST', '/intelligence/libraries/overview', {}],
    ['POST', '/intelligence/facets', {}],
    ['POST', '/intelligence/candidates:search', { query: 'comedy week general', include_artifacts: true }],
    ['POST', '/intelligence/artifacts', { caps: { artifact_limit: 24 } }],
    ['POST', '/intelligence/artifacts:search', { query: 'alpha' }],
    ['POST', '/intelligence/artifacts', { media_ids: films, kinds: ['analysis'] }],
    ['POST', '/intelligence/artifacts', { artifact_ids: ids }],
    ['POST', '/intelligence/artifacts', { library_ids: [uuidOf('Shorts')], pagination: { limit: 1 } }],
    ['GET', '/intelligence/runs'],
    ['GET', '/auth/me'],
    ...films.map((film): [string, string, Body] => ['POST', `/intelligence/items/${film}/context`, {}]),
    ...films.map((film): [string, string, Body] => ['POST', `/intelligence/items/${film}/related`, {}]),
    ...[...ids, ...others].flatMap((id): [string, string, Body?][] => [
      ['GET', `/intelligence/artifacts/${id}`],
      ['GET', `/intelligence/runs/${id}/verify`],
      ['POST', `/intelligence/runs/${id}/audit`, {}],
    ]),
  ];
  const answers: string[] = [];
  for (const [method, path, body] of requests) {
    const { status, text, headers } = await api.send(method, path, body);
    const namesThing = [...ids, ...others].some((id) => path.includes(id));
    if (!namesThing) expect([path, status]).toEqual([path, 200]);
    answers.push(`${method} ${path} ${status} ${headers.get('etag') ?? ''} ${withoutTheMoment(text)}`);
  }
  return answers;
}

/** Without what differs between two equal requests: the request id, and when the answer was made. */
function withoutTheMoment(text: string): string {
  return text.replace(/"(instance|generated_at)":"[^"]*"/g, '"$1":""');
}

describe('what one user reads', () => {
  it('is the same whatever another user has, changes or loses', async () => {
    await fc.assert(
      fc.asyncProperty(things, things, things, things, async (common, ofAda, ofBob, later) => {
        const ids = Array.from({ length: 4 }, () => randomUUID());
        const [ada, bob, cy] = [await createUser(app), await createUser(app), await createUser(app)];
        for (const { film, text } of common) {
          const artifact = {
            kind: 'summary',
            scope: 'global',
            title: `On ${text}`,
            content: {},
            media_id: films[film],
          };
          await client(app).as(writer).put(`/intelligence/artifacts/${randomUUID()}`, artifact, { expect: 201 });
        }
        await give(ada, ids, ofAda);
        const alone = await readAll(ada, ids, [bob.userId]);
        await give(bob, ids, ofBob);
        await give(cy, ids, later);
        expect(await readAll(ada, ids, [bob.userId])).toEqual(alone);
        await give(bob, ids, later);
        for (const id of ids) {
          await client(app).as(bob).post(`/intelligence/artifacts/${id}:invalidate`, { reason: 'gone' });
        }
        expect(await readAll(ada, ids, [bob.userId])).toEqual(alone);
        await client(app).as(admin).delete(`/admin/users/${bob.userId}`, { expect: 204 });
        expect(await readAll(ada, ids, [bob.userId])).toEqual(alone);
      }),
      { numRuns: 5 },
    );
  });
});

describe('a foreign id', () => {
  it('is answered like an absent one by every route that takes it', async () => {
    const [ada, bob] = [await createUser(app), await createUser(app)];
    const foreign = randomUUID();
    await give(
      bob,
      [foreign],
      [
        { what: 'artifact', shared: 0, film: 0, text: 'alpha' },
        { what: 'run', shared: 0, film: 0, text: 'alpha' },
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
        // Creating comes last: from here on the id is the caller's own.
        ['PUT', `/intelligence/artifacts/${id}`, artifact],
        ['PUT', `/intelligence/runs/${id}`, { purpose: 'other' }],
      ];
      const answers: string[] = [];
      for (const [method, path, body] of requests) {
        const { status, text } = await client(app).as(ada).send(method, path, body);
        answers.push(
          `${status} ${withoutTheMoment(text)
            .replaceAll(id, 'id')
            .replace(/"\d{4}-[^"]*Z"/g, '""')}`,
        );
      }
      return answers;
    };
    expect(await ask(foreign)).toEqual(await ask(randomUUID()));
  });
});
