import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { ArtifactWriter } from '../../../src/artifacts/writing/artifact-writer.service';
import type { PutArtifactRequest } from '../../../src/artifacts/writing/artifact-requests.dto';
import { WatchStateService } from '../../../src/catalog/watch-state/watch-state.service';
import { OpaqueJson } from '../../../src/common/json/opaque-json';
import type { Principal } from '../../../src/common/principal';
import { Problem } from '../../../src/common/problems/problem';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { importCatalog, library, mediaIdOf, movie, sendImport } from '../../support/catalog/catalog';
import { client } from '../../support/requests/client';
import { principalOf } from '../../support/accounts/principals';
import { createTestApp, type TestApp } from '../../support/app/test-app';

const MEDIA = 3;
const ARTIFACTS = 6;

/** A step of a writer. Numbers are indexes of items and artifacts of the world. */
type Step =
  | {
      readonly do: 'put';
      readonly artifact: number;
      readonly media: number[];
      /** Items whose watch states the artifact is derived from. */
      readonly watched: number[];
      readonly from: number[];
      readonly text: number;
    }
  | { readonly do: 'supersede'; readonly artifact: number; readonly old: number }
  | { readonly do: 'invalidate'; readonly artifact: number }
  | { readonly do: 'change' | 'remove'; readonly item: number; readonly text: number }
  | {
      readonly do: 'watch' | 'delete watch state' | 'import watch state';
      readonly item: number;
      readonly position: number;
    };

const artifact = fc.nat(ARTIFACTS - 1);
const item = fc.nat(MEDIA - 1);
const text = fc.nat(2);
const position = fc.nat(2);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('put' as const),
      artifact,
      media: fc.uniqueArray(item, { maxLength: 2 }),
      watched: fc.uniqueArray(item, { maxLength: 2 }),
      from: fc.uniqueArray(artifact, { maxLength: 2 }),
      text,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('supersede' as const), artifact, old: artifact }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('invalidate' as const), artifact }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('change' as const), item, text }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), item, text }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('watch', 'delete watch state', 'import watch state'), item, position }),
  },
);

let app: TestApp;
let admin: TestUser;
let user: Principal;
let database: Client;
let writer: ArtifactWriter;
let watchStates: WatchStateService;

beforeAll(async () => {
  app = await createTestApp();
  admin = await createUser(app, { role: 'admin' });
  const { userId, username } = await createUser(app);
  user = principalOf({ userId, username });
  writer = app.app.get(ArtifactWriter);
  watchStates = app.app.get(WatchStateService);
  database = new Client({ connectionString: app.database.url });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await app.close();
});

/** Items and artifacts of one test case, with ids of their own. */
class World {
  private readonly name = randomUUID();
  readonly ids = Array.from({ length: ARTIFACTS }, () => randomUUID());

  async begin(): Promise<void> {
    const items = Array.from({ length: MEDIA }, (_, n) => this.record(n, 0));
    await importCatalog(app, admin, [library(this.name), ...items]);
  }

  /** Performs a step. Returns false if the service refuses it. */
  async run(todo: Step): Promise<boolean> {
    try {
      await this.attempt(todo);
      return true;
    } catch (error) {
      if (error instanceof Problem && error.status < 500) return false;
      throw error;
    }
  }

  async statuses(): Promise<Map<number, string>> {
    const { rows } = await database.query<{ artifact_id: string; status: string }>(
      'SELECT artifact_id, status FROM intelligence_artifacts WHERE artifact_id = ANY($1::uuid[])',
      [this.ids],
    );
    return new Map(rows.map((row) => [this.ids.findIndex((id) => id === row.artifact_id), row.status]));
  }

