import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import type { GroundingCheck, VerifyGroundingResponse } from '../../../src/grounding/grounding.dto';
import type { CitedGrounding } from '../../../src/grounding/cited-grounding.dto';
import { SMALL_BODY_MAX_BYTES } from '../../../src/common/request-body/body.decorators';
import { ReadPool } from '../../../src/database/read-pool';
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
import { type ApiResponse, client } from '../../support/requests/client';
import { refreshLexicon } from '../../support/catalog/refresh-lexicon';
import { importSamples } from '../../support/catalog/samples';
import { createTestApp, type TestApp } from '../../support/app/test-app';

/*
 * A grounding of any answer is `valid` until the text or the source hash that it cites changes. Then the grounding is
 * `changed`, and the check shows the present text if the cited text has changed. A grounding on a record that the
 * caller may not see is `unknown`, as for an absent record.
 */

const VERIFY = '/intelligence/grounding:verify';
/** Searches that quote every kind of field: titles, people, genres, overviews, numbers, ids. */
const QUERIES = [
  'astronomers cannon',
  'trip to the moon',
  'robot city',
  'science fiction',
  'méliès',
  'trip mooon 1902',
  '1902',
  's1e2',
  'season 1',
  'comedy with a train',
  'drama',
  'movie:39f20734-191f-5c8f-a229-57b0b2e1492a',
];
const CUT = { caps: { summary_max_chars: 20, grounding_limit: 48 } };
const FILM = mediaIdOf('movie', 'The Lantern');
const OTHER = mediaIdOf('movie', 'The Harbour');
const NOTE = uuidOf('note');

let app: TestApp;
let admin: TestUser;
let alice: TestUser;
/** May see no library of the sample. */
let stranger: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  admin = await createUser(app, { username: 'admin', role: 'admin', scopes: ['artifacts:write', 'catalog:write'] });
  alice = await importSamples(app, admin);
  await importCatalog(app, admin, [
    library('Films'),
    library('Vault'),
    movie('Films', 'The Lantern', { overview: 'A lantern on a quay.', genres: ['Drama'], year: 1921 }),
    movie('Films', 'Quartz'),
    movie('Vault', 'The Harbour', { overview: 'A hidden harbour.' }),
  ]);
  await refreshLexicon(app);
  stranger = await createUser(app, { libraryIds: [uuidOf('Films')] });
  const note = { kind: 'user_note', scope: 'user', content: {}, media_id: FILM };
  await client(app)
    .as(alice)
    .put(`/intelligence/artifacts/${NOTE}`, { ...note, title: 'A note', summary: 'It is about light.' });
});
afterAll(() => app.close());

async function verify(
  user: TestUser,
  groundings: readonly object[],
  more: object = {},
): Promise<ApiResponse<VerifyGroundingResponse>> {
  const answer = await client(app)
    .as(user)
    .post<VerifyGroundingResponse>(VERIFY, { groundings, ...more }, { expect: 200 });
  expect(answer.body.checks.map(({ position }) => position)).toEqual(groundings.map((_, index) => index + 1));
  return answer;
}

async function checkOf(user: TestUser, grounding: object, more: object = {}): Promise<GroundingCheck | undefined> {
  return (await verify(user, [grounding], more)).body.checks[0];
}

/** Returns every grounding in an answer. Also returns every provenance entry, but without its field `grounding`. */
function groundingsIn(value: unknown): CitedGrounding[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(groundingsIn);
  const { grounding, ...members } = value as { grounding?: CitedGrounding[] };
  const provenance = 'source' in value && 'grounding' in value ? [members as CitedGrounding] : [];
  return [...provenance, ...(grounding ?? []), ...Object.values(members).flatMap(groundingsIn)];
}

