/** Reads that compare the answers of routes with the model. */
import type { BrowseResponse } from '../../../src/candidates/browse/browse.dto';
import type { OverviewResponse } from '../../../src/overview/overview.dto';
import type { ItemContextsResponse } from '../../../src/items/context/item-contexts.dto';
import type { ItemContextResponse } from '../../../src/items/context/item-context.dto';
import type { ApiClient, ApiResponse } from '../../support/requests/client';
import { wordsIn } from './words';
import { type ItemKind, type Library, libraryOf, SLOTS, type UserName, type World } from './world';

/** A client of one user on one instance. */
export interface Reader {
  readonly user: UserName;
  readonly client: ApiClient;
}

/** The state that an answer must show. During a write, it may be the state before or after the write. */
export interface Expectation {
  readonly world: World;
  /** Additional words that an answer may contain, such as those of the state before a concurrent write. */
  readonly also?: ReadonlySet<string>;
  /** Whether no write is in progress, so that counts and presence can be checked as well. */
  readonly exact: boolean;
}

/**
 * Throws unless every word of the answer is in the part of the current state that the user may see, in `expected.also`
 * or in `allowed`.
 */
export function requireLive(
  answer: Pick<ApiResponse, 'text'>,
  reader: Reader,
  expected: Expectation,
  allowed: string[] = [],
): void {
  const current = expected.world.wordsOf(reader.user);
  const wrong = wordsIn(answer.text).filter(
    (word) => !current.has(word) && expected.also?.has(word) !== true && !allowed.includes(word),
  );
  if (wrong.length > 0) {
    throw new Error(
      `${reader.user} got ${wrong.join(', ')}, which the current state for this user does not contain: ${answer.text}`,
    );
  }
}

/** Reads the overview with its libraries, counts and facets, and the route that lists only facets. */
export async function readOverview(reader: Reader, expected: Expectation): Promise<void> {
  const caps = { facet_limit: 32 };
  const path = '/intelligence/libraries/overview';
  const answer = await reader.client.post<OverviewResponse>(path, { caps }, { expect: 200 });
  requireLive(answer, reader, expected);
  if (expected.exact) requireCounts(answer.body, reader, expected.world);
  const facets = await reader.client.post<OverviewResponse>('/intelligence/facets', { caps }, { expect: 200 });
  requireLive(facets, reader, expected);
  if (expected.exact) requireGenres(facets.body.facets, reader, expected.world);
}

function requireCounts({ libraries, facets }: OverviewResponse, reader: Reader, world: World): void {
  const visible = visibleLibraries(reader, world);
  expect(libraries.map(({ library_id }) => library_id).sort()).toEqual(
    visible.map((library) => world.libraryIds[library]).sort(),
  );
  for (const library of visible) {
    const { counts } =
      libraries.find(({ library_id }) => library_id === world.libraryIds[library]) ?? fail('no library');
    requireCount(world, library, 'movie', counts.movies);
    requireCount(world, library, 'series', counts.series);
    requireCount(world, library, 'season', counts.seasons);
    requireCount(world, library, 'episode', counts.episodes);
    expect(counts.artifacts).toBe(
      world.artifactsOf(reader.user).filter(({ slot }) => slot !== null && libraryOf(slot) === library).length,
    );
  }
  requireGenres(facets, reader, world);
}

/**
 * Checks the genres over all libraries that the reader may see. Each count is 1, because each item has its own genre.
 * Movies and series are never pending.
 */
function requireGenres(facets: OverviewResponse['facets'], reader: Reader, world: World): void {
  const visible = visibleLibraries(reader, world);
  const counted = visible.flatMap((library) => [...world.served(library, 'movie'), ...world.served(library, 'series')]);
  const genres = facets.find(({ kind }) => kind === 'genre')?.values ?? [];
  expect(genres.flatMap(({ key, count }) => wordsIn(key).map((word) => `${word}: ${count}`)).sort()).toEqual(
    counted.map((item) => `${item.words.genre}: 1`).sort(),
  );
}

function visibleLibraries(reader: Reader, world: World): Library[] {
  return [...world.libraryWords.keys()].filter((library) => world.visible[reader.user]?.includes(library) ?? true);
}