  private async attempt(todo: Step): Promise<void> {
    switch (todo.do) {
      case 'put':
        await this.put(todo.artifact, {
          content: new OpaqueJson(JSON.stringify({ text: todo.text })),
          sources: [
            ...todo.media.map((n) => ({ media_id: this.mediaId(n) })),
            ...todo.watched.map((n) => ({ media_id: this.mediaId(n), field: 'watch_state' })),
            ...todo.from.map((n) => ({ artifact_id: this.ids[n] })),
          ],
        });
        return;
      case 'supersede':
        await this.put(todo.artifact, { supersedes_artifact_id: this.ids[todo.old] });
        return;
      case 'invalidate':
        await writer.invalidate(user, this.ids[todo.artifact] ?? '', 'wrong');
        return;
      case 'change':
        await importCatalog(app, admin, [this.record(todo.item, todo.text)]);
        return;
      case 'remove':
        await importCatalog(app, admin, [{ type: 'delete', media_id: this.mediaId(todo.item) }]);
        return;
      case 'watch':
        await watchStates.write(user, this.mediaId(todo.item), toProgress(todo.position));
        return;
      case 'delete watch state':
        await watchStates.remove(user, this.mediaId(todo.item));
        return;
      case 'import watch state':
        await this.importWatchState(todo.item, todo.position);
    }
  }

  /** Imports a watch state. The import rejects the line if the item does not exist. */
  private async importWatchState(n: number, at: number): Promise<void> {
    const state = { username: user.username, media_id: this.mediaId(n), last_watched_at: new Date().toISOString() };
    const record = { type: 'watch_state', ...state, ...toProgress(at) };
    await sendImport(client(app).as(admin), [record], { expect: 200 });
  }

  private async put(n: number, fields: Partial<PutArtifactRequest>): Promise<void> {
    const request = { kind: 'analysis' as const, scope: 'user' as const, title: `Artifact ${n}` };
    await writer.upsert(user, this.ids[n] ?? '', { ...request, content: new OpaqueJson('{}'), ...fields });
  }

  private record(n: number, words: number): ReturnType<typeof movie> {
    return movie(this.name, `${this.name} ${n}`, { overview: `Text ${words}` });
  }

  private mediaId(n: number): string {
    return mediaIdOf('movie', `${this.name} ${n}`);
  }
}

function toProgress(position: number): { position_seconds: number; duration_seconds: number } {
  return { position_seconds: position, duration_seconds: position === 0 ? 0 : 100 };
}

interface ModelArtifact {
  status: 'active' | 'stale' | 'superseded' | 'invalidated';
  hash: string;
  request: string;
  supersedes: number | null;
  sources: { readonly kind: 'item' | 'watch state' | 'artifact'; readonly n: number; readonly hash: string }[];
}

/** A simple model of the expected states of a world. */
class Model {
  readonly items = new Map<number, string>(Array.from({ length: MEDIA }, (_, n) => [n, '0']));
  /** Playback positions by item. A missing one counts as 0. */
  readonly watched = new Map<number, number>();
  readonly artifacts = new Map<number, ModelArtifact>();

  /** Applies a step if the service should accept it. Returns whether it should. */
  run(todo: Step): boolean {
    switch (todo.do) {
      case 'put':
        return this.put(todo.artifact, String(todo.text), todo, null);
      case 'supersede':
        return this.put(todo.artifact, 'none', { media: [], watched: [], from: [] }, todo.old);
      case 'invalidate': {
        const kept = this.artifacts.get(todo.artifact);
        if (kept === undefined || kept.status === 'invalidated') return false;
        this.demote(todo.artifact, 'invalidated');
        return true;
      }
      case 'change':
        return this.changeItem(todo.item, String(todo.text));
      case 'remove':
        return this.changeItem(todo.item, null);
      case 'watch':
        return this.watch(todo.item, todo.position);
      case 'delete watch state':
        return this.watch(todo.item, 0);
      case 'import watch state':
        this.watch(todo.item, todo.position);
        return true;
    }
  }

  private put(
    n: number,
    hash: string,
    { media, watched, from }: { media: number[]; watched: number[]; from: number[] },
    supersedes: number | null,
  ): boolean {
    const before = this.artifacts.get(n);
    if ([...media, ...watched].some((each) => !this.items.has(each))) return false;
    if (from.some((each) => this.artifacts.get(each)?.status !== 'active')) return false;
    if (before?.status === 'superseded') return false;
    const request = JSON.stringify([hash, media, watched, from, supersedes]);
    if (before?.status === 'active' && before.request === request) return true;
    if (from.some((each) => this.reaches(each, n))) return false;
    const earlier = before?.supersedes ?? null;
    if (supersedes !== null && supersedes !== earlier && !this.supersede(n, earlier, supersedes)) return false;
    this.artifacts.set(n, {
      status: 'active',
      hash,
      request,
      supersedes: supersedes ?? earlier,
      sources: [
        ...media.map((each) => ({ kind: 'item' as const, n: each, hash: this.items.get(each) ?? '' })),
        ...watched.map((each) => ({ kind: 'watch state' as const, n: each, hash: this.positionOf(each) })),
        ...from.map((each) => ({ kind: 'artifact' as const, n: each, hash: this.artifacts.get(each)?.hash ?? '' })),
      ],
    });
    if (before !== undefined && before.hash !== hash) this.demoteDependents(n, 'stale');
    return true;
  }

