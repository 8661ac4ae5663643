/** What may be served: the model that answers are held against. Mutable, and changed by acknowledged writes alone. */
import { randomUUID } from 'node:crypto';
import type { CatalogRecord } from '../../support/catalog';
import { newWord } from './words';

export type ItemKind = 'movie' | 'series' | 'season' | 'episode';
export type UserName = 'alice' | 'bob';

/** How an item of the catalog stands. */
export interface Item {
  readonly slot: string;
  readonly kind: ItemKind;
  /** Canonical media id. */
  readonly mediaId: string;
  /** Words of its texts; new ones with each edit. */
  readonly words: {
    readonly title: string;
    readonly overview: string;
    readonly genre: string;
    readonly person: string;
  };
  readonly available: boolean;
  /** Left out of lists until it is derived again: its series changed since. */
  pending: boolean;
}

/** An artifact in use. */
export interface Artifact {
  readonly artifactId: string;
  /** The slot of its item; null when it stands for none. */
  readonly slot: string | null;
  readonly word: string;
  /** Null for everybody. */
  readonly owner: UserName | null;
  /** The watch state it was derived from: whose, of which slot, and what it said then. */
  readonly watched: { readonly user: UserName; readonly slot: string; readonly said: string } | null;
  /** The artifact it was derived from. */
  readonly from: string | null;
}

/** How far a user has come. */
export interface Watched {
  readonly user: UserName;
  readonly slot: string;
  readonly state: 'in_progress' | 'completed';
  readonly position: number;
}

/** Where an item belongs. The shape of the catalog never changes; what is in it does. */
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
/** What item context tells a watch state of. */
export const WATCH_SOURCES = [...WATCHABLE, 'series1', 'season1'] as const;

export class World {
  readonly libraryIds: Readonly<Record<Library, string>> = { films: randomUUID(), shows: randomUUID() };
  readonly libraryWords = new Map<Library, string>();
  readonly items = new Map<string, Item>();
  readonly artifacts = new Map<string, Artifact>();
  readonly watched = new Map<string, Watched>();
  readonly visible: Record<UserName, Library[] | null> = { alice: null, bob: null };
  /** Words of earlier states, the last of them. */
  readonly retired: string[] = [];
  /** The highest revision that an answer to a write named. */
  revision = 0;
  readonly mediaIds = new Map<string, string>();

  mediaIdOf(slot: string): string {
    const known = this.mediaIds.get(slot) ?? `${kindOf(slot)}:${randomUUID()}`;
    this.mediaIds.set(slot, known);
    return known;
  }

  /** Whether the caller may see what is in the library, and so the slot. */
  sees(user: UserName, slot: string): boolean {
    return this.visible[user]?.includes(libraryOf(slot)) ?? true;
  }

  /** The words that answers to this user may hold. */
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

  /** Items of a library that reads may find, of the given kind. */
  served(library: Library, kind: ItemKind): Item[] {
    return [...this.items.values()].filter(
      (item) => libraryOf(item.slot) === library && item.kind === kind && item.available,
    );
  }

  watchedKey(user: UserName, slot: string): string {
    return `${user}/${slot}`;
  }

  /** The slots whose watch states that of a slot is made of. */
  watchedWithin(slot: string): readonly string[] {
    return slot === 'series1' || slot === 'season1' ? EPISODES : [slot];
  }

  /** What item context tells of a user's watch state, but for the time. */
  watchStateOf(user: UserName, slot: string): string {
    const stateOf = (one: string): Watched | undefined => this.watched.get(this.watchedKey(user, one));
    const there = this.watchedWithin(slot).filter((one) => this.items.has(one));
    if (there[0] === slot) {
      const { state = 'unwatched', position = 0 } = stateOf(slot) ?? {};
      return `${state} ${position}`;
    }
    const states = there.map((one) => `${one} ${stateOf(one)?.state ?? 'unwatched'}`);
    return [there.length, ...states.filter((state) => !state.endsWith('unwatched'))].join(', ');
  }

  /** Takes artifacts out of use whose watch state or whose artifact is no longer as it was. */
  settle(): void {
    for (let settled = false; !settled;) {
      settled = true;
      for (const { artifactId, word, watched, from } of [...this.artifacts.values()]) {
        const isAsItWas =
          watched === null ||
          (this.items.has(watched.slot) && this.watchStateOf(watched.user, watched.slot) === watched.said);
        if (isAsItWas && (from === null || this.artifacts.has(from))) continue;
        this.retire([word]);
        this.artifacts.delete(artifactId);
        settled = false;
      }
    }
  }

  /** A deep copy: what the state was. */
  copy(): World {
    const copy = new World();
    Object.assign(copy, { libraryIds: this.libraryIds, mediaIds: this.mediaIds, revision: this.revision });
    copy.replaceBy(this);
    return copy;
  }

  /** Takes over another state of the same catalog. */
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

/** The item that a slot holds after an edit. */
export function newItem(world: World, slot: string, available = true): Item {
  const words = { title: newWord(), overview: newWord(), genre: newWord(), person: newWord() };
  return { slot, kind: kindOf(slot), mediaId: world.mediaIdOf(slot), words, available, pending: false };
}

/** The import line of an item. */
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

/** The import line of a library. */
export function toLibraryRecord(world: World, library: Library, word: string): CatalogRecord {
  const library_kind = library === 'films' ? 'movies' : 'series';
  return { type: 'library', library_id: world.libraryIds[library], name: `Library ${word}`, library_kind };
}