/** Checks a count. It may lack pending rows. */
function requireCount(world: World, library: Library, kind: ItemKind, count: number): void {
  const items = world.served(library, kind);
  expect(count).toBeLessThanOrEqual(items.length);
  expect(count).toBeGreaterThanOrEqual(items.filter((item) => !item.pending).length);
}

/**
 * Reads the context of an item. If the item is available and the user may see it, the context must be current, even if
 * the row was pending. Otherwise the answer must be 404.
 */
export async function readContext(reader: Reader, expected: Expectation, slot: string): Promise<void> {
  const { world } = expected;
  const path = `/intelligence/items/${world.mediaIdOf(slot)}/context`;
  const answer = await reader.client.post<ItemContextResponse>(path, { caps: { artifact_limit: 24 } });
  if (!expected.exact) {
    if (answer.status !== 404) expect(answer.status).toBe(200);
    return requireLive(answer, reader, expected);
  }
  const item = world.items.get(slot);
  if (item?.available !== true || !world.sees(reader.user, slot)) {
    expect(answer.status).toBe(404);
    return;
  }
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
  requireLive(answer, reader, expected);
  item.pending = false;
  const context = answer.body.item;
  expect(wordsIn(context.media.title)).toEqual([item.words.title]);
  expect(wordsIn(context.summary.text)).toEqual([item.words.overview]);
  expect([...context.artifact_ids].sort()).toEqual(
    world
      .artifactsOf(reader.user)
      .flatMap((artifact) => (artifact.slot === slot ? [artifact.artifactId] : []))
      .sort(),
  );
  requireWatchState(context.watch_state, reader, world, slot);
}

function requireWatchState(
  state: ItemContextResponse['item']['watch_state'],
  { user }: Reader,
  world: World,
  slot: string,
): void {
  const kind = SLOTS[slot]?.kind;
  if (kind === 'movie' || kind === 'episode') {
    expect(state?.state ?? 'unwatched').toBe(world.watched.get(world.watchedKey(user, slot))?.state ?? 'unwatched');
    return;
  }
  const episodes = world.served('shows', 'episode');
  const isState = (wanted: string) => (episode: { slot: string }) =>
    world.watched.get(world.watchedKey(user, episode.slot))?.state === wanted;
  // The service counts episodes in the catalog, so the counts include pending rows.
  expect(state?.episodes?.total ?? 0).toBe(episodes.length);
  for (const wanted of ['completed', 'in_progress'] as const) {
    expect(state?.episodes?.[wanted] ?? 0).toBe(episodes.filter(isState(wanted)).length);
  }
}

/**
 * Searches for the title of an item. If there is no item, searches for the word that was replaced or removed most
 * recently. An item that is not pending must be found if and only if it is available and the user may see it.
 */
export async function readSearch(reader: Reader, expected: Expectation, slot: string): Promise<void> {
  const item = expected.world.items.get(slot);
  const query = item?.words.title ?? expected.world.retired.at(-1);
  if (query === undefined) return;
  const answer = await search(reader, query);
  requireLive(answer, reader, expected, [query]);
  if (!expected.exact || item?.pending !== false) return;
  const foundIds = answer.body.candidates.map(({ media }) => media.media_id);
  if (item.available && expected.world.sees(reader.user, slot)) expect(foundIds).toContain(item.mediaId);
  else expect(foundIds).not.toContain(item.mediaId);
}

/** Searches for the word that was replaced or removed most recently. No found text may contain an old word. */
export async function readRetired(reader: Reader, expected: Expectation): Promise<void> {
  const query = expected.world.retired.at(-1);
  if (query === undefined) return;
  const answer = await search(reader, query);
  // The match reason and the suggestion may quote the query. All other texts come from the catalog.
  const candidates = answer.body.candidates.map((candidate) => ({ ...candidate, match_reason: '' }));
  requireLive({ ...answer, text: JSON.stringify(candidates) }, reader, expected);
}

interface FoundMedia {
  candidates: { media: { media_id: string }; match_reason: string }[];
}

function search(reader: Reader, query: string): Promise<ApiResponse<FoundMedia>> {
  return reader.client.post<FoundMedia>('/intelligence/candidates:search', { query }, { expect: 200 });
}

