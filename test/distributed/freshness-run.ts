import type { TestUser } from '../support/accounts';
import { importCatalog, library, mediaIdOf, movie, uuidOf } from '../support/catalog';
import { client } from '../support/client';
import type { TestApp } from '../support/test-app';

/** What a run saw. */
export interface Seen {
  /** Acknowledged writes, each of which the other server read at once. */
  writes: number;
  /** Writes that the next read did not show. */
  stale: number;
  /** Reads of others meanwhile. */
  watched: number;
  /** Those that showed no state between two writes: the counts of none, or of both. */
  torn: number;
}

/** Writes on one server and reads on another. */
export class FreshnessRun {
  private readonly seen: Seen = { writes: 0, stale: 0, watched: 0, torn: 0 };
  private writing = true;

  constructor(
    private readonly writer: TestApp,
    private readonly reader: TestApp,
    private readonly admin: TestUser,
  ) {}

  /** Writes at least so many times, by so many writers at once. */
  async write(writes: number, writers: number): Promise<Seen> {
    const names = Array.from({ length: writers }, (_, index) => `Fresh films ${index}`);
    const turns = Math.ceil(writes / writers / 2);
    for (const name of names) await importCatalog(this.writer, this.admin, [library(name), filmOf(name, 0)]);
    const watching = this.watch(names);
    try {
      await Promise.all(names.map((name) => this.writeTo(name, turns)));
    } finally {
      this.writing = false;
      await watching;
    }
    return this.seen;
  }

  /** Imports the only film of the library with another genre, and then writes its watch state, each turn. */
  private async writeTo(name: string, turns: number): Promise<void> {
    const api = client(this.writer).as(this.admin);
    const item = mediaIdOf('movie', name);
    for (let turn = 1; turn <= turns; turn += 1) {
      await importCatalog(this.writer, this.admin, [filmOf(name, turn)]);
      const texts = await Promise.all([this.readGenres(name), this.readContext(item)]);
      this.note(texts.every((text) => text.includes(`"${genreOf(turn)}"`)));
      await api.put(`/watch-states/${item}`, { position_seconds: turn, duration_seconds: 100_000 }, { expect: 200 });
      this.note((await this.readContext(item)).includes(`"position_seconds":${turn},`));
    }
  }

  private note(isFresh: boolean): void {
    this.seen.writes += 1;
    if (!isFresh) this.seen.stale += 1;
  }

  /** The version of the counts must not be visible before the counts: an answer would then keep old ones. */
  private async watch(names: readonly string[]): Promise<void> {
    for (let read = 0; this.writing; read += 1) {
      const genres = (await this.readGenres(names[read % names.length] ?? '')).match(/"label":"genre \d+"/g);
      this.seen.watched += 1;
      if (genres?.length !== 1) this.seen.torn += 1;
    }
  }

  private async readGenres(name: string): Promise<string> {
    const body = { library_ids: [uuidOf(name)], facet_kinds: ['genre'] };
    return (await client(this.reader).as(this.admin).post('/intelligence/facets', body, { expect: 200 })).text;
  }

  private async readContext(item: string): Promise<string> {
    const body = { media_ids: [item] };
    return (await client(this.reader).as(this.admin).post('/intelligence/items:contexts', body, { expect: 200 })).text;
  }
}

function filmOf(name: string, turn: number): ReturnType<typeof movie> {
  return movie(name, name, { genres: [genreOf(turn)] });
}

function genreOf(turn: number): string {
  return `genre ${turn}`;
}
