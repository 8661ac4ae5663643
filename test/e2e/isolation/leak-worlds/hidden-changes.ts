/** Random changes of libraries that the callers do not see. */
import fc from 'fast-check';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DiagnosticLog } from '../../../../src/catalog/scanner/diagnostic-log';
import { LibraryScanService } from '../../../../src/catalog/scanner/library-scan.service';
import type { TestUser } from '../../../support/accounts/accounts';
import {
  type CatalogRecord,
  episode,
  library,
  mediaIdOf,
  movie,
  season,
  sendImport,
  series,
  uuidOf,
} from '../../../support/catalog/catalog';
import { type ApiResponse, client } from '../../../support/requests/client';
import type { TestApp } from '../../../support/app/test-app';
import { type Caller, SHARED_IDS, SHOWN_MEDIA } from './shown-world';
import { similarTitles } from './similar-titles';
import {
  ASKED_WORDS,
  GENRES,
  HIDDEN_COUNTRIES,
  HIDDEN_GENRES,
  HIDDEN_PEOPLE,
  HIDDEN_WORDS,
  SIMILAR_WORDS,
  WORDS,
} from './words';

export const HIDDEN_LIBRARIES = ['Hidden one', 'Hidden two', 'Hidden shows', 'Hidden folder', 'Hidden alike'] as const;
const [, , SHOWS, FOLDER, ALIKE] = HIDDEN_LIBRARIES;
const FILM_LIBRARIES = HIDDEN_LIBRARIES.slice(0, 2);

/** `import` is listed three times, so that it is chosen more often. */
const KINDS = [
  ...(['import', 'import', 'import', 'series', 'delete', 'rename', 'remove library', 'artifact', 'shared id'] as const),
  ...(['invalidate', 'watch', 'scan', 'refresh', 'similar'] as const),
];

/**
 * Maximum number of films of a `similar` import. The titles of so many films contain more similar words than a search
 * reads.
 */
export const SIMILAR_FILMS_MAX = 3_000;
/** Number of people of each film of a `similar` import. */
const NAMES_PER_FILM = 3;

/** One change. A change that cannot apply, such as the removal of an absent item, has no effect. */
export interface HiddenChange {
  readonly kind: (typeof KINDS)[number];
  /** Index of a film library, of a hidden artifact or of a shared id. */
  readonly which: number;
  /** Number of a film. Some kinds of changes choose a variant by it. */
  readonly item: number;
  readonly words: readonly string[];
  /** Searched words that the titles of a `similar` import resemble. */
  readonly searched: readonly string[];
  /** Number of films of a `similar` import. */
  readonly films: number;
  /** Selects the titles of a `similar` import. */
  readonly seed: number;
}

const SEARCHED_WORDS = [...WORDS, ...ASKED_WORDS, ...SIMILAR_WORDS, 'keaton', 'lovelace'];

export const hiddenChange: fc.Arbitrary<HiddenChange> = fc.record({
  kind: fc.constantFrom(...KINDS),
  which: fc.nat(1),
  item: fc.nat(7),
  words: fc.array(fc.constantFrom(...WORDS, ...HIDDEN_WORDS), { minLength: 2, maxLength: 6 }),
  searched: fc.uniqueArray(fc.constantFrom(...SEARCHED_WORDS), { minLength: 1, maxLength: 8 }),
  films: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: SIMILAR_FILMS_MAX })),
  seed: fc.nat(),
});

export function hiddenFilmTitle(which: number, item: number): string {
  return `Hidden film ${which}/${item}`;
}

export function hiddenArtifactId(which: number): string {
  return uuidOf(`hidden artifact ${which}`);
}

/** What a change needs: the service, an administrator who makes it, and callers who get watch states. */
export interface HiddenWorld {
  readonly app: TestApp;
  readonly admin: TestUser;
  readonly callers: readonly Caller[];
  /** A directory for the files of the scanned library. */
  readonly directory: string;
}

/** Performs a change. Throws if the service refuses a valid change. */
export async function change(world: HiddenWorld, step: HiddenChange): Promise<void> {
  const { which, item, words } = step;
  const api = client(world.app).as(world.admin);
  const name = FILM_LIBRARIES[which] ?? '';
  const film = mediaIdOf('movie', hiddenFilmTitle(which, item));
  switch (step.kind) {
    case 'import':
      return importLines(world, [library(name), filmOf(step), filmOf({ ...step, item: (item + 1) % 8 })]);
    case 'series':
      return importLines(world, seriesOf(step));
    case 'delete':
      return expectStatus(
        api.delete(`/admin/catalog/items/${item > 5 ? mediaIdOf('series', 'Hidden show') : film}`),
        204,
        404,
      );
    case 'rename':
      return importLines(world, [{ ...library(name), name: `${name} ${words.join(' ')}` }]);
    case 'remove library':
      return expectStatus(
        api.delete(`/admin/catalog/libraries/${uuidOf([SHOWS, SHOWS, FOLDER, FOLDER, ALIKE][item] ?? name)}`),
        204,
        404,
      );
    case 'artifact':
      return expectStatus(
        api.put(`/intelligence/artifacts/${hiddenArtifactId(which)}`, artifactOf(step, film)),
        200,
        201,
        404,
      );
    case 'shared id':
      return expectStatus(
        api.put(`/intelligence/artifacts/${SHARED_IDS[which]}`, artifactOf(step, film)),
        200,
        201,
        404,
      );
    case 'invalidate': {
      const id = item > 3 ? hiddenArtifactId(which) : SHARED_IDS[which];
      return expectStatus(
        api.post(`/intelligence/artifacts/${id}:invalidate`, { reason: words.join(' ') }),
        200,
        404,
        410,
      );
    }
    case 'watch':
      return importLines(world, watchesOf(world, step, film), true);
    case 'scan':
      return scan(world, step);
    case 'similar':
      return importLines(world, [library(ALIKE), ...similarFilms(step)]);
    case 'refresh':
      return expectStatus(api.post('/admin/read-models/refresh', { library_id: uuidOf(name) }), 202, 404);
  }
}

