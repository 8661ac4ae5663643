import type { TestUser } from '../support/accounts/accounts';
import { importCatalog, library, mediaIdOf, movie, uuidOf } from '../support/catalog/catalog';
import { client } from '../support/requests/client';
import type { TestApp } from '../support/app/test-app';

/** Numbers of writes and reads of a run. */
export interface RunCounts {
  /** Acknowledged writes, each followed by a read from the other server. */
  writes: number;
  /** Writes that the next read did not show. */
  stale: number;
  /** Reads while other clients wrote. */
  concurrent: number;
  /** Concurrent reads with counts that were never correct. */
  torn: number;
}

/** Writes on one server and reads on another server. */
export class FreshnessRun {
  private readonly counts: RunCounts = { writes: 0, stale: 0, concurrent: 0, torn: 0 };
  private writing = true;

  constructor(
    private readonly writer: TestApp,
    private readonly reader: TestApp,
    private readonly admin: TestUser,
  ) {}

  /** Sends at least `writes` writes, by `writers` concurrent writers. */
  async write(writes: number, writers: number): Promise<RunCounts> {
    const names = Array.from({ length: writers }, (_, index) => `Fresh films ${index}`);
    const turns = Math.ceil(writes / writers / 2);
    for (const name of names) await importCatalog(this.writer, this.admin, [library(name), filmOf(name, 0)]);
    const writing = Promise.all(names.map((name) => this.writeTo(name, turns))).finally(() => (this.writing = false));
    await Promise.all([this.readWhileWriting(names), writing]);
    return this.counts;
  }

  /** In each turn, imports the only film of the library with another genre, then writes its watch state. */
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
    this.counts.writes += 1;
    if (!isFresh) this.counts.stale += 1;
  }

  /**
   * Reads counts until all writes have ended. The service caches counts by the `facet_version` of their library. If a
   * new version were visible before its counts, these reads would cache the old counts, and `writeTo` would find them.
   */
  private async readWhileWriting(names: readonly string[]): Promise<void> {
    for (let read = 0; this.writing; read += 1) {
      const genres = (await this.readGenres(names[read % names.length] ?? '')).match(/"label":"genre \d+"/g);
      this.counts.concurrent += 1;
      if (genres?.length !== 1) this.counts.torn += 1;
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
