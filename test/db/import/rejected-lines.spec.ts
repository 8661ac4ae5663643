import { Logger } from '@nestjs/common';
import { type CatalogFixture, openCatalog } from '../../support/catalog/catalog-fixture';
import {
  episode,
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
  Logger.overrideLogger(false);
});

afterAll(async () => {
  Logger.overrideLogger(true);
  await catalog.close();
});

beforeEach(() => catalog.clear());

const codes = (result: { errors: { line: number; code: string }[] }): [number, string][] =>
  result.errors.map(({ line, code }) => [line, code]);

describe('rejected lines', () => {
  it('are reported by number and code, and the other lines are imported', async () => {
    const lines: unknown[] = [
      '',
      library(1),
      '{',
      movie(1),
      movie(2, { library_id: libraryId(9) }),
      series(1),
      season(1, 9),
      season(1, 1),
      episode(1, 9, 1),
      episode(1, 1, 1),
      library(1, { library_kind: 'series' }),
      library(2),
      movie(1, { library_id: libraryId(2) }),
      watched('carol', movieId(1)),
      watched('Alice', movieId(9)),
      watched('Alice', movieId(1)),
      { ...movie(3), media_id: `movie:${seriesId(1).slice(7)}` },
      series(2),
      season(1, 2),
      season(2, 2),
      episode(2, 2, 1),
    ];
    for (const batchSize of [1, 4, 1000]) {
      await catalog.clear();
      const result = await catalog.importLines(lines, { batchSize });
      expect(codes(result)).toEqual([
        [3, 'malformed-json'],
        [5, 'missing-parent'],
        [7, 'missing-parent'],
        [9, 'missing-parent'],
        [11, 'kind-conflict'],
        [13, 'library-conflict'],
        [14, 'missing-user'],
        [15, 'missing-media'],
        [17, 'kind-conflict'],
        [19, 'parent-conflict'],
        [21, 'parent-conflict'],
      ]);
      expect(result).toMatchObject({ accepted: 9, unchanged: 0, rejected: 11 });
    }
  });

  it('are all counted, and the first hundred are reported', async () => {
    const lines = Array.from({ length: 250 }, (_, n) => (n % 2 === 0 ? '{' : movie(n)));
    const result = await catalog.importLines(lines, { batchSize: 20 });
    expect(result).toMatchObject({ accepted: 0, rejected: 250 });
    expect(result.errors.map(({ line }) => line)).toEqual(Array.from({ length: 100 }, (_, n) => n + 1));
  });

  it('include records that only the database rejects', async () => {
    await catalog.dataSource.query(`ALTER TABLE media_items ADD CONSTRAINT poison CHECK (title NOT LIKE 'poison%')`);
    try {
      const lines = [library(1), ...Array.from({ length: 100 }, (_, n) => movie(n + 1))];
      lines[40] = movie(40, { title: 'poison' });
      lines[77] = series(1, { title: 'poison too' });
      lines.push(season(1, 1));
      const result = await catalog.importLines(lines);
      expect(codes(result)).toEqual([
        [41, 'refused-by-database'],
        [78, 'refused-by-database'],
        [102, 'missing-parent'],
      ]);
      expect(result).toMatchObject({ accepted: 99, rejected: 3 });
      expect(await catalog.count('media_items')).toBe(98);
      expect(await catalog.count('intelligence_media_context')).toBe(98);
    } finally {
      await catalog.dataSource.query('ALTER TABLE media_items DROP CONSTRAINT poison');
    }
  });

  it('include lines of libraries that the importer may not write to', async () => {
    await catalog.importLines([library(1), series(1), movie(1), library(2), movie(2, { library_id: libraryId(2) })]);
    const before = await catalog.dump();
    const result = await catalog.importLines(
      [
        library(1, { name: 'Mine' }),
        movie(1, { year: 1999 }),
        season(1, 1),
        watched('alice', movieId(1)),
        { type: 'delete', media_id: movieId(1) },
        { type: 'delete', library_id: libraryId(1) },
        movie(2, { library_id: libraryId(2) }),
        library(3),
      ],
      { libraryIds: [libraryId(2)] },
    );
    expect(codes(result)).toEqual([
      [1, 'not-permitted'],
      [2, 'not-permitted'],
      [3, 'missing-parent'],
      [4, 'missing-media'],
      [8, 'not-permitted'],
    ]);
    expect(result).toMatchObject({ accepted: 0, unchanged: 3 });
    expect(await catalog.dump()).toEqual(before);
  });

  it('reveal about items of other libraries only that an id is taken', async () => {
    await catalog.importLines([library(1), movie(1), series(1), season(1, 1), episode(1, 1, 1), library(2)]);
    await catalog.importLines([series(2, { library_id: libraryId(2) })]);
    const id = (line: Line): unknown => line['media_id'];
    const mine = { library_id: libraryId(2) };
    const rules = { libraryIds: [libraryId(2)] };
    // The ids of these lines belong to items of the hidden library.
    const taken = [
      movie(1, mine),
      movie(1, { ...mine, year: 1999 }),
      { ...series(1, mine), media_id: id(series(1)) },
      season(1, 2),
    ];
    expect(codes(await catalog.importLines(taken, rules))).toEqual(
      taken.map((_, index) => [index + 1, 'library-conflict']),
    );
    // The same lines with ids of hidden items, or with ids that do not exist.
    const children = (isHidden: boolean): Line[] => {
      const parent = isHidden ? 1 : 9;
      return [season(isHidden ? 1 : 8, parent), episode(isHidden ? 1 : 8, 1, parent), episode(7, parent, 2)];
    };
    const hidden = await catalog.importLines(children(true), rules);
    expect(hidden.errors).toEqual((await catalog.importLines(children(false), rules)).errors);
    expect(codes(hidden)).toEqual([
      [1, 'missing-parent'],
      [2, 'missing-parent'],
      [3, 'missing-parent'],
    ]);
  });
});
