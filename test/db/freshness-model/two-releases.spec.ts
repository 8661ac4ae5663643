import fc from 'fast-check';
import { rmSync } from 'node:fs';
import { DataSource } from 'typeorm';
import { loadConfig } from '../../../src/common/config/config';
import { migrate } from '../../../src/database/schema/migrate';
import { requireMigrated } from '../../../src/database/schema/schema-state';
import { DERIVATION_RULES } from '../../../src/read-model/media/derivation-rules';
import { WORD_RULES } from '../../../src/search/lexicon/word-rules';
import { spellingKeys } from '../../../src/search/spelling/spelling-keys';
import { type CatalogRecord, importRecords } from '../../support/catalog/catalog';
import { client } from '../../support/requests/client';
import { GENEROUS_TIMEOUTS } from '../../support/app/test-environment';
import { eventually } from '../../support/eventually';
import { extractPreviousRelease, hasPreviousRelease } from '../../support/programs/previous-release';
import { CompiledService } from '../../support/programs/service-process';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../support/databases/test-database';
import { anyCommand } from './commands';
import { write } from './command';
import { requireVerifiable } from './histories';
import { killsOfBothServers } from './kill-commands';
import { runSequence } from './sequence';
import { Stage } from './stage';
import { World } from './world';
import { planEdits } from './writes';

/** Number of sequences with each pair of releases. */
const RUNS = Number(process.env['UPGRADE_RUNS'] ?? 4);
/** Number of sequences in which each of the two servers is killed. */
const KILL_RUNS = Math.ceil(RUNS / 4);
const COMMANDS_MAX = 10;
/** Time limit in milliseconds, many times as long as the sequences take in CI. The test fails when it is exceeded. */
const TIME_LIMIT_MS = 240_000 + RUNS * 15_000;
const JWT_SECRET = 'Qk3rT9vXw2LmZp8sNc5yHb7dJf4gUa6e';
const ITEMS = 200;

let current: CompiledService;
beforeAll(async () => {
  current = await CompiledService.compile();
});
afterAll(() => current.remove());

/** Runs the freshness model. Both releases write and read, and processes of both are killed. */
async function requireFresh(stage: Stage): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.commands([anyCommand()], { maxCommands: COMMANDS_MAX, size: 'max' }), (commands) =>
      runSequence(stage, commands),
    ),
    { numRuns: RUNS, interruptAfterTimeLimit: TIME_LIMIT_MS },
  );
}

/** Returns the definitions of all indexes, with their names. */
async function listIndexes(url: string): Promise<unknown[]> {
  const dataSource = await new DataSource({ type: 'postgres', url }).initialize();
  const rows: unknown[] = await dataSource.query(
    `SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY indexdef`,
  );
  await dataSource.destroy();
  return rows;
}

(hasPreviousRelease() ? describe : describe.skip)('the previous release and this one', () => {
  let previous: CompiledService;
  let database: TestDatabase;
  let sources: string;

  beforeAll(async () => {
    sources = extractPreviousRelease();
    [previous, database] = await Promise.all([CompiledService.compile({ root: sources }), createEmptyDatabase()]);
    await previous.run({ DATABASE_URL: database.url }, 'migrate');
  });
  afterAll(async () => {
    await previous.remove();
    await database.drop();
    rmSync(sources, { recursive: true });
  });

  test('the previous release reads and writes while its database is migrated twice at the same time', async () => {
    const dataSource = await new DataSource({ type: 'postgres', url: database.url }).initialize();
    await dataSource.query(`INSERT INTO users (username, username_key, role) VALUES ('root', 'root', 'admin')`);
    const env = { NODE_ENV: 'test', DATABASE_URL: database.url, JWT_SECRET, ...GENEROUS_TIMEOUTS };
    const server = await previous.start(loadConfig(env));
    const token = (await previous.run(env, 'token', '--username', 'root')).trim();
    const api = client({ ...server, isOtherRelease: true }).as(token);
    const library_id = '11111111-1111-4111-8111-111111111111';
    const film = (index: number, title: string): CatalogRecord => {
      const media_id = `movie:22222222-2222-4222-8222-${String(index).padStart(12, '0')}`;
      return { type: 'movie', media_id, library_id, title };
    };
    const films = Array.from({ length: ITEMS }, (_, index) => film(index, `Film ${index}`));
    await importRecords(api, [{ type: 'library', library_id, name: 'Films', library_kind: 'movies' }, ...films]);

    let isMigrating = true;
    const migrated = Promise.all([migrate(database.url), migrate(database.url)]).finally(() => (isMigrating = false));
    for (let round = 0, isLast = false; !isLast; round += 1) {
      isLast = !isMigrating;
      await importRecords(api, [film(round % ITEMS, `Renamed x${round}y`)]);
      const answer = await api.post('/intelligence/candidates:search', { query: `x${round}y` }, { expect: 200 });
      expect(answer.text).toContain(`Renamed x${round}y`);
    }
    expect((await migrated).filter((names) => names.length > 0).length).toBeLessThanOrEqual(1);
    expect(await requireMigrated(database.url)).toEqual([]);
    await server.kill();
    await dataSource.destroy();
  });

  test('the migrated database has the indexes of a new one', async () => {
    const created = await createTestDatabase();
    expect(await listIndexes(database.url)).toEqual(await listIndexes(created.url));
    await created.drop();
  });

  describe('on the migrated database', () => {
    let stage: Stage;

    beforeAll(async () => {
      stage = await Stage.openReleases(database.url, [
        { program: previous, isOtherRelease: true },
        { program: current, isOtherRelease: false },
      ]);
    });
    afterAll(() => stage.close());

    test(
      'answer from the current state, whichever release writes, reads or is killed',
      () => requireFresh(stage),
      2 * TIME_LIMIT_MS,
    );

    test(
      'answer from the current state after each server was killed during writes and restarted',
      () =>
        fc.assert(
          fc.asyncProperty(killsOfBothServers(), (commands) => runSequence(stage, commands)),
          { numRuns: KILL_RUNS, interruptAfterTimeLimit: TIME_LIMIT_MS, endOnFailure: true },
        ),
      2 * TIME_LIMIT_MS,
    );

    test('write histories that can be verified, with keyed hashes after the upgrade', () => requireVerifiable(stage));
  });
});

