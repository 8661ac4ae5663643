import fc from 'fast-check';
import type { DataSource } from 'typeorm';
import { CopyFormat } from '../../../src/database/copy/copy-format';
import { copyLines, StagedRows } from '../../../src/database/copy/copy-rows';
import { type OpenDatabase, openTestDatabase } from '../../support/databases/test-database';

interface Row {
  readonly id: number;
  readonly line: string | null;
  readonly known: boolean | null;
  readonly share: number | null;
  readonly names: readonly string[];
  readonly tree: unknown;
}

const FORMAT = new CopyFormat<Row>({
  id: 'integer',
  line: 'text',
  known: 'boolean',
  share: 'double precision',
  names: 'text[]',
  tree: 'json',
});

/** Generates texts that PostgreSQL can store, often with special characters of COPY, arrays and JSON. */
const text = fc
  .array(
    fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('\t', '\n', '\r', '\\', '\\N', '\\.', '"', '{', ',', '')),
  )
  .map((parts) => parts.join('').replaceAll('\0', ''));

const rows = fc
  .array(
    fc.record({
      line: fc.option(text),
      known: fc.option(fc.boolean()),
      share: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
      names: fc.array(text, { maxLength: 4 }),
      tree: fc.array(fc.dictionary(text, fc.oneof(text, fc.integer(), fc.constant(null)), { maxKeys: 3 }), {
        maxLength: 3,
      }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((list): Row[] => list.map((row, index) => ({ id: index, ...row })));

let open: OpenDatabase;
let dataSource: DataSource;

beforeAll(async () => {
  open = await openTestDatabase();
  ({ dataSource } = open);
  await dataSource.query(
    'CREATE TABLE kept (id integer, line text, known boolean, share double precision, names text[], tree json, mark text)',
  );
});
afterAll(() => open.close());

/** Converts a row to JSON and back, which replaces -0 by 0, as `CopyFormat` does. */
function throughJson(row: Row): unknown {
  return JSON.parse(JSON.stringify(row));
}

it('COPY writes rows that are read back unchanged, and adds the constant values to each row', async () => {
  await fc.assert(
    fc.asyncProperty(rows, text, async (list, mark) => {
      const stored: (Row & { mark: string })[] = await dataSource.transaction(async (manager) => {
        await manager.query('TRUNCATE kept');
        await copyLines(manager, 'kept', FORMAT.names, FORMAT.toLines(list), { mark });
        return manager.query('SELECT * FROM kept ORDER BY id');
      });
      expect(stored.map(throughJson)).toEqual(list.map((row) => throughJson({ ...row, mark } as Row)));
    }),
    { numRuns: 100 },
  );
});

it('COPY writes lines of any length', async () => {
  const plain = { id: 0, known: null, share: null, names: [], tree: [] };
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom('a', 'é', '東', '🎬'), fc.integer({ min: 0, max: 60_000 })), { maxLength: 12 }),
      async (parts) => {
        const list = parts.map(([character, times], id): Row => ({ ...plain, id, line: character.repeat(times) }));
        const stored = await dataSource.transaction(async (manager) => {
          await manager.query('TRUNCATE kept');
          await copyLines(manager, 'kept', FORMAT.names, FORMAT.toLines(list));
          return manager.query<{ line: string }[]>('SELECT line FROM kept ORDER BY id');
        });
        expect(stored.map(({ line }) => line)).toEqual(list.map(({ line }) => line));
      },
    ),
    { numRuns: 20 },
  );
});

it('staged rows are given to one statement of the same transaction; a second statement gets no rows', async () => {
  const stage = new StagedRows('kept', FORMAT.columns);
  const takeSql = `${stage.stagedCte} SELECT * FROM staged ORDER BY id`;
  await fc.assert(
    fc.asyncProperty(rows, async (list) => {
      const taken: Row[][] = await dataSource.transaction(async (manager) => {
        await stage.copy(manager, FORMAT.toLines(list));
        return [await manager.query<Row[]>(takeSql), await manager.query<Row[]>(takeSql)];
      });
      expect(taken.map((part) => part.map(throughJson))).toEqual([list.map(throughJson), []]);
      // The next transaction must not see rows that were not taken.
      await dataSource.transaction((manager) => stage.copy(manager, FORMAT.toLines(list)));
    }),
    { numRuns: 30 },
  );
});

it('a COPY ends if its lines throw, so that the connection stays usable', async () => {
  await dataSource.query('TRUNCATE kept');
  function* broken(): Generator<string> {
    yield '1\ta\tt\t1\t{}\t[]';
    throw new Error('no more lines');
  }
  const writing = dataSource.transaction(async (manager) => {
    await manager.query(`SET LOCAL statement_timeout = '2s'`);
    const pid: unknown = await manager.query('SELECT pg_backend_pid()');
    await expect(copyLines(manager, 'kept', FORMAT.names, broken())).rejects.toMatchObject({
      driverError: { message: 'no more lines' },
    });
    await manager.query('ROLLBACK; BEGIN');
    expect(await manager.query('SELECT pg_backend_pid()')).toEqual(pid);
    return manager.query<{ id: number }[]>('SELECT id FROM kept');
  });
  expect(await writing).toEqual([]);
});

it('a row that cannot be stored is reported, and none of the other rows is stored', async () => {
  await dataSource.query('TRUNCATE kept');
  const lines = ['1\ta\tt\t1\t{}\t[]', 'x\ta\tt\t1\t{}\t[]'];
  const writing = dataSource.transaction((manager) => copyLines(manager, 'kept', FORMAT.names, lines));
  await expect(writing).rejects.toMatchObject({ driverError: { code: '22P02' } });
  expect(await dataSource.query('SELECT id FROM kept')).toEqual([]);
});