describe('groundings as the service returns them', () => {
  it('are valid while nothing changes, with whole and with cut evidence', async () => {
    const api = client(app).as(alice);
    const { body: listed } = await api.post<Record<string, unknown>>('/intelligence/candidates:search', {
      query: 'the a of',
      pagination: { limit: 50 },
    });
    const ids = [...new Set(JSON.stringify(listed).match(/(?:movie|series|season|episode):[0-9a-f-]{36}/g))];
    const reads: [path: string, body: object][] = [
      ...QUERIES.map((query): [string, object] => ['/intelligence/candidates:search', { query }]),
      ...[...ids, FILM].flatMap((id): [string, object][] => [
        [`/intelligence/items/${id}/context`, {}],
        [`/intelligence/items/${id}/related`, {}],
      ]),
      ...['added', 'year', 'title', 'popularity', 'last_watched'].map((sort): [string, object] => [
        '/intelligence/items:browse',
        { sort },
      ]),
      ['/intelligence/items:next-up', {}],
      ['/intelligence/candidates:multi-search', { queries: [{ query: 'robot' }, { query: 'moon' }] }],
      ['/intelligence/artifacts', {}],
      ['/intelligence/artifacts:search', { query: 'note' }],
      ['/intelligence/items:contexts', { media_ids: [...ids.slice(0, 10), FILM] }],
    ];
    const fields = new Set<string>();
    let checked = 0;
    for (const [path, body] of reads) {
      for (const more of [{}, CUT]) {
        const { body: answer } = await api.post(path, { ...body, ...more }, { expect: 200 });
        const cited = groundingsIn(answer);
        for (let from = 0; from < cited.length; from += 48) {
          const groundings = cited.slice(from, from + 48);
          const { body: result } = await verify(alice, groundings);
          const wrong = result.checks.filter(({ status }) => status !== 'valid');
          expect(wrong.map(({ position, status }) => [path, status, groundings[position - 1]])).toEqual([]);
          for (const { source = '', field = '' } of groundings) fields.add(`${source} ${field}`);
          checked += groundings.length;
        }
      }
    }
    expect(checked).toBeGreaterThan(500);
    const expected = [
      ...['title', 'people', 'genres', 'overview', 'series', ''].map((field) => `media_metadata ${field}`),
      ...['title', 'people', 'genres', 'overview', 'year', 'media_id'].map((field) => `search_index ${field}`),
      'watch_state state',
      'watch_state last_watched_at',
      'media_metadata added_at',
      'intelligence_artifact title',
    ];
    expect(expected.filter((field) => !fields.has(field))).toEqual([]);
  });
});

