import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { ArtifactWriter } from '../../../../src/artifacts/writing/artifact-writer.service';
import type { PutArtifactRequest } from '../../../../src/artifacts/writing/artifact-requests.dto';
import { WatchStateService } from '../../../../src/catalog/watch-state/watch-state.service';
import { OpaqueJson } from '../../../../src/common/json/opaque-json';
import type { Principal } from '../../../../src/common/principal';
import { Problem } from '../../../../src/common/problems/problem';
import { createUser, type TestUser } from '../../../support/accounts/accounts';
import {
  type CatalogRecord,
  importCatalog,
  library,
  mediaIdOf,
  movie,
  sendImport,
} from '../../../support/catalog/catalog';
import { client } from '../../../support/requests/client';
import { principalOf } from '../../../support/accounts/principals';
import { createTestApp, type TestApp } from '../../../support/app/test-app';
import { ARTIFACTS, ITEMS, type Step } from './artifact-steps';

/** The service that the worlds of a suite use. */
export class WorldService {
  private constructor(
    private readonly app: TestApp,
    private readonly admin: TestUser,
    readonly user: Principal,
    readonly database: Client,
    readonly writer: ArtifactWriter,
    readonly watchStates: WatchStateService,
  ) {}

  static async open(): Promise<WorldService> {
    const app = await createTestApp();
    const { userId, username } = await createUser(app);
    const database = new Client({ connectionString: app.database.url });
    await database.connect();
    return new WorldService(
      app,
      await createUser(app, { role: 'admin' }),
      principalOf({ userId, username }),
      database,
      app.app.get(ArtifactWriter),
      app.app.get(WatchStateService),
    );
  }

  async close(): Promise<void> {
    await this.database.end();
    await this.app.close();
  }

  async import(records: CatalogRecord[]): Promise<void> {
    await importCatalog(this.app, this.admin, records);
  }

  /** Imports records. The service may reject some of them. */
  async tryImport(records: CatalogRecord[]): Promise<void> {
    await sendImport(client(this.app).as(this.admin), records, { expect: 200 });
  }
}

/** Items and artifacts of one test case. */
export class ArtifactWorld {
  private readonly name = randomUUID();
  readonly ids = Array.from({ length: ARTIFACTS }, () => randomUUID());

  constructor(private readonly service: WorldService) {}

  /** Imports the library and the items of the test case. */
  async importItems(): Promise<void> {
    const items = Array.from({ length: ITEMS }, (_, n) => this.record(n, 0));
    await this.service.import([library(this.name), ...items]);
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

  /** Returns the status of each stored artifact, by its index. */
  async readStatuses(): Promise<Map<number, string>> {
    const { rows } = await this.service.database.query<{ artifact_id: string; status: string }>(
      'SELECT artifact_id, status FROM intelligence_artifacts WHERE artifact_id = ANY($1::uuid[])',
      [this.ids],
    );
    return new Map(rows.map((row) => [this.ids.findIndex((id) => id === row.artifact_id), row.status]));
  }

  /** Returns the names of broken rules. No write may be in progress. */
  async listBrokenRules(): Promise<string[]> {
    const { rows } = await this.service.database.query<{ rule: string }>(
      `SELECT 'active from a changed item' AS rule
         FROM intelligence_artifacts a JOIN intelligence_artifact_sources s USING (partition_id, owner_key, artifact_id)
         LEFT JOIN intelligence_media_context m ON m.library_id = s.source_partition_id AND m.media_id = s.source_id
        WHERE a.artifact_id = ANY($1::uuid[]) AND a.status = 'active' AND s.source_kind = 'media'
          AND m.source_hash IS DISTINCT FROM s.source_hash
       UNION ALL
       SELECT 'active from a changed watch state'
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
       SELECT 'count of active artifacts' FROM (
         SELECT partition_id, owner_key, sum(n) AS difference
           FROM (SELECT partition_id, owner_key, -active_count AS n FROM intelligence_artifact_counts
                 UNION ALL
                 SELECT partition_id, owner_key, 1 FROM intelligence_artifacts WHERE status = 'active') AS each
          GROUP BY 1, 2) AS compared
        WHERE difference <> 0
       UNION ALL
       SELECT 'superseded by an artifact that does not supersede it' FROM intelligence_artifacts old
         LEFT JOIN intelligence_artifacts next
           ON next.owner_key = old.owner_key AND next.artifact_id = old.superseded_by_artifact_id
        WHERE old.artifact_id = ANY($1::uuid[]) AND old.status = 'superseded'
          AND next.supersedes_artifact_id IS DISTINCT FROM old.artifact_id`,
      [this.ids],
    );
    return rows.map((row) => row.rule);
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
        await this.service.writer.invalidate(this.service.user, this.ids[todo.artifact] ?? '', 'wrong');
        return;
      case 'change':
        await this.service.import([this.record(todo.item, todo.text)]);
        return;
      case 'remove':
        await this.service.import([{ type: 'delete', media_id: this.mediaId(todo.item) }]);
        return;
      case 'watch':
        await this.service.watchStates.write(this.service.user, this.mediaId(todo.item), toProgress(todo.position));
        return;
      case 'delete watch state':
        await this.service.watchStates.remove(this.service.user, this.mediaId(todo.item));
        return;
      case 'import watch state':
        await this.importWatchState(todo.item, todo.position);
    }
  }

  /** Imports a watch state. The import rejects the line if the item does not exist. */
  private async importWatchState(n: number, position: number): Promise<void> {
    const state = {
      username: this.service.user.username,
      media_id: this.mediaId(n),
      last_watched_at: new Date().toISOString(),
    };
    const record = { type: 'watch_state', ...state, ...toProgress(position) };
    await this.service.tryImport([record]);
  }

  private async put(n: number, fields: Partial<PutArtifactRequest>): Promise<void> {
    const request = { kind: 'analysis' as const, scope: 'user' as const, title: `Artifact ${n}` };
    await this.service.writer.upsert(this.service.user, this.ids[n] ?? '', {
      ...request,
      content: new OpaqueJson('{}'),
      ...fields,
    });
  }

  private record(n: number, text: number): ReturnType<typeof movie> {
    return movie(this.name, `${this.name} ${n}`, { overview: `Text ${text}` });
  }

  private mediaId(n: number): string {
    return mediaIdOf('movie', `${this.name} ${n}`);
  }
}

function toProgress(position: number): { position_seconds: number; duration_seconds: number } {
  return { position_seconds: position, duration_seconds: position === 0 ? 0 : 100 };
}
