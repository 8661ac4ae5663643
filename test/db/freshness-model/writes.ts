import type { CatalogRecord } from '../../support/catalog/catalog';
import { newWord } from './words';
import {
  CHILDREN,
  type Item,
  type Library,
  libraryOf,
  newItem,
  SHOW,
  toLibraryRecord,
  toRecord,
  type UserName,
  type Watched,
  World,
} from './world';

/** A write to the catalog. */
export interface PlannedWrite {
  readonly records: readonly CatalogRecord[];
  /** The state after the service acknowledges the write. */
  readonly after: World;
}

/** An edit of an item. `available: false` affects only movies. */
export interface Edit {
  readonly slot: string;
  readonly available: boolean;
}

/** Plans an import that gives each slot new texts. It also creates missing parents and libraries. */
export function planEdits(world: World, edits: readonly Edit[]): PlannedWrite {
  const after = world.copy();
  const records: CatalogRecord[] = [];
  const availabilities = new Map<string, boolean>();
  for (const { slot, available } of edits) {
    for (const parent of parentsOf(slot)) if (!after.items.has(parent)) availabilities.set(parent, true);
    availabilities.set(slot, available || libraryOf(slot) === 'shows');
  }
  for (const slot of inOrder(availabilities.keys())) {
    addLibrary(after, libraryOf(slot), records);
    const item = newItem(after, slot, availabilities.get(slot));
    const before = after.items.get(slot);
    putItem(after, item);
    if (slot === 'series1' && before !== undefined) for (const child of CHILDREN) makePending(after, child);
    records.push(toRecord(after, item));
  }
  after.removeOutdatedArtifacts();
  return { records, after };
}

/** Plans an import of the stored records, which changes nothing. */
export function planRepeat(world: World): PlannedWrite {
  const after = world.copy();
  const libraries = [...after.libraryWords].map(([library, word]) => toLibraryRecord(after, library, word));
  const items = inOrder(after.items.keys()).flatMap((slot) => after.items.get(slot) ?? []);
  return { records: [...libraries, ...items.map((item) => toRecord(after, item))], after };
}

/**
 * Plans an import that changes only the overview of the series, which seasons and episodes do not inherit, or creates
 * the series.
 */
export function planSeriesOverview(world: World): PlannedWrite {
  const series = world.items.get('series1');
  if (series === undefined) return planEdits(world, [{ slot: 'series1', available: true }]);
  const after = world.copy();
  const item: Item = { ...series, words: { ...series.words, overview: newWord() } };
  putItem(after, item);
  after.removeOutdatedArtifacts();
  return { records: [toRecord(after, item)], after };
}

/** Returns the expected state after an item and its children are deleted. */
export function withoutItem(world: World, slot: string): World {
  const after = world.copy();
  for (const removed of [slot, ...childrenOf(slot)]) dropItem(after, removed);
  after.removeOutdatedArtifacts();
  return after;
}

/** Returns the expected state after a library and its items are deleted. */
export function withoutLibrary(world: World, library: Library): World {
  const after = world.copy();
  for (const slot of [...after.items.keys()]) if (libraryOf(slot) === library) dropItem(after, slot);
  const word = after.libraryWords.get(library);
  if (word !== undefined) after.retire([word]);
  after.libraryWords.delete(library);
  after.removeOutdatedArtifacts();
  return after;
}

/** Returns the state after a user is deleted and replaced by a new user, who may see all libraries. */
export function withoutUser(world: World, user: UserName): World {
  const after = world.copy();
  for (const [key, watched] of after.watched) if (watched.user === user) after.watched.delete(key);
  for (const [id, artifact] of after.artifacts) {
    if (artifact.owner !== user) continue;
    after.retire([artifact.word]);
    after.artifacts.delete(id);
  }
  after.visible[user] = null;
  return after;
}

/** Plans an import of a completed watch state. */
export function planWatched(world: World, user: UserName, username: string, slot: string): PlannedWrite {
  const after = world.copy();
  setWatched(after, { user, slot, state: 'completed', position: 100 });
  const seconds = { position_seconds: 100, duration_seconds: 100 };
  const last_watched_at = new Date().toISOString();
  return {
    records: [{ type: 'watch_state', username, media_id: world.mediaIdOf(slot), ...seconds, last_watched_at }],
    after,
  };
}

export function setWatched(world: World, watched: Watched): void {
  world.watched.set(world.watchedKey(watched.user, watched.slot), watched);
  world.removeOutdatedArtifacts();
}

function addLibrary(after: World, library: Library, records: CatalogRecord[]): void {
  if (after.libraryWords.has(library)) return;
  const word = newWord();
  after.libraryWords.set(library, word);
  records.push(toLibraryRecord(after, library, word));
}

/** Stores an item with new texts. Retires the words of the old texts, and removes the artifacts of the item. */
function putItem(after: World, item: Item): void {
  const before = after.items.get(item.slot);
  if (before !== undefined)
    after.retire(Object.values(before.words).filter((word) => !Object.values(item.words).includes(word)));
  after.items.set(item.slot, item);
  dropArtifacts(after, item.slot);
}

function makePending(after: World, slot: string): void {
  const item = after.items.get(slot);
  if (item === undefined) return;
  item.pending = true;
  dropArtifacts(after, slot);
}

function dropItem(after: World, slot: string): void {
  const item = after.items.get(slot);
  if (item === undefined) return;
  after.retire(Object.values(item.words));
  after.items.delete(slot);
  dropArtifacts(after, slot);
  for (const [key, watched] of after.watched) if (watched.slot === slot) after.watched.delete(key);
}

function dropArtifacts(after: World, slot: string): void {
  for (const artifact of [...after.artifacts.values()]) {
    if (artifact.slot !== slot) continue;
    after.retire([artifact.word]);
    after.artifacts.delete(artifact.artifactId);
  }
}

function parentsOf(slot: string): string[] {
  if (slot === 'season1') return ['series1'];
  return slot.startsWith('episode') ? ['series1', 'season1'] : [];
}

function childrenOf(slot: string): string[] {
  if (slot === 'series1') return [...CHILDREN];
  return slot === 'season1' ? ['episode1', 'episode2'] : [];
}

/** Returns the slots with parents before their children. */
function inOrder(slots: Iterable<string>): string[] {
  const rank = (slot: string): number => (SHOW as readonly string[]).indexOf(slot);
  return [...slots].sort((a, b) => rank(a) - rank(b));
}
