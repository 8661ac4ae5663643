import fc from 'fast-check';
import { Client } from 'pg';
import type { MediaRecord } from '../../../src/catalog/ingest/records/catalog-record';
import { LineError } from '../../../src/catalog/ingest/lines/line-error';
import { readRecord } from '../../../src/catalog/ingest/records/record-reader';
import { RecordParents } from '../../../src/catalog/ingest/record-parents';
import { toMediaSource } from '../../../src/catalog/catalog-rows';
import { DERIVATION } from '../../../src/read-model/media/media-deriver';
import { type MediaSource, parseMediaSources } from '../../../src/read-model/source/media-source';
import { readMediaSources } from '../../../src/read-model/source/media-source.reader';
import { Reconciler } from '../../../src/read-model/refresh/reconciler';
import { eventually } from '../../support/eventually';
import { type CatalogFixture, openCatalog } from '../../support/catalog/catalog-fixture';
import {
  anyCatalog,
  anyLine,
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

let catalog: CatalogFixture;

beforeAll(async () => {
  catalog = await openCatalog();
});

afterAll(() => catalog.close());

beforeEach(() => catalog.clear());

/** Argument of `catalog.count`: the sessions of this database that wait for a lock. */
const WAITING = `pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

describe('importing', () => {
  it('writes every field of a movie to its column', async () => {
    const full = movie(1, {
      title: 'Title',
      original_title: 'Titel',
      sort_title: 'T',
      aliases: ['Alias'],
      year: 1999,
      release_date: '1999-12-31',
      runtime_minutes: 90,
      overview: 'Text',
      tagline: 'Tag',
      genres: ['Drama'],
      keywords: ['river'],
      people: [{ name: 'Ada', role: 'actor', character: 'Eve', order: 0 }],
      studios: ['S'],
      countries: ['Japan'],
      original_language: 'ja',
      content_rating: 'PG',
      popularity: 1.5,
      collection: 'Titles',
      external_ids: { imdb: 'tt1' },
      provider_related: ['tmdb:1'],
      available: false,
      files: [{ path: 'a/b.mkv', size_bytes: 5_000_000_000 }],
    });
    await catalog.importLines([library(1), full]);
    const [row] = await catalog.dataSource.query<Line[]>('SELECT to_jsonb(m) AS row FROM media_items m');
    const { type, ...fields } = full;
    expect(row?.row).toMatchObject({ ...fields, media_kind: type, media_id: movieId(1).slice(6), series_id: null });
  });

  it('derives the same sources and read-model rows from the records as from the stored items', async () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
    const names = fc.array(text, { maxLength: 4 });
    const person = fc.record(
      { name: text, role: fc.constantFrom('actor', 'director', 'writer'), character: text, order: fc.nat(99) },
      { requiredKeys: ['name', 'role'] },
    );
    const details = fc.record(
      {
        title: text,
        original_title: text,
        sort_title: text,
        overview: text,
        tagline: text,
        content_rating: text,
        collection: text,
        aliases: names,
        genres: names,
        keywords: names,
        studios: names,
        countries: names,
        people: fc.array(person, { maxLength: 5 }),
        external_ids: fc.dictionary(text, text, { maxKeys: 4 }),
        year: fc.integer({ min: 1888, max: 2100 }),
        popularity: fc.double({ min: 0, max: 1e9, noNaN: true }),
        available: fc.boolean(),
      },
      { requiredKeys: ['title'] },
    );
    const dated = fc.record({ more: details, released: fc.constantFrom(undefined, '0001-01-01', '1999-12-31') });
    await fc.assert(
      fc.asyncProperty(fc.array(dated, { minLength: 1, maxLength: 8 }), async (items) => {
        await catalog.clear();
        const lines = items.flatMap(({ more, released }, n) => {
          const { overview, available, people } = more;
          const childFields = { title: n % 2 === 0 ? more.title : undefined, overview, available, air_date: released };
          return [
            movie(n + 1, { ...more, release_date: released }),
            series(n + 1, { ...more, first_air_date: released }),
            season(n + 1, n + 1, childFields),
            episode(n + 1, n + 1, n + 1, { ...childFields, people, runtime_minutes: more.year }),
          ];
        });
        await catalog.importLines([library(1), ...lines]);
        const parents = new RecordParents();
        const preparedSources = lines.flatMap((line, n) => {
          try {
            const resolved = parents.resolve(readRecord(JSON.stringify(line), n + 1) as MediaRecord);
            return resolved === null ? [] : toMediaSource(resolved);
          } catch (error) {
            // The title is blank, so the import rejects the line, too.
            if (error instanceof LineError) return [];
            throw error;
          }
        });
        const ids = preparedSources.map((source) => source.media_id);
        const rows = parseMediaSources(await readMediaSources(catalog.dataSource.manager, libraryId(1), ids));
        const byId = new Map(rows.map((row) => [row.media_id, row]));
        expect(rows).toHaveLength(preparedSources.length);
        expect(preparedSources).toEqual(ids.map((id) => byId.get(id)));
        expect(preparedSources.map((each) => DERIVATION.derive(each))).toEqual(
          ids.map((id) => DERIVATION.derive(byId.get(id) as MediaSource)),
        );
      }),
      { numRuns: 30 },
    );
  });

  it('accepts a catalog, and changes nothing in a second import', async () => {
    await fc.assert(
      fc.asyncProperty(anyCatalog, async (lines) => {
        await catalog.clear();
        const first = await catalog.importLines(lines);
        expect(first).toEqual({ accepted: lines.length, unchanged: 0, rejected: 0, errors: [] });
        const written = await catalog.dump();
        const revisions = await catalog.dataSource.query('SELECT revision FROM libraries ORDER BY library_id');
        const second = await catalog.importLines(lines, { batchSize: 3 });
        expect(second).toEqual({ accepted: 0, unchanged: lines.length, rejected: 0, errors: [] });
        expect(await catalog.dump()).toEqual(written);
        expect(await catalog.dataSource.query('SELECT revision FROM libraries ORDER BY library_id')).toEqual(revisions);
      }),
      { numRuns: 15 },
    );
  });

  it('has the same result with every batch size', async () => {
    const lines = fc.array(anyLine, { minLength: 10, maxLength: 40, size: 'max' });
    await fc.assert(
      fc.asyncProperty(lines, fc.integer({ min: 2, max: 70 }), async (random, batchSize) => {
        const all = [library(1), library(2), series(1), season(1, 1), episode(1, 1, 1), ...random];
        await catalog.clear();
        const oneByOne = await catalog.importLines(all, { batchSize: 1 });
        const expected = await catalog.dump();
        await catalog.clear();
        expect(await catalog.importLines(all, { batchSize })).toEqual(oneByOne);
        expect(await catalog.dump()).toEqual(expected);
      }),
      { numRuns: 20 },
    );
  }, 180_000);

  it('stores seasons and episodes in the library of their series, even if a rejected line names another', async () => {
    await catalog.importLines([library(1), library(2), series(1)]);
    const elsewhere = series(1, { library_id: libraryId(2) });
    const result = await catalog.importLines([elsewhere, season(1, 1), episode(1, 1, 1)]);
    expect([result.accepted, result.errors]).toEqual([
      2,
      [expect.objectContaining({ line: 1, code: 'library-conflict' })],
    ]);
    for (const table of ['intelligence_media_context', 'intelligence_search_documents']) {
      expect(await catalog.count(`${table} WHERE library_id = '${libraryId(1)}'`)).toBe(3);
    }
  });

  it('counts every line of a batch, and stores the last line of each item', async () => {
    const lines = [library(1), movie(1), movie(1, { year: 1999 }), movie(1, { year: 1999 }), movie(1)];
    expect(await catalog.importLines(lines)).toMatchObject({ accepted: 4, unchanged: 1, rejected: 0 });
    expect((await catalog.dump()).media).toMatchObject([{ row: { title: 'Movie 1', year: null } }]);
  });

  it('writes nothing for an item that a batch changes and then changes back', async () => {
    await catalog.importLines([library(1), movie(1)]);
    const revisions = (): Promise<unknown> =>
      catalog.dataSource.query(
        'SELECT l.revision, m.revision AS of_item FROM libraries l JOIN media_items m USING (library_id)',
      );
    const [dump, before] = [await catalog.dump(), await revisions()];
    const result = await catalog.importLines([movie(1, { year: 1999 }), movie(1)]);
    expect(result).toMatchObject({ accepted: 2, unchanged: 0, rejected: 0 });
    expect([await catalog.dump(), await revisions()]).toEqual([dump, before]);
    expect((await catalog.module.get(Reconciler).compare()).total).toBe(0);
  });

  it('writes nothing for a library that a batch renames and then renames back', async () => {
    await catalog.importLines([library(1, { name: 'Films' })]);
    const libraries = (): Promise<unknown> => catalog.dataSource.query('SELECT name, revision FROM libraries');
    const before = await libraries();
    const names = ['Movies', 'Films', 'Series', 'Films'];
    const result = await catalog.importLines(names.map((name) => library(1, { name })));
    expect(result).toMatchObject({ accepted: 4, unchanged: 0, rejected: 0 });
    expect(await libraries()).toEqual(before);
  });

  it('does not block the row locks of foreign keys while it changes an item', async () => {
    await catalog.importLines([library(1), movie(1)]);
    const connect = async (): Promise<Client> => {
      const connection = new Client({ connectionString: catalog.database.url });
      await connection.connect();
      return connection;
    };
    const [blocker, reader] = [await connect(), await connect()];
    // Blocks the import when it has written the item and its rows.
    await blocker.query('BEGIN; SELECT FROM intelligence_facet_groups FOR UPDATE');
    const importing = catalog.importLines([movie(1, { year: 1999 })]);
    try {
      await eventually(async () => (await catalog.count(WAITING)) === 1);
      await reader.query(`SET lock_timeout = '1s'`);
      for (const table of ['media_items', 'intelligence_media_context', 'intelligence_search_documents']) {
        const { rows } = await reader.query(`SELECT media_id FROM ${table} FOR KEY SHARE`);
        expect(rows).toHaveLength(1);
      }
    } finally {
      await Promise.all([blocker.end(), reader.end()]);
      expect(await importing).toMatchObject({ accepted: 1 });
    }
  });

  it('reads the stored records twice, and writes nothing, if nothing changes', async () => {
    const lines = [library(1), ...Array.from({ length: 50 }, (_, n) => movie(n + 1))];
    await catalog.importLines(lines);
    const statements: string[] = [];
    const { driver } = catalog.dataSource;
    const create = driver.createQueryRunner.bind(driver);
    const creating = jest.spyOn(driver, 'createQueryRunner').mockImplementation((mode) => {
      const runner = create(mode);
      const original = runner.query.bind(runner);
      runner.query = ((sql: string, ...parameters: []) => {
        statements.push(sql);
        return original(sql, ...parameters);
      }) as typeof runner.query;
      return runner;
    });
    await catalog.importLines(lines).finally(() => creating.mockRestore());
    // The first statement is for deriving rows in advance, the second for the plan of the batch.
    expect(statements).toHaveLength(2);
    for (const statement of statements) expect(statement).toMatch(/^\s*SELECT \(SELECT json_object_agg/);
  });
});

describe('watch states', () => {
  it('do not raise the revision of a library', async () => {
    await catalog.importLines([library(1), movie(1)]);
    const revisions = (): Promise<unknown> =>
      catalog.dataSource.query('SELECT revision, facet_version, updated_at FROM libraries');
    const before = await revisions();
    expect(await catalog.importLines([watched('alice', movieId(1))])).toMatchObject({ accepted: 1 });
    expect(await revisions()).toEqual(before);
  });

  it('are computed from the progress, and are not replaced by older ones', async () => {
    await catalog.importLines([library(1), movie(1), movie(2)]);
    const at = (time: string, position: number): Line =>
      watched('BOB', movieId(1), { position_seconds: position, last_watched_at: time });
    const first = await catalog.importLines([at('2026-02-01T12:00:00+02:00', 570), at('2026-02-01T09:59:59Z', 1)]);
    expect(first).toMatchObject({ accepted: 1, unchanged: 1 });
    expect((await catalog.dump()).watchStates).toMatchObject([
      {
        row: {
          state: 'completed',
          position_seconds: 570,
          threshold_percent: 90,
          last_watched_at: '2026-02-01T10:00:00+00:00',
        },
      },
    ]);
    expect(await catalog.importLines([at('2026-02-01T10:00:00.001Z', 0)])).toMatchObject({ accepted: 1 });
    expect((await catalog.dump()).watchStates).toMatchObject([{ row: { state: 'unwatched' } }]);
  });
});

describe('deletions', () => {
  const show = [
    library(1),
    series(1),
    season(1, 1),
    season(2, 1),
    episode(1, 1, 1),
    episode(2, 2, 1),
    watched('alice', episodeId(1)),
  ];

  it('also delete children, in the catalog and in the read model', async () => {
    await catalog.importLines([library(1), movie(1)]);
    const before = await catalog.dump();
    await catalog.importLines(show);
    const result = await catalog.importLines([
      { type: 'delete', media_id: seriesId(1) },
      { type: 'delete', media_id: episodeId(1) },
      { type: 'delete', media_id: seriesId(1) },
      { type: 'delete', media_id: `movie:${seriesId(1).slice(7)}` },
    ]);
    expect(result).toMatchObject({ accepted: 1, unchanged: 3, rejected: 0 });
    expect(await catalog.dump()).toEqual(before);
  });

  it('of a library with thousands of items delete every row', async () => {
    const before = await catalog.dump();
    const episodes = Array.from({ length: 2500 }, (_, n) => episode(n + 1, 1, 1));
    await catalog.importLines([...show, ...episodes, ...Array.from({ length: 1200 }, (_, n) => movie(n + 1))]);
    expect(await catalog.importLines([{ type: 'delete', library_id: libraryId(1) }])).toMatchObject({ accepted: 1 });
    expect(await catalog.dump()).toEqual(before);
  });

  it('of a series with thousands of episodes delete every row', async () => {
    const episodes = Array.from({ length: 2500 }, (_, n) => episode(n + 1, 1, 1));
    await catalog.importLines([...show, ...episodes]);
    expect(await catalog.importLines([{ type: 'delete', media_id: seriesId(1) }])).toMatchObject({ accepted: 1 });
    expect(await catalog.count('media_items')).toBe(0);
    expect(await catalog.count('watch_states')).toBe(0);
  });
});
