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

const GROWN_LIBRARIES = Array.from({ length: 10 }, (_, index) => `Grown ${index}`);
/** Number of hidden films. They share `WORDS`, `GENRES` and one person with the few visible films. */
const GROWN_FILMS = 1_000;
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

let app: TestApp;
let admin: TestUser;
let callers: Caller[];
let counter: RowCounter;

beforeAll(async () => {
  app = await createTestApp({ workers: false });
  admin = await createUser(app, { role: 'admin' });
  callers = await prepareShownWorld(app, admin);
  await settle();
  counter = new RowCounter();
});
afterAll(async () => {
  jest.restoreAllMocks();
  await app.close();
});

async function settle(): Promise<void> {
  await app.app.get(Refresher).drain();
  await refreshLexicon(app);
}

function grownFilm(index: number): CatalogRecord {
  const word = (step: number): string => WORDS[(index * step + step) % WORDS.length] ?? '';
  return movie(GROWN_LIBRARIES[index % GROWN_LIBRARIES.length] ?? '', `Grown ${index}`, {
    title: `The ${word(1)} of the ${word(5)} ${index}`,
    year: 1920 + (index % 12),
    overview: `A ${WORDS.join(' ')} and ${HIDDEN_WORDS.join(' ')} near the ${word(2)}.`,
    genres: GENRES,
    people: HIDDEN_PEOPLE.map((person) => ({ name: person, role: 'actor' })),
    popularity: 900,
  });
}

async function grow(): Promise<void> {
  const films = Array.from({ length: GROWN_FILMS }, (_, index) => grownFilm(index));
  await importCatalog(app, admin, [...GROWN_LIBRARIES.map((name) => library(name)), ...films]);
  const write = (index: number): Promise<unknown> => {
    const artifact = { kind: 'analysis', scope: 'global', title: 'About a lantern and a river', content: {} };
    const body = { ...artifact, media_id: mediaIdOf('movie', `Grown ${index}`) };
    return client(app)
      .as(admin)
      .put(`/intelligence/artifacts/${uuidOf(`grown ${index}`)}`, body, { expect: 201 });
  };
  await Promise.all(Array.from({ length: GROWN_ARTIFACTS }, (_, index) => write(index)));
  await settle();
}

/** Returns the number of rows that each request reads, without the rows of the tables in `UNCOUNTED_TABLES`. */
async function countRows(questions: readonly Question[]): Promise<number[]> {
  const counts: number[] = [];
  for (const question of questions) {
    await ask(app, question);
    counts.push(await counter.take(UNCOUNTED_TABLES));
  }
  return counts;
}

// On a distributed database, each worker node counts its rows, so this test cannot read the counts.
const onOneServer = (process.env['TEST_CITUS_URL'] ?? '') === '' ? it : it.skip;

onOneServer('a request reads hardly more rows of items and artifacts when hidden libraries grow', async () => {
  const [, caller] = callers as [Caller, Caller];
  const questions = readsOf(caller).filter(({ path }) => path.startsWith('/intelligence/'));
  const before = await countRows(questions);
  expect(before.filter((rows) => rows > 0).length).toBeGreaterThan(questions.length / 2);

  await grow();
  const after = await countRows(questions);

  const grown = questions.flatMap(({ method, path, body }, index) => {
    const [few = 0, many = 0] = [before[index], after[index]];
    return many > few + OTHER_PLAN_ROWS
      ? [`${few} rows became ${many}: ${method} ${path} ${JSON.stringify(body)}`]
      : [];
  });
  expect(grown).toEqual([]);
});
