import { Transactions } from '../../../../src/database/transactions';
import { CatalogChanges } from '../../../../src/read-model/refresh/catalog-changes';
import { Refresher } from '../../../../src/read-model/refresh/refresher';
import { createUser, type TestUser } from '../../../support/accounts/accounts';
import { type CatalogRecord, importCatalog, library, mediaIdOf, movie, uuidOf } from '../../../support/catalog/catalog';
import { client } from '../../../support/requests/client';
import { refreshLexicon } from '../../../support/catalog/refresh-lexicon';
import { createTestApp, type TestApp } from '../../../support/app/test-app';
import { ask, type Question, readsOf } from './questions';
import { RowCounter } from './row-counter';
import { type Caller, prepareShownWorld } from './shown-world';
import { GENRES, HIDDEN_PEOPLE, HIDDEN_WORDS, WORDS } from './words';

/*
 * The time of an answer depends on the number of rows that the database reads for it. The test counts these rows. A
 * measured time would also depend on the load of the machine.
 */

/**
 * States of hidden films, in the order in which they are added. The first three leave rows that no count of words
 * contains, so a look-up that is chosen by such counts would read them. Ordinary films come last, because their counts
 * would then hide this.
 */
const STATES = ['unavailable', 'stale', 'not counted', 'counted'] as const;
type State = (typeof STATES)[number];
/** Number of libraries for the films of a state. */
const LIBRARIES_PER_STATE = 3;
/** Number of hidden films in each state. They share `WORDS`, `GENRES` and one person with the few visible films. */
const FILMS_PER_STATE = 400;
const GROWN_ARTIFACTS = 20;

/**
 * Tables of libraries, and of their words and values. The test does not count their rows, because a look-up also reads
 * rows that hidden libraries have added.
 */
const UNCOUNTED_TABLES = new Set([
  'libraries',
  'intelligence_lexicon',
  'intelligence_lexicon_state',
  'intelligence_facet_values',
  'intelligence_spellings',
]);
/** Number of additional rows that a request may read. A plan can change with the size of a table and then read more. */
const OTHER_PLAN_ROWS = 40;

// On a distributed database, each worker node counts its rows, so these tests cannot read the counts.
const isOneServer = (process.env['TEST_CITUS_URL'] ?? '') === '';
const onOneServer = isOneServer ? it : it.skip;

let app: TestApp;
let admin: TestUser;
let questions: Question[];
let counter: RowCounter;
let before: number[];

beforeAll(async () => {
  app = await createTestApp({ workers: false });
  admin = await createUser(app, { role: 'admin' });
  const [, caller] = (await prepareShownWorld(app, admin)) as [Caller, Caller];
  await app.app.get(Refresher).drain();
  await refreshLexicon(app);
  questions = readsOf(caller).filter(({ path }) => path.startsWith('/intelligence/'));
  counter = new RowCounter();
  if (isOneServer) before = await countRows();
});
afterAll(async () => {
  jest.restoreAllMocks();
  await app.close();
});

const libraryOf = (state: State, index: number): string => `Grown ${state} ${index % LIBRARIES_PER_STATE}`;
const titleOf = (state: State, index: number): string => `Grown ${state} film ${index}`;

function grownFilm(state: State, index: number): CatalogRecord {
  const word = (step: number): string => WORDS[(index * step + step) % WORDS.length] ?? '';
  return {
    ...movie(libraryOf(state, index), titleOf(state, index), {
      year: 1920 + (index % 12),
      overview: `A ${WORDS.join(' ')} and ${HIDDEN_WORDS.join(' ')} near the ${word(2)}.`,
      genres: GENRES,
      people: HIDDEN_PEOPLE.map((person) => ({ name: person, role: 'actor' })),
      popularity: 900,
      available: state !== 'unavailable',
    }),
    title: `The ${word(1)} of the ${word(5)} ${index}`,
  };
}

async function grow(state: State): Promise<void> {
  const libraries = Array.from({ length: LIBRARIES_PER_STATE }, (_, index) => library(libraryOf(state, index)));
  const films = Array.from({ length: FILMS_PER_STATE }, (_, index) => grownFilm(state, index));
  await importCatalog(app, admin, [...libraries, ...films]);
  if (state === 'counted') await writeArtifacts();
  await app.app.get(Refresher).drain();
  if (state === 'stale') await markStale();
  if (state !== 'not counted') await refreshLexicon(app);
}

async function writeArtifacts(): Promise<void> {
  const artifact = { kind: 'analysis', scope: 'global', title: 'About a lantern and a river', content: {} };
  const write = (index: number): Promise<unknown> =>
    client(app)
      .as(admin)
      .put(
        `/intelligence/artifacts/${uuidOf(`grown ${index}`)}`,
        { ...artifact, media_id: mediaIdOf('movie', titleOf('counted', index)) },
        { expect: 201 },
      );
  await Promise.all(Array.from({ length: GROWN_ARTIFACTS }, (_, index) => write(index)));
}

/** Marks the films as stale and empties the queue, so that no later step derives them again. */
async function markStale(): Promise<void> {
  const ids = Array.from({ length: FILMS_PER_STATE }, (_, index) => uuidOf(`movie/${titleOf('stale', index)}`));
  await app.app.get(Transactions).run(async (manager) => {
    for (let index = 0; index < LIBRARIES_PER_STATE; index += 1) {
      const libraryId = uuidOf(libraryOf('stale', index));
      await app.app.get(CatalogChanges).markStale(manager, libraryId, ids, 'drift');
    }
    await manager.query('DELETE FROM intelligence_dirty_keys');
  });
}

/** Returns the number of rows that each request reads, without the rows of the tables in `UNCOUNTED_TABLES`. */
async function countRows(): Promise<number[]> {
  const counts: number[] = [];
  for (const question of questions) {
    await ask(app, question);
    counts.push(await counter.take(UNCOUNTED_TABLES));
  }
  return counts;
}

onOneServer('most requests read rows', () => {
  expect(before.filter((rows) => rows > 0).length).toBeGreaterThan(questions.length / 2);
});

onOneServer.each(STATES)(
  'a request reads hardly more rows when hidden libraries get films that are %s',
  async (state) => {
    await grow(state);
    const after = await countRows();

    const grown = questions.flatMap(({ method, path, body }, index) => {
      const [few = 0, many = 0] = [before[index], after[index]];
      return many > few + OTHER_PLAN_ROWS
        ? [`${few} rows became ${many}: ${method} ${path} ${JSON.stringify(body)}`]
        : [];
    });
    expect(grown).toEqual([]);
  },
);