describe('a check', () => {
  it('reports what has changed, with the present text, cut like the evidence', async () => {
    const title = 'The Changing Film';
    const id = mediaIdOf('movie', title);
    const fields = { overview: 'Before. '.repeat(100), genres: ['Drama'] };
    await importCatalog(app, admin, [movie('Films', title, fields)]);
    const { body: before } = await client(app)
      .as(alice)
      .post<{ grounding: CitedGrounding[]; item: { provenance: CitedGrounding[] } }>(
        `/intelligence/items/${id}/context`,
        { caps: { summary_max_chars: 30 } },
      );
    const [itemSource] = before.item.provenance;
    const cited = [...before.grounding, { media_id: id, source_hash: itemSource?.source_hash }];
    expect((await verify(alice, cited)).body.checks.every(({ status }) => status === 'valid')).toBe(true);
    await importCatalog(app, admin, [movie('Films', title, { ...fields, overview: 'After. '.repeat(100) })]);
    const { body } = await verify(alice, cited);
    const results = cited.map(({ field }, index) => [field, body.checks[index]] as const);
    expect(results).toEqual([
      ['title', expect.objectContaining({ status: 'valid', differs: [], present_summary: null })],
      [
        'overview',
        expect.objectContaining({
          status: 'changed',
          differs: ['evidence'],
          present_summary: {
            text: 'After. After. After. After. Af',
            max_chars: 30,
            truncated: true,
            original_chars: 699,
          },
        }),
      ],
      ['genres', expect.objectContaining({ status: 'valid' })],
      [undefined, expect.objectContaining({ status: 'changed', differs: ['source_hash'], present_summary: null })],
    ]);
    await client(app).as(admin).delete(`/admin/catalog/items/${id}`, { expect: 204 });
    expect((await verify(alice, cited)).body.checks.every(({ status }) => status === 'unknown')).toBe(true);
  });

  it('accepts the hash of an episode while the row of its series is stale, until the series changes', async () => {
    const records = [
      library('Shows', 'series'),
      series('Shows', 'Beacon'),
      season('Beacon', 1),
      episode('Beacon', 1, 1),
    ];
    await importCatalog(app, admin, records);
    const media_id = mediaIdOf('episode', 'Beacon/1/1');
    const { body } = await client(app)
      .as(admin)
      .post<{ item: { provenance: CitedGrounding[] } }>(`/intelligence/items/${media_id}/context`);
    const cited = { media_id, source_hash: body.item.provenance[0]?.source_hash };
    expect((await checkOf(admin, cited))?.status).toBe('valid');
    const stale = `UPDATE intelligence_media_context SET status = 'stale' WHERE media_id = $1`;
    await app.app.get(DataSource).query(stale, [mediaIdOf('series', 'Beacon').replace('series:', '')]);
    expect((await checkOf(admin, cited))?.status).toBe('valid');
    await importCatalog(app, admin, [series('Shows', 'Beacon', { genres: ['Drama'] })]);
    expect((await checkOf(admin, cited))?.status).toBe('changed');
  });

  it('requires whole evidence to equal the text, and cut evidence to be a part of it', async () => {
    const evidence = (text: string, truncated?: boolean): object => {
      return {
        media_id: FILM,
        field: 'overview',
        evidence: { text, ...(truncated === undefined ? {} : { truncated }) },
      };
    };
    const cases: [grounding: object, status: string][] = [
      [evidence('A lantern on a quay.', false), 'valid'],
      [evidence('A lantern', false), 'changed'],
      [evidence('A lantern', true), 'valid'],
      [evidence('lantern on a'), 'valid'],
      [evidence('lanterns'), 'changed'],
      [evidence(''), 'valid'],
      [{ media_id: FILM.replace('movie:', 'Movies(').concat(')'), field: 'overview' }, 'valid'],
      [{ media_id: FILM, field: 'constructor', evidence: { text: 'x' } }, 'changed'],
      [{ media_id: FILM, field: 'title', evidence: { text: 'Lantern', truncated: false } }, 'changed'],
      [{ media_id: FILM, evidence: { text: 'A lantern on a quay.', truncated: false } }, 'valid'],
      [{ media_id: FILM, evidence: { text: 'lanterns' } }, 'changed'],
      [{ artifact_id: NOTE, evidence: { text: 'about light' } }, 'valid'],
      [{ artifact_id: NOTE, evidence: { text: 'about darkness' } }, 'changed'],
      [{ media_id: FILM.replace('movie:', 'series:') }, 'unknown'],
      [{ source: 'library', evidence: { text: 'Films', truncated: false } }, 'valid'],
      [{ source: 'library', evidence: { text: 'Fil', truncated: false } }, 'unknown'],
      [{ source: 'library', evidence: { text: 'Fil', truncated: true } }, 'valid'],
      [{ source: 'user_request', label: 'A request' }, 'unknown'],
      [{ artifact_id: NOTE.toUpperCase(), field: 'summary', evidence: { text: 'about light' } }, 'valid'],
      [{ artifact_id: NOTE, field: 'title', evidence: { text: 'Another note', truncated: false } }, 'changed'],
    ];
    const { body } = await verify(
      alice,
      cases.map(([grounding]) => grounding),
    );
    expect(body.checks.map(({ status }, index) => [cases[index]?.[0], status])).toEqual(cases);
  });

  it('follows the watch state of the caller', async () => {
    const cite = { source: 'watch_state', media_id: FILM, field: 'state' };
    const watched = { ...cite, evidence: { text: 'completed', truncated: false } };
    expect(await checkOf(alice, watched)).toMatchObject({
      status: 'changed',
      differs: ['evidence'],
      present_summary: { text: 'unwatched' },
    });
    await client(app).as(alice).put(`/watch-states/${FILM}`, { position_seconds: 99, duration_seconds: 100 });
    expect((await checkOf(alice, watched))?.status).toBe('valid');
    expect((await checkOf(admin, watched))?.status).toBe('changed');
    await client(app).as(alice).delete(`/watch-states/${FILM}`);
    expect((await checkOf(alice, watched))?.status).toBe('changed');
  });

  it('gives the same answer, byte for byte, for hidden and for absent records', async () => {
    const groundingsOf = (mediaId: string, artifactId: string, name: string): object[] => [
      { media_id: mediaId, field: 'title', evidence: { text: 'The Harbour', truncated: false } },
      { source: 'watch_state', media_id: mediaId, field: 'state', evidence: { text: 'unwatched' } },
      { media_id: mediaId, source_hash: 'a'.repeat(32) },
      { artifact_id: artifactId, field: 'title', evidence: { text: 'A note' } },
      { source: 'library', field: 'name', label: 'The library of both', evidence: { text: name, truncated: false } },
    ];
    const hidden = await verify(stranger, groundingsOf(OTHER, NOTE, 'Vault'));
    const absent = await verify(stranger, groundingsOf(mediaIdOf('movie', 'None'), randomUUID(), 'None'));
    expect(hidden.text).toBe(absent.text);
    expect(hidden.headers.get('x-catalog-revision')).toBe(absent.headers.get('x-catalog-revision'));
    expect(hidden.body.checks.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'unknown'));
    const visible = await verify(alice, groundingsOf(OTHER, NOTE, 'Vault'));
    expect(visible.body.checks.map(({ status }) => status)).toEqual(['valid', 'valid', 'changed', 'valid', 'valid']);
  });

  it('takes three round trips for 48 groundings, one for one item, and none if no record is cited', async () => {
    const { statistics } = app.app.get(ReadPool);
    const trips = async (groundings: readonly object[]): Promise<number> => {
      const before = statistics.roundTrips;
      await verify(alice, groundings);
      return statistics.roundTrips - before;
    };
    const kinds = (index: number): object[] => [
      { media_id: index % 2 === 0 ? FILM : mediaIdOf('movie', `Absent ${index}`), field: 'title' },
      { artifact_id: index === 0 ? NOTE : randomUUID() },
      { source: 'library', evidence: { text: `Library ${index}` } },
    ];
    expect(await trips(Array.from({ length: 16 }, (_, index) => kinds(index)).flat())).toBe(3);
    expect(await trips([{ media_id: FILM }])).toBe(1);
    expect(await trips([{ source: 'user_request' }])).toBe(0);
  });

  it('keeps all results within a budget, and states the least budget if the requested one is too small', async () => {
    const cited = Array.from({ length: 48 }, () => {
      return { media_id: FILM, field: 'overview', evidence: { text: 'Not this.' } };
    });
    const { text, body } = await verify(alice, cited, { budget: { max_chars: 7_200 } });
    expect(text.length).toBeLessThanOrEqual(7_200);
    expect([body.checks.length, Number(body.dropped?.summaries) > 0]).toEqual([48, true]);
    const tight = { groundings: cited, budget: { max_chars: 500 } };
    const { body: problem } = await client(app).as(alice).post(VERIFY, tight, { expect: 400 });
    const [{ message = '' } = {}] = problem['errors'] as { message: string }[];
    const least = Number(/at least (\d+) for this answer/.exec(message)?.[1]);
    expect((await verify(alice, cited, { budget: { max_chars: least } })).text.length).toBe(least);
  });

  it('accepts 48 groundings of the maximum size, although they exceed the limit for small bodies', async () => {
    const evidence = { text: '\u{1f319}'.repeat(800), max_chars: 800, truncated: true, original_chars: 20_000 };
    const cited = Array.from({ length: 48 }, () => ({ media_id: FILM, field: 'overview', label: 'L', evidence }));
    expect(Buffer.byteLength(JSON.stringify(cited))).toBeGreaterThan(SMALL_BODY_MAX_BYTES);
    const { body } = await verify(alice, cited);
    expect(new Set(body.checks.map(({ status }) => status))).toEqual(new Set(['changed']));
  });

  it.each<[string, object, object[]]>([
    ['no groundings', {}, [{ field: 'groundings', message: 'is required' }]],
    ['an empty list', { groundings: [] }, [{ field: 'groundings', message: 'must have at least 1 element' }]],
    [
      'too many groundings',
      { groundings: Array.from({ length: 49 }, () => ({})) },
      [{ field: 'groundings', message: 'must have at most 48 elements' }],
    ],
    ['a text', { groundings: ['movie'] }, [{ field: 'groundings[0]', message: 'must be an object' }]],
    [
      'unknown fields',
      { groundings: [{ hash: 'x' }] },
      [{ field: 'groundings[0].hash', message: 'is not a known field' }],
    ],
    [
      'two ids',
      { groundings: [{}, { media_id: FILM, artifact_id: NOTE }] },
      [{ field: 'groundings[1].artifact_id', message: 'must not be given with a media_id' }],
    ],
    [
      'an id of another kind',
      { groundings: [{ artifact_id: FILM }] },
      [{ field: 'groundings[0].artifact_id', message: 'must be a UUID' }],
    ],
    [
      'long evidence',
      { groundings: [{ evidence: { text: '\u{1f319}'.repeat(801) } }] },
      [{ field: 'groundings[0].evidence.text', message: 'must have at most 800 code points' }],
    ],
  ])('gives 400 and names the invalid field for %s', async (_, request, errors) => {
    const { body } = await client(app).as(alice).post(VERIFY, request, { expect: 400 });
    expect([body['code'], body['errors']]).toEqual(['invalid-request', errors]);
  });

  it('gives `invalid-media-id` for a malformed media id, and `invalid-cursor` for a cursor', async () => {
    const { body } = await client(app)
      .as(alice)
      .post(VERIFY, { groundings: [{ media_id: `movie:${'x'.repeat(36)}` }] }, { expect: 400 });
    expect([body['code'], JSON.stringify(body['errors'])]).toEqual([
      'invalid-media-id',
      expect.stringContaining('groundings[0].media_id'),
    ]);
    const paged = { groundings: [{}], pagination: { cursor: 'x' } };
    expect((await client(app).as(alice).post(VERIFY, paged, { expect: 400 })).body['code']).toBe('invalid-cursor');
  });
});
