import { request as httpRequest } from 'node:http';
import { gzipSync } from 'node:zlib';
import { DataSource } from 'typeorm';
import { CatalogImportService } from '../../../src/catalog/catalog-import.service';
import { ImportSlots } from '../../../src/catalog/ingest/import-slots';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { type ImportAnswer, sendImport } from '../../support/catalog/catalog';
import { type ApiClient, type ApiResponse, client } from '../../support/requests/client';
import { eventually } from '../../support/eventually';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import {
  episode,
  episodeId,
  library,
  libraryId,
  type Line,
  movie,
  movieId,
  season,
  series,
  seriesId,
  watched,
} from '../../support/catalog/catalog-records';

const PATH = '/admin/catalog/import';
const BODY_LIMIT = 2_000_000;

let app: TestApp;
let admin: TestUser;
let api: ApiClient;

beforeAll(async () => {
  app = await createTestApp({
    env: { IMPORT_BODY_LIMIT_BYTES: String(BODY_LIMIT), IMPORT_BATCH_SIZE: '10', WAIT_MS: '2000' },
  });
  admin = await createUser(app, { role: 'admin' });
  api = client(app).as(admin);
});

afterAll(() => app.close());

function importText(
  text: string,
  sender: ApiClient = api,
  headers: Record<string, string> = {},
): Promise<ApiResponse<ImportAnswer>> {
  return sendImport(sender, text, { headers });
}