  private supersede(n: number, earlier: number | null, wanted: number): boolean {
    const old = this.artifacts.get(wanted);
    if (earlier !== null || wanted === n || old === undefined) return false;
    if (old.status === 'invalidated' || old.status === 'superseded') return false;
    old.status = 'superseded';
    this.demoteDependents(wanted, 'stale');
    return true;
  }

  private changeItem(n: number, hash: string | null): boolean {
    const before = this.items.get(n);
    if (hash === null) this.items.delete(n);
    else this.items.set(n, hash);
    if (before === undefined || before === hash) return true;
    if (hash === null) this.watched.delete(n);
    this.sourceChanged('item', n, hash);
    if (hash === null) this.sourceChanged('watch state', n, null);
    return true;
  }

  private watch(n: number, at: number): boolean {
    if (!this.items.has(n)) return false;
    this.watched.set(n, at);
    this.sourceChanged('watch state', n, this.positionOf(n));
    return true;
  }

  private positionOf(n: number): string {
    return String(this.watched.get(n) ?? 0);
  }

  private sourceChanged(kind: 'item' | 'watch state', n: number, hash: string | null): void {
    for (const [artifactNumber, kept] of this.artifacts) {
      const isDerived = kept.sources.some((source) => source.kind === kind && source.n === n && source.hash !== hash);
      if (isDerived) this.demote(artifactNumber, hash === null ? 'invalidated' : 'stale');
    }
  }

  private demote(n: number, status: 'stale' | 'invalidated'): void {
    const kept = this.artifacts.get(n);
    if (kept === undefined || kept.status === 'invalidated') return;
    if (status === 'stale' && kept.status !== 'active') return;
    kept.status = status;
    this.demoteDependents(n, status);
  }

  private demoteDependents(n: number, status: 'stale' | 'invalidated'): void {
    for (const [other, kept] of this.artifacts) {
      if (kept.sources.some((source) => source.kind === 'artifact' && source.n === n)) this.demote(other, status);
    }
  }

  private reaches(from: number, to: number): boolean {
    if (from === to) return true;
    const sources = this.artifacts.get(from)?.sources ?? [];
    return sources.some((source) => source.kind === 'artifact' && this.reaches(source.n, to));
  }
}

/** Returns the names of broken rules. All rules must hold while no write is in progress. */
async function listBrokenRules(ids: readonly string[]): Promise<string[]> {
  const { rows } = await database.query<{ rule: string }>(
    `SELECT 'active from a changed item' AS rule
       FROM intelligence_artifacts a JOIN intelligence_artifact_sources s USING (partition_id, owner_key, artifact_id)
       LEFT JOIN intelligence_media_context m ON m.library_id = s.source_partition_id AND m.media_id = s.source_id
      WHERE a.artifact_id = ANY($1::uuid[]) AND a.status = 'active' AND s.source_kind = 'media'
        AND m.source_hash IS DISTINCT FROM s.source_hash
     UNION ALL
     SELECT 'active from another watch state'
       FROM intelligence_artifacts a JOIN intelligence_artifact_sources s USING (partition_id, owner_key, artifact_id)
       LEFT JOIN watch_states w ON w.user_id = s.source_owner_key AND w.media_id = s.source_id
      WHERE a.artifact_id = ANY($1::uuid[]) AND a.status = 'active' AND s.source_kind = 'watch_state'
        AND s.source_hash <> encode(sha256(convert_to(concat_ws(' ', coalesce(w.state, 'unwatched'),
              coalesce(w.position_seconds, 0), coalesce(w.duration_seconds, 0)), 'UTF8')), 'hex')
     UNION ALL
     SELECT 'active from a changed artifact'
       FROM intelligence_artifacts a JOIN intelligence_artifact_sources s USING (partition_id, owner_key, artifact_id)
       LEFT JOIN intelligence_artifacts b
         ON b.partition_id = s.source_partition_id AND b.owner_key = s.source_owner_key AND b.artifact_id = s.source_id
      WHERE a.artifact_id = ANY($1::uuid[]) AND a.status = 'active' AND s.source_kind = 'artifact'
        AND (b.content_hash IS DISTINCT FROM s.source_hash OR b.status <> 'active')
        AND b.superseded_by_artifact_id IS DISTINCT FROM a.artifact_id
     UNION ALL
     SELECT 'count' FROM (
       SELECT partition_id, owner_key, sum(n) AS difference
         FROM (SELECT partition_id, owner_key, -active_count AS n FROM intelligence_artifact_counts
               UNION ALL
               SELECT partition_id, owner_key, 1 FROM intelligence_artifacts WHERE status = 'active') AS each
        GROUP BY 1, 2) AS compared
      WHERE difference <> 0
     UNION ALL
     SELECT 'successor' FROM intelligence_artifacts old
       LEFT JOIN intelligence_artifacts next
         ON next.owner_key = old.owner_key AND next.artifact_id = old.superseded_by_artifact_id
      WHERE old.artifact_id = ANY($1::uuid[]) AND old.status = 'superseded'
        AND next.supersedes_artifact_id IS DISTINCT FROM old.artifact_id`,
    [ids],
  );
  return rows.map((row) => row.rule);
}

