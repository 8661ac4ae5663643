import { BROWSE_SORT_NAMES } from '../../../src/candidates/browse/browse-sorts';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import {
  type CatalogRecord,
  distinctWord,
  importCatalog,
  library,
  mediaIdOf,
  movie,
  uuidOf,
} from '../../support/catalog/catalog';
import { client } from '../../support/requests/client';
import { refreshLexicon } from '../../support/catalog/refresh-lexicon';
import { createTestApp, type TestApp } from '../../support/app/test-app';

/*
 * Answers about items depend only on the libraries that the caller sees, even if a look-up reads its maximum number of
 * rows. The hidden library is larger than the visible libraries. Its films are more prominent, and share words and
 * names with the visible films.
 */

/** Number of visible films. A search for a word of so many films reads only the most prominent ones. */
const SHOWN = 1_300;
const HIDDEN = 1_600;
/** Numbers of the films whose related items are requested. They are in the library that both callers see. */
const SEEDS = [1, 2, 3, 4, 6, 7, 8, 9, 11, 12];
/** Number of the film with `FAR_WORD`. It is in the library that both callers see. */
const FAR_FILM = 13;
const COMMON = 'lantern';
const NAMES = ['Orla Obscure', 'Busy Star', 'Third Person'];
/** Words of only hidden films. Each differs by one letter from a word of visible films. */
const MISSPELLED = ['lanterm', 'harbout', 'quaz'];
/** A word of one visible film, and a misspelling that differs by two letters. */
const FAR_WORD = 'kaleidoscope';
const FAR_MISSPELLED = 'kaleidescoqe';

let app: TestApp;
let admin: TestUser;
let callers: TestUser[];

beforeAll(async () => {
  app = await createTestApp({ workers: false });
  admin = await createUser(app, { role: 'admin' });
  await importCatalog(app, admin, [library('Shown'), library('Shown too'), library('Hidden'), ...shownFilms()]);
  await refreshLexicon(app);
  callers = [
    await createUser(app, { libraryIds: [uuidOf('Shown')] }),
    await createUser(app, { libraryIds: [uuidOf('Shown'), uuidOf('Shown too')] }),
  ];
}, 300_000);
afterAll(() => app.close());

function fieldsOf(index: number, more: readonly string[] = []): Record<string, unknown> {
  const words = [COMMON, ...(index % 2 === 0 ? ['window'] : []), ...(index % 50 === 0 ? ['harbour'] : []), ...more];
  return {
    year: 1920 + (index % 90),
    genres: index % 3 === 0 ? ['Drama'] : ['Comedy'],
    overview: `${words.join(' ')} ${distinctWord(index % 40)}`,
    people: index % 4 === 0 ? [{ name: NAMES[index % NAMES.length] ?? '', role: 'actor' }] : [],
  };
}

function shownFilms(): CatalogRecord[] {
  return Array.from({ length: SHOWN }, (_, index) =>
    movie(
      index % 5 === 0 ? 'Shown too' : 'Shown',
      `${distinctWord(index)} ${index === FAR_FILM ? FAR_WORD : index % 30 === 0 ? 'quay' : 'road'}`,
      fieldsOf(index),
    ),
  );
}

/**
 * Returns three words that resemble `FAR_MISSPELLED`. The first two begin like it, and each occurs in one hidden film
 * only. The third has one letter more than it, so it is more similar than `FAR_WORD`. A few hidden films share it.
 */
function similarWords(index: number): string {
  const letters = distinctWord(index).slice(0, 6);
  const at = Math.floor(index / 26) % 12;
  const [first, second] = [index % 26, at].map((each) => String.fromCharCode(97 + each));
  const closer = `${FAR_MISSPELLED.slice(0, at)}${first ?? ''}${FAR_MISSPELLED.slice(at)}`;
  return `kaleide${letters} kaleid${second ?? ''}${letters} ${closer}`;
}

function hiddenFilms(): CatalogRecord[] {
  return Array.from({ length: HIDDEN }, (_, index) =>
    movie('Hidden', `Hidden ${index}`, {
      ...fieldsOf(index, MISSPELLED),
      title: `${distinctWord(index % SHOWN)} ${MISSPELLED[index % 3] ?? ''} ${similarWords(index)} road`,
      popularity: 900,
      provider_related: [mediaIdOf('movie', `${distinctWord(SEEDS[index % SEEDS.length] ?? 1)} road`)],
    }),
  );
}