describe('this release and a release with newer derivation rules', () => {
  let next: CompiledService;
  let database: TestDatabase;
  let stage: Stage;

  beforeAll(async () => {
    [next, database] = await Promise.all([CompiledService.compile({ edit: toNextRules }), createTestDatabase()]);
    stage = await Stage.openReleases(
      database.url,
      [
        { program: current, isOtherRelease: false },
        { program: next, isOtherRelease: false },
      ],
      1,
    );
  });
  afterAll(async () => {
    await stage.close();
    await next.remove();
    await database.drop();
  });

  test(
    'answer from the current state, and the newer release derives the rows of the older release again',
    () => requireFresh(stage),
    2 * TIME_LIMIT_MS,
  );

  test('leave the rows of the newer rules unchanged', async () => {
    const world = new World();
    await stage.reset();
    const slots = ['film1', 'film2', 'series1', 'episode1'];
    await write(
      world,
      stage,
      planEdits(
        world,
        slots.map((slot) => ({ slot, available: true })),
      ),
      0,
    );
    await stage.waitUntilDrained();
    const rowVersions = (): Promise<unknown[]> =>
      stage.dataSource.query('SELECT media_id, xmin, summary_text FROM intelligence_media_context ORDER BY media_id');
    const before = await rowVersions();
    expect(before.length).toBeGreaterThan(0);
    for (const row of before as { summary_text: string }[]) expect(row.summary_text).toMatch(/ NEXT$/);
    // Refreshers of both releases take rows off the queue.
    for (const instance of [0, 1] as const) {
      await stage.asAdmin(instance).post('/admin/read-models/refresh', {}, { expect: 202 });
      await stage.waitUntilDrained();
    }
    expect(await rowVersions()).toEqual(before);
  });

  test('share the spellings: the newer release derives those of the older release again', async () => {
    const world = new World();
    await stage.reset();
    for (const slot of ['film1', 'film2', 'film3']) {
      await write(world, stage, planEdits(world, [{ slot, available: true }]), 0);
      // The older release, which is this release, counts the words.
      await stage.refreshLexicon();
      const title = world.items.get(slot)?.words.title;
      await eventually(async () => {
        const rows: { word: string; keys: number[] }[] = await stage.dataSource.query(
          'SELECT word, keys FROM intelligence_spellings',
        );
        const isByNextRules = rows.every(({ word, keys }) => keys.length === spellingKeys(word).length + 1);
        return isByNextRules && rows.some(({ word }) => word === title);
      }, 60_000);
    }
  });
});

/**
 * Edits a source file for a release with newer rules: higher versions, other summaries, and one more spelling key for
 * each word that has spelling keys.
 */
function toNextRules(path: string, text: string): string {
  const [pattern, replacement] = NEXT_RULES[path] ?? [];
  if (pattern === undefined || replacement === undefined) return text;
  if (!text.includes(pattern)) throw new Error(`${path} does not contain ${pattern}`);
  return text.replace(pattern, replacement);
}

const NEXT_RULES: Readonly<Record<string, readonly [pattern: string, replacement: string]>> = {
  'src/read-model/media/derivation-rules.ts': [
    `DERIVATION_RULES: number = ${DERIVATION_RULES}`,
    `DERIVATION_RULES: number = ${DERIVATION_RULES + 1}`,
  ],
  'src/search/lexicon/word-rules.ts': [`WORD_RULES: number = ${WORD_RULES}`, `WORD_RULES: number = ${WORD_RULES + 1}`],
  'src/search/spelling/spelling-keys.ts': ['return [...keys];', 'return [...keys, hashOf(`next ${folded}`)];'],
  'src/read-model/media/media-context.projection.ts': [
    `truncateText(source.overview ?? source.tagline ?? '', SUMMARY_TEXT_MAX_CHARS)`,
    `truncateText((source.overview ?? source.tagline ?? '') + ' NEXT', SUMMARY_TEXT_MAX_CHARS)`,
  ],
};
