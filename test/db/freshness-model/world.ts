/** The model of the state that answers must show. Reads and refreshes change only its members `pending` and `reads`. */
import { randomUUID } from 'node:crypto';
import type { LibraryRevisions } from '../../../src/common/request-context';
import type { CatalogRecord } from '../../support/catalog/catalog';
import { newWord } from './words';

export type ItemKind = 'movie' | 'series' | 'season' | 'episode';
export type UserName = 'alice' | 'bob';

/** State of a catalog item. */
export interface Item {
  readonly slot: string;
  readonly kind: ItemKind;
  /** Canonical media id. */
  readonly mediaId: string;
  /** Words of its texts. An edit replaces them. */
  readonly words: {
    readonly title: string;
    readonly overview: string;
    readonly genre: string;
    readonly person: string;
  };
  readonly available: boolean;
  /** Whether its rows may be stale because its series has changed. Lists then omit the item until a refresh. */
  pending: boolean;
}

/** An active artifact. */
export interface Artifact {
  readonly artifactId: string;
  /** Slot of its item; null for an artifact without an item. */
  readonly slot: string | null;
  readonly word: string;
  /** Null for a global artifact. */
  readonly owner: UserName | null;
  /** The watch state that it was derived from, with the value at that time; null for none. */
  readonly watched: { readonly user: UserName; readonly slot: string; readonly value: string } | null;
  /** Id of the artifact that it was derived from; null for none. */
  readonly from: string | null;
}

/** Watch state of a user for an item. */
export interface Watched {
  readonly user: UserName;
  readonly slot: string;
  readonly state: 'in_progress' | 'completed';
  readonly position: number;
}

/**
 * The items that commands create, change and remove, by the name of their slot. The item of a slot always has these
 * properties.
 */
export const SLOTS: Readonly<Record<string, { kind: ItemKind; library: 'films' | 'shows'; number: number }>> = {
  film1: { kind: 'movie', library: 'films', number: 1 },
  film2: { kind: 'movie', library: 'films', number: 2 },
  film3: { kind: 'movie', library: 'films', number: 3 },
  series1: { kind: 'series', library: 'shows', number: 1 },
  season1: { kind: 'season', library: 'shows', number: 1 },
  episode1: { kind: 'episode', library: 'shows', number: 1 },
  episode2: { kind: 'episode', library: 'shows', number: 2 },
};
export type Library = 'films' | 'shows';
export const FILMS = ['film1', 'film2', 'film3'] as const;
export const SHOW = ['series1', 'season1', 'episode1', 'episode2'] as const;
export const CHILDREN = ['season1', 'episode1', 'episode2'] as const;
const EPISODES = ['episode1', 'episode2'] as const;
export const WATCHABLE = [...FILMS, ...EPISODES] as const;
/** Slots whose item context contains a watch state. */
export const WATCH_SOURCES = [...WATCHABLE, 'series1', 'season1'] as const;

export class World {
  readonly libraryIds: Readonly<Record<Library, string>> = { films: randomUUID(), shows: randomUUID() };
  /** The word in the name of each library that exists. */
  readonly libraryWords = new Map<Library, string>();
  /** The items that exist, by slot. */
  readonly items = new Map<string, Item>();
  /** The active artifacts, by id. */
  readonly artifacts = new Map<string, Artifact>();
  /** By `watchedKey`. */
  readonly watched = new Map<string, Watched>();
  /** The libraries that each user may see; null for all. */
  readonly visible: Record<UserName, Library[] | null> = { alice: null, bob: null };
  /** How often everything was read. */
  reads = 0;
  /** The words that were replaced or removed most recently, at most 12. */
  readonly retired: string[] = [];
  /** Highest revision of each library in the responses to writes. */
  readonly revisions = new Map<string, number>();
  /** Media ids by slot. A slot keeps its id when its item is removed and created again. */
  readonly mediaIds = new Map<string, string>();

  mediaIdOf(slot: string): string {
    const mediaId = this.mediaIds.get(slot) ?? `${kindOf(slot)}:${randomUUID()}`;
    this.mediaIds.set(slot, mediaId);
    return mediaId;
  }

  /** Whether the user may see the library of the slot. */
  sees(user: UserName, slot: string): boolean {
    return this.visible[user]?.includes(libraryOf(slot)) ?? true;
  }

  /** Words that answers to this user may contain. */
  wordsOf(user: UserName): Set<string> {
    const words = new Set<string>();
    for (const [library, word] of this.libraryWords) {
      if (this.visible[user]?.includes(library) ?? true) words.add(word);
    }
    for (const item of this.items.values()) {
      if (item.available && this.sees(user, item.slot)) for (const word of Object.values(item.words)) words.add(word);
    }
    for (const artifact of this.artifactsOf(user)) words.add(artifact.word);
    return words;
  }

  artifactsOf(user: UserName): Artifact[] {
    return [...this.artifacts.values()].filter(
      (artifact) =>
        (artifact.owner === null || artifact.owner === user) &&
        (artifact.slot === null || this.sees(user, artifact.slot)),
    );
  }