describe('the states of artifacts', () => {
  it('match a simple model after each step of any sequence of writes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const world = new World();
        const model = new Model();
        await world.begin();
        for (const [index, todo] of steps.entries()) {
          const expected = model.run(todo);
          expect([index, await world.run(todo)]).toEqual([index, expected]);
          const statuses = new Map([...model.artifacts].map(([n, kept]) => [n, kept.status]));
          expect(await world.statuses()).toEqual(statuses);
        }
        expect(await listBrokenRules(world.ids)).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  it('are counted once when an artifact supersedes its own source', async () => {
    const world = new World();
    await world.begin();
    await world.run({ do: 'put', artifact: 0, media: [], watched: [], from: [], text: 0 });
    await world.run({ do: 'put', artifact: 1, media: [], watched: [], from: [0], text: 0 });
    expect(await world.run({ do: 'supersede', artifact: 1, old: 0 })).toBe(true);
    expect(await listBrokenRules(world.ids)).toEqual([]);
  });

  it('are never active with a changed or deleted source, even with concurrent writers', async () => {
    const sequence = fc.array(step, { minLength: 8, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(sequence, sequence, sequence, async (...writers) => {
        const world = new World();
        await world.begin();
        await Promise.all(
          writers.map(async (steps) => {
            for (const todo of steps) await world.run(todo);
          }),
        );
        expect(await listBrokenRules(world.ids)).toEqual([]);
      }),
      { numRuns: 15 },
    );
  });

  it('form chains of superseded artifacts that end at an active artifact', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(artifact, artifact), { minLength: 3, maxLength: 12 }), async (pairs) => {
        const world = new World();
        await world.begin();
        for (let n = 0; n < ARTIFACTS; n += 1)
          await world.run({ do: 'put', artifact: n, media: [], watched: [], from: [], text: 0 });
        for (const [next, old] of pairs) await world.run({ do: 'supersede', artifact: next, old });
        const { rows } = await database.query<{ steps: number; status: string }>(
          `WITH RECURSIVE chain AS (
             SELECT owner_key, artifact_id, superseded_by_artifact_id AS next, status, 0 AS steps
               FROM intelligence_artifacts WHERE artifact_id = ANY($1::uuid[])
             UNION ALL
             SELECT a.owner_key, a.artifact_id, a.superseded_by_artifact_id, a.status, chain.steps + 1
               FROM chain JOIN intelligence_artifacts a ON a.owner_key = chain.owner_key AND a.artifact_id = chain.next
              WHERE chain.steps <= ${ARTIFACTS})
           SELECT steps, status FROM chain WHERE next IS NULL OR steps > ${ARTIFACTS}`,
          [world.ids],
        );
        expect(rows).toHaveLength(ARTIFACTS);
        for (const end of rows) expect(end).toMatchObject({ status: 'active' });
      }),
      { numRuns: 10 },
    );
  });
});