function ndjson(lines: readonly Line[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

async function countItems(): Promise<number> {
  const [row] = await app.app.get(DataSource).query<[{ count: string }]>('SELECT count(*) FROM media_items');
  return Number(row.count);
}

/** Opens an import request. The test writes the body in parts; `status` resolves to the status of the response. */
function openImport(token: string): {
  write(text: string): void;
  end(): void;
  destroy(): void;
  status: Promise<number>;
} {
  const request = httpRequest(`${app.url}/api/v1${PATH}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' },
  });
  const status = new Promise<number>((resolve, reject) => {
    request.once('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.once('error', reject);
  });
  return {
    write: (text) => void request.write(text),
    end: () => void request.end(),
    destroy: () => void request.destroy(),
    status,
  };
}

describe('POST /admin/catalog/import', () => {
  it('imports valid lines, reports invalid lines by number, and serves the imported items at once', async () => {
    const lines = [library(1), movie(1, { year: 1999 }), movie(2), series(1), season(1, 1), episode(1, 1, 1)];
    const text = `${ndjson(lines)}{"type":"movie"\n\n${JSON.stringify(movie(3, { media_id: 'x' }))}`;
    const { status, body } = await importText(text);
    expect([status, body]).toEqual([
      200,
      {
        accepted: 6,
        unchanged: 0,
        rejected: 2,
        errors: [
          { line: 7, code: 'malformed-json', message: 'The line must be one JSON document: see character 16.' },
          { line: 9, code: 'invalid-media-id', message: 'media_id must be a media id: movie:<uuid>.' },
        ],
      },
    ]);
    const overview = await api.post('/intelligence/libraries/overview', { library_ids: [libraryId(1)] });
    expect(overview.body).toMatchObject({ libraries: [{ counts: { movies: 2, series: 1, seasons: 1, episodes: 1 } }] });
    expect((await importText(ndjson(lines))).body).toMatchObject({ accepted: 0, unchanged: 6 });
  });

  it('accepts an empty body and imports nothing', async () => {
    const nothing = { accepted: 0, unchanged: 0, rejected: 0, errors: [] };
    expect((await importText('')).body).toEqual(nothing);
    expect((await importText('\n \r\n')).body).toEqual(nothing);
  });

  it('allows administrators, and users with catalog:write in their visible libraries', async () => {
    const lines = ndjson([library(5), library(6)]);
    expect((await importText(lines, client(app))).status).toBe(401);
    expect((await importText(lines, client(app).as(await createUser(app)))).status).toBe(403);
    const writer = await createUser(app, { scopes: ['catalog:write'], libraryIds: [libraryId(6)] });
    expect((await importText(lines, client(app).as(writer))).body).toMatchObject({
      accepted: 1,
      rejected: 1,
      errors: [{ line: 1, code: 'not-permitted' }],
    });
  });

  it('allows watch states of the caller, and with watch-states:write also those of other users', async () => {
    await importText(
      ndjson([library(8), movie(8, { library_id: libraryId(8) }), library(9), movie(9, { library_id: libraryId(9) })]),
    );
    const libraryIds = [libraryId(8)];
    const victim = await createUser(app, { role: 'admin' });
    const writer = await createUser(app, { scopes: ['catalog:write'], libraryIds });
    const lines = ndjson([
      watched(writer.username, movieId(8)),
      watched(victim.username, movieId(8)),
      watched('nobody-there', movieId(8)),
    ]);
    const writerAnswer = await importText(lines, client(app).as(writer));
    const message = 'username must be the name of the caller.';
    expect(writerAnswer.body).toMatchObject({
      accepted: 1,
      // A name without an account gets the same message.
      errors: [
        { line: 2, code: 'not-permitted', message },
        { line: 3, code: 'not-permitted', message },
      ],
    });
    const player = await createUser(app, { scopes: ['watch-states:write'], libraryIds });
    const linesOfPlayer = ndjson([
      watched(victim.username, movieId(8)),
      watched(victim.username, movieId(9)),
      movie(7, { library_id: libraryId(8) }),
    ]);
    expect((await importText(linesOfPlayer, client(app).as(player))).body).toMatchObject({
      accepted: 1,
      errors: [
        { line: 2, code: 'missing-media' },
        { line: 3, code: 'not-permitted' },
      ],
    });
    expect(
      (
        await client(app)
          .as(player)
          .delete(`/admin/catalog/libraries/${libraryId(8)}`)
      ).status,
    ).toBe(403);
  });

  it('lets a caller with catalog:write for one library write only to that library, if it is visible', async () => {
    await importText(ndjson([library(8), library(9), movie(9, { library_id: libraryId(9) })]));
    const scopes = [`catalog:write:${libraryId(8)}`] as const;
    const writer = client(app).as(await createUser(app, { scopes }));
    const lines = ndjson([movie(81, { library_id: libraryId(8) }), movie(91, { library_id: libraryId(9) })]);
    expect((await importText(lines, writer)).body).toMatchObject({
      accepted: 1,
      errors: [{ line: 2, code: 'not-permitted' }],
    });
    // The caller sees the item but may not delete it.
    expect((await writer.delete(`/admin/catalog/items/${movieId(9)}`)).status).toBe(404);
    expect((await writer.delete(`/admin/catalog/libraries/${libraryId(9)}`)).status).toBe(404);
    expect((await writer.delete(`/admin/catalog/items/${movieId(81)}`)).status).toBe(204);
    const blind = await createUser(app, { scopes, libraryIds: [libraryId(9)] });
    expect((await importText(lines, client(app).as(blind))).body).toMatchObject({ accepted: 0, rejected: 2 });
  });

  it.each([
    ['another media type', { 'content-type': 'application/json' }],
    ['a charset other than UTF-8', { 'content-type': 'application/x-ndjson; charset=latin1' }],
    ['a content coding', { 'content-encoding': 'gzip' }],
  ])('answers 415 to %s', async (_name, headers) => {
    expect((await importText(ndjson([library(1)]), api, headers)).status).toBe(415);
  });

  it('rejects the lines of a gzip body without Content-Encoding as invalid UTF-8', async () => {
    const packed = gzipSync(ndjson([library(1)]));
    const answer = await sendImport(api, packed);
    expect(answer.status).toBe(200);
    expect(answer.body.accepted).toBe(0);
    expect(answer.body.errors.map(({ code }) => code)).toContain('invalid-utf8');
  });

  it('answers 413 to a body above the size limit, and keeps the completed batches', async () => {
    const before = await countItems();
    const overview = 'x'.repeat(10_000);
    const lines = Array.from({ length: 300 }, (_, n) => movie(1000 + n, { overview }));
    const { status, body } = await importText(ndjson(lines));
    expect([status, (body as unknown as { code: string }).code]).toEqual([413, 'payload-too-large']);
    const imported = (await countItems()) - before;
    expect(imported).toBeGreaterThan(0);
    expect(imported % 10).toBe(0);
  });

  it('imports while the body arrives, and keeps the completed batches when the client disconnects', async () => {
    const before = await countItems();
    const stream = openImport(admin.token);
    stream.status.catch(() => undefined);
    stream.write(ndjson(Array.from({ length: 25 }, (_, n) => movie(2000 + n))));
    await eventually(async () => (await countItems()) === before + 20);
    stream.destroy();
    expect((await importText(ndjson([movie(2019), movie(2020)]))).body).toMatchObject({ accepted: 1, unchanged: 1 });
    expect(await countItems()).toBe(before + 21);
  });

  it('refuses a fourth parallel import with 503 if no other import ends in time', async () => {
    const streams = Array.from({ length: 4 }, () => openImport(admin.token));
    for (const stream of streams) stream.write('\n');
    const answer = await eventually(async () => {
      const attempt = await importText('');
      return attempt.status !== 200 && attempt;
    });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    for (const stream of streams) stream.end();
    // The fourth stream was refused too.
    const statuses = await Promise.all(streams.map(({ status }) => status));
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 200, 200, 503]);
    const next = openImport(admin.token);
    next.end();
    expect(await next.status).toBe(200);
  });

  it('accepts an import that waited until another one ended', async () => {
    const arrived = jest.spyOn(ImportSlots.prototype, 'run');
    const started = jest.spyOn(app.app.get(CatalogImportService), 'importLines');
    try {
      const streams = Array.from({ length: 3 }, () => openImport(admin.token));
      for (const stream of streams) stream.write('\n');
      await eventually(() => started.mock.calls.length === 3);
      const waiting = importText('');
      await eventually(() => arrived.mock.calls.length === 4);
      // An import that gets a slot starts in the call of `run`.
      expect(started).toHaveBeenCalledTimes(3);
      streams[0]!.end();
      expect(await streams[0]!.status).toBe(200);
      expect((await waiting).status).toBe(200);
      for (const stream of streams) stream.end();
      await Promise.all(streams.map(({ status }) => status));
    } finally {
      arrived.mockRestore();
      started.mockRestore();
    }
  });
});

describe('DELETE /admin/catalog', () => {
  const lines = [
    library(7),
    series(7, { library_id: libraryId(7) }),
    season(7, 7),
    episode(7, 7, 7),
    movie(7, { library_id: libraryId(7) }),
  ];

  beforeEach(async () => {
    await importText(ndjson(lines));
  });

  it('deletes an item and its descendants, by any accepted spelling of the id', async () => {
    const shows = `Shows(${seriesId(7).slice(7).toUpperCase()})`;
    expect((await api.delete(`/admin/catalog/items/${encodeURIComponent(shows)}`)).status).toBe(204);
    for (const gone of [seriesId(7), episodeId(7)]) {
      expect((await api.delete(`/admin/catalog/items/${gone}`)).status).toBe(404);
    }
    expect((await api.delete(`/admin/catalog/items/${movieId(7)}`)).status).toBe(204);
  });

  it('deletes a library and its items', async () => {
    const before = await countItems();
    expect((await api.delete(`/admin/catalog/libraries/${libraryId(7)}`)).status).toBe(204);
    expect(await countItems()).toBe(before - 4);
    expect((await api.delete(`/admin/catalog/libraries/${libraryId(7)}`)).status).toBe(404);
    const overview = await api.post('/intelligence/libraries/overview', { library_ids: [libraryId(7)] });
    expect(overview.body).toMatchObject({ libraries: [], unknown_library_ids: [libraryId(7)] });
  });

  it('answers the same 404 for an absent id, an id of another kind, and a hidden item or library', async () => {
    const restricted = await createUser(app, { scopes: ['catalog:write'], libraryIds: [libraryId(1)] });
    const writer = client(app).as(restricted);
    const answers = await Promise.all([
      writer.delete(`/admin/catalog/items/${movieId(7)}`),
      writer.delete(`/admin/catalog/items/${movieId(99_999)}`),
      writer.delete(`/admin/catalog/items/${movieId(7).replace('movie', 'episode')}`),
      writer.delete(`/admin/catalog/libraries/${libraryId(7)}`),
      writer.delete(`/admin/catalog/libraries/${libraryId(99)}`),
    ]);
    const bodies = answers.map(({ status, body }) => ({ ...body, status, instance: '' }));
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    expect(bodies[0]?.status).toBe(404);
  });

  it('answers 400 to invalid ids, 403 to callers without permission and 401 to requests without a token', async () => {
    expect((await api.delete('/admin/catalog/items/everything')).body).toMatchObject({
      status: 400,
      code: 'invalid-media-id',
    });
    expect((await api.delete('/admin/catalog/libraries/all')).body).toMatchObject({
      status: 400,
      code: 'invalid-request',
    });
    const user = client(app).as(await createUser(app));
    expect((await user.delete(`/admin/catalog/items/${movieId(7)}`)).status).toBe(403);
    expect((await user.delete(`/admin/catalog/libraries/${libraryId(7)}`)).status).toBe(403);
    expect((await client(app).delete(`/admin/catalog/libraries/${libraryId(7)}`)).status).toBe(401);
  });
});
