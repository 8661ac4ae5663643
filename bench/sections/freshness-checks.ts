import { randomUUID } from 'node:crypto';
import type { ApiClient } from '../api-client';

/** Results of the checks, each a write followed by a read. */
export interface FreshnessFigures {
  readonly checks: number;
  /** Number of reads from one server that did not show a write that the other server had already acknowledged. */
  readonly stale: number;
  readonly perSecond: number;
}

const WORKERS = 8;
const LIBRARY = randomUUID();

/** Writes to one server and reads from the other, in parallel. Each worker uses its own movie, series and episode. */
export async function checkFreshness(
  servers: readonly [ApiClient, ApiClient],
  checks: number,
): Promise<FreshnessFigures> {
  await importLines(servers[0], [{ type: 'library', library_id: LIBRARY, name: 'Freshness', library_kind: 'series' }]);
  const workers = Array.from({ length: WORKERS }, (_, index) => new Worker(servers, index));
  for (const worker of workers) await worker.prepare();
  const started = performance.now();
  await Promise.all(workers.map((worker) => worker.run(Math.ceil(checks / WORKERS))));
  const sum = (count: (worker: Worker) => number): number =>
    workers.reduce((total, worker) => total + count(worker), 0);
  const doneChecks = sum((worker) => worker.checks);
  return {
    checks: doneChecks,
    stale: sum((worker) => worker.stale),
    perSecond: doneChecks / ((performance.now() - started) / 1000),
  };
}

class Worker {
  checks = 0;
  stale = 0;
  private movieTitle = 'Prepared';
  private seriesTitle = 'Prepared';
  private readonly movie = `movie:${randomUUID()}`;
  private readonly series = `series:${randomUUID()}`;
  private readonly season = `season:${randomUUID()}`;
  private readonly episode = `episode:${randomUUID()}`;

  constructor(
    private readonly servers: readonly [ApiClient, ApiClient],
    private readonly index: number,
  ) {}

  async prepare(): Promise<void> {
    const parents = { series_id: this.series, season_number: 1 };
    await importLines(this.servers[0], [
      this.movieLine(this.movieTitle),
      this.seriesLine(this.seriesTitle),
      { type: 'season', media_id: this.season, ...parents },
      { type: 'episode', media_id: this.episode, season_id: this.season, episode_number: 1, ...parents },
    ]);
  }

  /** Of ten checks, six are for a watch state, two for a title, one for a search and one for a renamed series. */
  async run(checks: number): Promise<void> {
    for (let number = 1; number <= checks; number += 1) {
      const kind = number % 10;
      // The servers take turns as the writer, and swap their turns after every ten checks, so that each kind of check
      // has both writers.
      const isFirstWriter = (number + Math.floor(number / 10)) % 2 === 0;
      const [writer, reader] = isFirstWriter ? this.servers : ([this.servers[1], this.servers[0]] as const);
      const isFresh =
        kind < 6
          ? await this.checkWatchState(writer, reader, number)
          : kind < 8
            ? await this.checkTitle(writer, reader, number)
            : kind === 8
              ? await this.checkSearch(writer, reader, number)
              : await this.checkRename(writer, reader, number);
      this.checks += 1;
      if (!isFresh) this.stale += 1;
    }
  }

  private async checkWatchState(writer: ApiClient, reader: ApiClient, number: number): Promise<boolean> {
    await writer.send('PUT', `/watch-states/${this.movie}`, { position_seconds: number, duration_seconds: 10_000_000 });
    const text = await reader.send('POST', `/intelligence/items/${this.movie}/context`, {});
    return text.includes(`"position_seconds":${number},`);
  }

  private async checkTitle(writer: ApiClient, reader: ApiClient, number: number): Promise<boolean> {
    const { title, earlier } = await this.renameMovie(writer, number);
    const text = await reader.send('POST', `/intelligence/items/${this.movie}/context`, {});
    return text.includes(title) && !text.includes(earlier);
  }

  private async checkSearch(writer: ApiClient, reader: ApiClient, number: number): Promise<boolean> {
    const { title, earlier } = await this.renameMovie(writer, number);
    const text = await reader.send('POST', '/intelligence/candidates:search', { query: title });
    return text.includes(this.movie) && !text.includes(earlier);
  }

  private async renameMovie(writer: ApiClient, number: number): Promise<{ title: string; earlier: string }> {
    const [title, earlier] = [this.titleOf(number), this.movieTitle];
    await importLines(writer, [this.movieLine(title)]);
    this.movieTitle = title;
    return { title, earlier };
  }

  /** A new title of the series makes the row of the episode stale. If it is still stale, the read derives it. */
  private async checkRename(writer: ApiClient, reader: ApiClient, number: number): Promise<boolean> {
    const [title, earlier] = [this.titleOf(number), this.seriesTitle];
    await importLines(writer, [this.seriesLine(title)]);
    this.seriesTitle = title;
    const text = await reader.send('POST', `/intelligence/items/${this.episode}/context`, {});
    return text.includes(title) && !text.includes(earlier);
  }

  private titleOf(number: number): string {
    return `Edition ${this.index}x${number}x`;
  }

  private movieLine(title: string): object {
    return { type: 'movie', media_id: this.movie, library_id: LIBRARY, title };
  }

  private seriesLine(title: string): object {
    return { type: 'series', media_id: this.series, library_id: LIBRARY, title };
  }
}

async function importLines(server: ApiClient, lines: readonly object[]): Promise<void> {
  await server.send('POST', '/admin/catalog/import', lines.map((line) => JSON.stringify(line)).join('\n'));
}