function filmOf({ which, item, words }: HiddenChange): CatalogRecord {
  const title = hiddenFilmTitle(which, item);
  return movie(FILM_LIBRARIES[which] ?? '', title, {
    title: `The ${words.join(' ')}`,
    year: 1920 + item,
    overview: `${words.toReversed().join(' and ')} again.`,
    genres: [...HIDDEN_GENRES, GENRES[item % GENRES.length]].filter((genre, at, all) => all.indexOf(genre) === at),
    people: HIDDEN_PEOPLE.map((person) => ({ name: person, role: 'actor' })),
    countries: HIDDEN_COUNTRIES,
    popularity: item * 10,
    available: words.length !== 5,
    provider_related: SHOWN_MEDIA.slice(0, 2),
  });
}

/** Returns films whose titles, people and genres resemble searched words. */
function similarFilms({ searched, films, seed, item }: HiddenChange): CatalogRecord[] {
  const names = similarTitles(searched, films * NAMES_PER_FILM, seed + 1);
  return similarTitles(searched, films, seed).map((title, index) =>
    movie(ALIKE, `Alike ${index}`, {
      title,
      year: 1920 + (index % 12),
      overview: `${searched.join(' ')}.`,
      genres: [GENRES[index % GENRES.length], title.split(' ')[0]],
      people: names
        .slice(index * NAMES_PER_FILM, (index + 1) * NAMES_PER_FILM)
        .map((name) => ({ name, role: 'actor' })),
      popularity: item * 100,
    }),
  );
}

function seriesOf({ item, words }: HiddenChange): CatalogRecord[] {
  const fields = {
    title: `Show of ${words.join(' ')}`,
    genres: HIDDEN_GENRES,
    countries: HIDDEN_COUNTRIES,
    year: 1930 + item,
  };
  return [
    library(SHOWS, 'series'),
    series(SHOWS, 'Hidden show', fields),
    season('Hidden show', 1),
    ...[1, 2].map((number) => episode('Hidden show', 1, number, { title: `Part ${words[number] ?? ''}` })),
  ];
}

function artifactOf({ words, item }: HiddenChange, film: string): object {
  const [shownItem = ''] = SHOWN_MEDIA;
  const sources = item > 4 ? { sources: [{ media_id: shownItem }] } : {};
  const title = `About ${words.join(' ')}`;
  return { kind: 'analysis', scope: 'global', title, content: { words }, media_id: film, ...sources };
}

/** Returns a watch state of each caller for a hidden film, as if the caller had seen the library earlier. */
function watchesOf({ callers }: HiddenWorld, { item, words }: HiddenChange, film: string): CatalogRecord[] {
  return callers.map(({ name }, index) => ({
    type: 'watch_state',
    username: name,
    media_id: film,
    position_seconds: 60 * words.length,
    duration_seconds: 600,
    last_watched_at: new Date(Date.UTC(2026, 0, 1 + index, words.length, item)).toISOString(),
  }));
}

/** Scans the folder of a library after one film was added to it or, for an `item` above 5, removed from it. */
async function scan({ app, directory }: HiddenWorld, { item, words }: HiddenChange): Promise<void> {
  if (item > 5) {
    const [folder] = readdirSync(directory);
    if (folder !== undefined) rmSync(join(directory, folder), { recursive: true });
  } else {
    const folder = join(directory, `${words.slice(0, 2).join(' ')} (${1950 + item})`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${words.join(' ')} (${1950 + item}).mkv`), 'x'.repeat(words.length));
  }
  await app.app.get(LibraryScanService).scan(
    {
      library: { libraryId: uuidOf(FOLDER), name: FOLDER, libraryKind: 'movies' },
      root: directory,
      removal: item % 2 === 0 ? 'delete' : 'unavailable',
    },
    new DiagnosticLog(),
  );
}

async function importLines(
  { app, admin }: HiddenWorld,
  records: readonly CatalogRecord[],
  mayReject = false,
): Promise<void> {
  const answer = await sendImport(client(app).as(admin), records, { expect: 200 });
  if (answer.body.rejected > 0 && !mayReject) throw new Error(`The import refused lines: ${answer.text}`);
}

async function expectStatus(request: Promise<ApiResponse>, ...statuses: number[]): Promise<void> {
  const { status, text } = await request;
  if (!statuses.includes(status)) throw new Error(`${status} instead of ${statuses.join(' or ')}: ${text}`);
}