  /** Available items of a kind in a library. */
  served(library: Library, kind: ItemKind): Item[] {
    return [...this.items.values()].filter(
      (item) => libraryOf(item.slot) === library && item.kind === kind && item.available,
    );
  }

  watchedKey(user: UserName, slot: string): string {
    return `${user}/${slot}`;
  }

  /** Slots that determine the watch state of a slot: the episodes of a series or season, or else the slot itself. */
  watchedWithin(slot: string): readonly string[] {
    return slot === 'series1' || slot === 'season1' ? EPISODES : [slot];
  }

  /** The watch state of a user in item context, without the time. */
  watchStateOf(user: UserName, slot: string): string {
    const stateOf = (one: string): Watched | undefined => this.watched.get(this.watchedKey(user, one));
    const existing = this.watchedWithin(slot).filter((one) => this.items.has(one));
    if (existing[0] === slot) {
      const { state = 'unwatched', position = 0 } = stateOf(slot) ?? {};
      return `${state} ${position}`;
    }
    const states = existing.map((one) => `${one} ${stateOf(one)?.state ?? 'unwatched'}`);
    return [existing.length, ...states.filter((state) => !state.endsWith('unwatched'))].join(', ');
  }

  /** Removes artifacts that were derived from a changed watch state or from a removed artifact. */
  removeOutdatedArtifacts(): void {
    for (let isChanged = true; isChanged;) {
      isChanged = false;
      for (const { artifactId, word, watched, from } of [...this.artifacts.values()]) {
        const isUnchanged =
          watched === null ||
          (this.items.has(watched.slot) && this.watchStateOf(watched.user, watched.slot) === watched.value);
        if (isUnchanged && (from === null || this.artifacts.has(from))) continue;
        this.retire([word]);
        this.artifacts.delete(artifactId);
        isChanged = true;
      }
    }
  }

  /** Returns a copy of the state. It shares the ids and the revisions of the original. */
  copy(): World {
    const copy = new World();
    Object.assign(copy, { libraryIds: this.libraryIds, mediaIds: this.mediaIds, revisions: this.revisions });
    copy.replaceBy(this);
    return copy;
  }

  /** Keeps the highest revision of each library. */
  noteRevisions(revisions: LibraryRevisions): void {
    for (const [id, revision] of revisions) this.revisions.set(id, Math.max(revision, this.revisions.get(id) ?? 0));
  }

  /** Replaces the state by another state of the same catalog. */
  replaceBy(other: World): void {
    refill(this.libraryWords, other.libraryWords);
    refill(this.items, other.items, (item) => ({ ...item }));
    refill(this.artifacts, other.artifacts);
    refill(this.watched, other.watched);
    Object.assign(this.visible, other.visible);
    this.retired.splice(0, this.retired.length, ...other.retired);
  }

  retire(words: Iterable<string>): void {
    this.retired.push(...words);
    this.retired.splice(0, Math.max(0, this.retired.length - 12));
  }
}

function refill<Key, Value>(
  target: Map<Key, Value>,
  source: Map<Key, Value>,
  copy = (value: Value): Value => value,
): void {
  const entries = [...source];
  target.clear();
  for (const [key, value] of entries) target.set(key, copy(value));
}

export function kindOf(slot: string): ItemKind {
  return SLOTS[slot]?.kind ?? 'movie';
}

export function libraryOf(slot: string): Library {
  return SLOTS[slot]?.library ?? 'films';
}

/** Creates an item for a slot, with new words. */
export function newItem(world: World, slot: string, available = true): Item {
  const words = { title: newWord(), overview: newWord(), genre: newWord(), person: newWord() };
  return { slot, kind: kindOf(slot), mediaId: world.mediaIdOf(slot), words, available, pending: false };
}

/** Returns the import record of an item. */
export function toRecord(world: World, item: Item): CatalogRecord {
  const { kind, words, mediaId } = item;
  const number = SLOTS[item.slot]?.number ?? 1;
  const texts = { title: `The ${words.title}`, overview: `All about ${words.overview} and more.` };
  if (kind === 'season') {
    return { type: kind, media_id: mediaId, series_id: world.mediaIdOf('series1'), season_number: 1, ...texts };
  }
  const people = [{ name: `Ada ${words.person}`, role: 'actor' }];
  if (kind === 'episode') {
    const parents = { series_id: world.mediaIdOf('series1'), season_id: world.mediaIdOf('season1') };
    return { type: kind, media_id: mediaId, ...parents, season_number: 1, episode_number: number, people, ...texts };
  }
  const library_id = world.libraryIds[libraryOf(item.slot)];
  const genres = [`Genre ${words.genre}`];
  return { type: kind, media_id: mediaId, library_id, people, genres, available: item.available, ...texts };
}

/** Returns the import record of a library. */
export function toLibraryRecord(world: World, library: Library, word: string): CatalogRecord {
  const library_kind = library === 'films' ? 'movies' : 'series';
  return { type: 'library', library_id: world.libraryIds[library], name: `Library ${word}`, library_kind };
}
