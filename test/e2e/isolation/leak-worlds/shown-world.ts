/** The libraries that callers see, the callers, and their own data. */
import { createUser, type TestUser } from '../../../support/accounts/accounts';
import {
  type CatalogRecord,
  episode,
  importCatalog,
  library,
  mediaIdOf,
  movie,
  season,
  series,
  uuidOf,
} from '../../../support/catalog/catalog';
import { client } from '../../../support/requests/client';
import type { TestApp } from '../../../support/app/test-app';
import { COUNTRIES, GENRES, PEOPLE, WORDS } from './words';

export const SHOWN_LIBRARIES = ['Shown films', 'Shown shows'] as const;
/** Ids of artifacts of callers. Artifacts of hidden libraries later get the same ids. */
export const SHARED_IDS = ['first', 'second'].map((name) => uuidOf(`shared artifact ${name}`));
/** The run of the caller `both`. All callers ask for it. */
export const RUN_ID = uuidOf('run of the caller');
const GLOBAL_ARTIFACT = uuidOf('global artifact');
const FREE_ARTIFACT = uuidOf('artifact without a library');

/** A user who asks the questions. The user name of the account is `name`. */
export interface Caller {
  readonly name: string;
  readonly user: TestUser;
}

/** Ids that all callers ask for. At least one caller sees each of their items. */
export const SHOWN_MEDIA = [
  ...Array.from({ length: 12 }, (_, index) => mediaIdOf('movie', filmTitle(index))),
  mediaIdOf('series', 'Signal Garden'),
  mediaIdOf('season', 'Signal Garden/1'),
  ...[1, 2, 3].map((number) => mediaIdOf('episode', `Signal Garden/1/${number}`)),
];
export const SHOWN_ARTIFACTS = [GLOBAL_ARTIFACT, FREE_ARTIFACT, ...SHARED_IDS];

function filmTitle(index: number): string {
  const word = (step: number): string => WORDS[(index * step + step) % WORDS.length] ?? '';
  return `The ${word(1)} of the ${word(5)} ${index}`;
}

function film(index: number): CatalogRecord {
  const pick = (list: readonly string[], step: number): string => list[(index * step) % list.length] ?? '';
  return movie('Shown films', filmTitle(index), {
    year: 1920 + index,
    overview: `A ${pick(WORDS, 3)} meets a ${pick(WORDS, 7)} near the ${pick(WORDS, 2)}.`,
    genres: [pick(GENRES, 1), pick(GENRES, 2)],
    countries: [pick(COUNTRIES, 1)],
    people: [
      { name: pick(PEOPLE, 1), role: 'actor', character: 'Somebody' },
      { name: pick(PEOPLE, 3), role: 'director' },
    ],
    runtime_minutes: 60 + index * 7,
    original_language: 'en',
  });
}

/** Imports the visible libraries. Creates callers with different rights, and their data. */
export async function prepareShownWorld(app: TestApp, admin: TestUser): Promise<Caller[]> {
  await importCatalog(app, admin, [
    library('Shown films'),
    ...Array.from({ length: 12 }, (_, index) => film(index)),
    library('Shown shows', 'series'),
    series('Shown shows', 'Signal Garden', { year: 1931, genres: [GENRES[0] ?? ''], overview: 'A captain waits.' }),
    season('Signal Garden', 1),
    ...[1, 2, 3].map((number) => episode('Signal Garden', 1, number, { title: `The ${WORDS[number]} ${number}` })),
  ]);
  const ids = SHOWN_LIBRARIES.map((name) => uuidOf(name));
  const createCaller = async (name: string, options: Parameters<typeof createUser>[1]): Promise<Caller> => ({
    name,
    user: await createUser(app, { username: name, ...options }),
  });
  const callers = [
    await createCaller('films', { libraryIds: ids.slice(0, 1) }),
    await createCaller('both', { libraryIds: ids, scopes: ['artifacts:write', 'catalog:write'] }),
    await createCaller('nothing', { libraryIds: [] }),
    await createCaller('administrator', { libraryIds: ids, role: 'admin' }),
  ];
  await writeCallerData(app, admin, callers);
  return callers;
}

/** Writes the global artifacts, and the artifacts, watch states and runs of all callers except `nothing`. */
async function writeCallerData(app: TestApp, admin: TestUser, callers: readonly Caller[]): Promise<void> {
  const put = (user: TestUser, id: string, more: object): Promise<unknown> =>
    client(app)
      .as(user)
      .put(
        `/intelligence/artifacts/${id}`,
        { kind: 'analysis', title: 'About a lantern', content: { text: 'river' }, ...more },
        { expect: 201 },
      );
  const [first = '', second = ''] = SHOWN_MEDIA;
  await put(admin, GLOBAL_ARTIFACT, { scope: 'global', media_id: first });
  await put(admin, FREE_ARTIFACT, { scope: 'global', title: 'About no item', summary: 'A winter harbour.' });
  for (const { name, user } of callers) {
    if (name === 'nothing') continue;
    await put(user, SHARED_IDS[0] ?? '', { scope: 'user', media_id: second, summary: 'A note on the river.' });
    await put(user, SHARED_IDS[1] ?? '', { scope: 'user', title: 'A note on nothing' });
    const api = client(app).as(user);
    await api.put(`/watch-states/${first}`, { position_seconds: 60, duration_seconds: 600 }, { expect: 200 });
    const run = `/intelligence/runs/${name === 'both' ? RUN_ID : uuidOf(`run of ${name}`)}`;
    await api.put(run, { purpose: 'other', status: 'running', input_summary: 'lantern' }, { expect: 201 });
    for (const sequence of [1, 2]) {
      await api.put(`${run}/tool-calls/${sequence}`, { name: 'search', kind: 'search' }, { expect: 201 });
    }
  }
}