/**
 * Lists the next episodes to watch, and all items. With an exact expectation, the list of items must contain each item
 * that the user sees and that is not pending, and no item that the user does not see.
 */
export async function readLists(reader: Reader, expected: Expectation): Promise<void> {
  const next = await reader.client.post('/intelligence/items:next-up', {}, { expect: 200 });
  requireLive(next, reader, expected);
  const path = '/intelligence/items:browse';
  const answer = await reader.client.post<BrowseResponse>(path, { pagination: { limit: 50 } }, { expect: 200 });
  requireLive(answer, reader, expected);
  if (!expected.exact) return;
  expect(answer.body.page.has_more).toBe(false);
  const listedIds = answer.body.items.map(({ media }) => media.media_id);
  for (const [slot, item] of expected.world.items) {
    if (!item.available || !expected.world.sees(reader.user, slot)) expect(listedIds).not.toContain(item.mediaId);
    else if (!item.pending) expect(listedIds).toContain(item.mediaId);
  }
}

/**
 * Reads the contexts of all items in one request. Those of visible items must be current, even if their rows were
 * pending. All other items must be unknown.
 */
export async function readContexts(reader: Reader, expected: Expectation): Promise<void> {
  const { world } = expected;
  const ids = Object.keys(SLOTS).map((slot) => [slot, world.mediaIdOf(slot)] as const);
  const body = { media_ids: ids.map(([, id]) => id) };
  const answer = await reader.client.post<ItemContextsResponse>('/intelligence/items:contexts', body, { expect: 200 });
  requireLive(answer, reader, expected);
  const shownIds = answer.body.contexts.map(({ item }) => item.media.media_id);
  expect([...shownIds, ...answer.body.unknown_media_ids].sort()).toEqual([...body.media_ids].sort());
  if (!expected.exact) return;
  for (const [slot, id] of ids) {
    const item = world.items.get(slot);
    const isVisible = item?.available === true && world.sees(reader.user, slot);
    expect([slot, shownIds.includes(id)]).toEqual([slot, isVisible]);
    if (item !== undefined && isVisible) item.pending = false;
  }
}

/** Reads the related items of an item. */
export async function readRelated(reader: Reader, expected: Expectation, slot: string): Promise<void> {
  const { world } = expected;
  const answer = await reader.client.post(`/intelligence/items/${world.mediaIdOf(slot)}/related`, {});
  expect([200, 404]).toContain(answer.status);
  requireLive(answer, reader, expected);
  const item = world.items.get(slot);
  if (!expected.exact || item === undefined) return;
  const isVisible = item.available && world.sees(reader.user, slot);
  expect(answer.status).toBe(isVisible ? 200 : 404);
  if (isVisible) item.pending = false;
}

/** Reads the list of artifacts and each known artifact. */
export async function readArtifacts(reader: Reader, expected: Expectation, known: readonly string[]): Promise<void> {
  const body = { caps: { artifact_limit: 24 }, pagination: { limit: 50 } };
  const list = await reader.client.post<{ artifacts: { artifact_id: string }[] }>('/intelligence/artifacts', body, {
    expect: 200,
  });
  requireLive(list, reader, expected);
  const shownIds = expected.world.artifactsOf(reader.user).map((artifact) => artifact.artifactId);
  if (expected.exact)
    expect(list.body.artifacts.map(({ artifact_id }) => artifact_id).sort()).toEqual([...shownIds].sort());
  for (const artifactId of known) {
    const answer = await reader.client.get(`/intelligence/artifacts/${artifactId}`);
    requireLive(answer, reader, expected);
    if (expected.exact) expect(answer.status).toBe(shownIds.includes(artifactId) ? 200 : 404);
  }
}

/** Reads the audit of a run whose sources are items and artifacts. */
export async function readAudit(reader: Reader, expected: Expectation, runId: string): Promise<void> {
  const answer = await reader.client.post(`/intelligence/runs/${runId}/audit`, {}, { expect: 200 });
  requireLive(answer, reader, expected);
}

function fail(message: string): never {
  throw new Error(message);
}