type Question = readonly [path: string, body: object];

const QUESTIONS: readonly Question[] = [
  ...[COMMON, 'lantern window', 'harbour', 'quay road', 'road', 'Busy Star', 'busy star lantern', 'drama'].map(search),
  ...[
    ...MISSPELLED,
    FAR_MISSPELLED,
    'harbuor',
    'windoww',
    'orla obscur',
    'lanternwindow',
    'hidden',
    distinctWord(7),
    `${distinctWord(3)} roda`,
  ].map(search),
  ...[{ genres: { any: ['Drama'] } }, { year: { gte: 1950, lte: 1955 } }, { watch_states: ['unwatched'] }].map(
    (filters): Question => ['/intelligence/candidates:search', { query: 'lantern road', filters }],
  ),
  ...BROWSE_SORT_NAMES.flatMap((sort) =>
    [{}, { genres: { any: ['Drama'] } }, { people: ['Orla Obscure'] }, { watch_states: ['unwatched'] }].map(
      (filters): Question => ['/intelligence/items:browse', { sort, filters }],
    ),
  ),
  ['/intelligence/items:next-up', {}],
  [
    '/intelligence/items:contexts',
    { media_ids: SEEDS.map((index) => mediaIdOf('movie', `${distinctWord(index)} road`)) },
  ],
  [
    '/intelligence/candidates:multi-search',
    { queries: [COMMON, 'harbour', 'quay road', 'Busy Star'].map((query) => ({ query })) },
  ],
  ...SEEDS.map((index) => mediaIdOf('movie', `${distinctWord(index)} road`)).flatMap((id): Question[] => [
    [`/intelligence/items/${id}/related`, { caps: { related_limit: 24 } }],
    [`/intelligence/items/${id}/context`, {}],
  ]),
];

function search(query: string): Question {
  return ['/intelligence/candidates:search', { query, caps: { candidate_limit: 50 } }];
}

async function readAnswers(): Promise<unknown[]> {
  const all: unknown[] = [];
  for (const caller of callers) {
    for (const [path, body] of QUESTIONS) {
      const { text } = await client(app).as(caller).post(path, body, { expect: 200 });
      all.push([caller === callers[0] ? 'one library' : 'two libraries', path, body, withoutCursor(text)]);
    }
  }
  return all;
}

/** Removes the cursor, which depends on the hour. `test/e2e/isolation/leak-worlds` compares cursors. */
function withoutCursor(text: string): string {
  return text.replace(/"next_cursor":"[^"]*"/g, '"next_cursor":"some"');
}

async function watchHidden(): Promise<void> {
  for (const index of [0, 1, 2]) {
    const body = { position_seconds: 60, duration_seconds: 6000 };
    await client(app)
      .as(admin)
      .put(`/watch-states/${mediaIdOf('movie', `Hidden ${index}`)}`, body, { expect: 200 });
  }
}

test('a search corrects a word to the word of a visible film that differs by two letters', async () => {
  const { body } = await client(app)
    .as(callers[0] as TestUser)
    .post('/intelligence/candidates:search', { query: FAR_MISSPELLED }, { expect: 200 });
  expect(body).toMatchObject({
    did_you_mean: FAR_WORD,
    candidates: [{ media: { title: `${distinctWord(FAR_FILM)} ${FAR_WORD}` } }],
  });
});

test('no answer changes when hidden libraries grow, change and are removed', async () => {
  const before = await readAnswers();
  const lengths = before.map((answer) => JSON.stringify(answer).length);
  expect(Math.min(...lengths)).toBeGreaterThan(100);

  await importCatalog(app, admin, hiddenFilms());
  expect(await readAnswers()).toEqual(before);
  await refreshLexicon(app);
  expect(await readAnswers()).toEqual(before);

  await watchHidden();
  await importCatalog(app, admin, [
    { ...library('Hidden'), name: 'Renamed lantern' },
    ...hiddenFilms()
      .slice(0, 100)
      .map((film) => ({ ...film, title: COMMON })),
  ]);
  await refreshLexicon(app);
  expect(await readAnswers()).toEqual(before);

  await client(app)
    .as(admin)
    .delete(`/admin/catalog/libraries/${uuidOf('Hidden')}`, { expect: 204 });
  expect(await readAnswers()).toEqual(before);
  await refreshLexicon(app);
  expect(await readAnswers()).toEqual(before);
}, 300_000);
