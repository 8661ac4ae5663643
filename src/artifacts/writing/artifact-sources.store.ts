import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { formatMediaId, type MediaId } from '../../common/media-id';
import { GLOBAL_OWNER, type Principal } from '../../common/principal';
import { Problem } from '../../common/problems/problem';
import { perLibrary } from '../../database/distribution/per-library';
import { lockLibrariesShared } from '../../database/locks/library-lock';
import type { ReadScope } from '../../database/read-scope';
import { lockWatchStates } from '../../database/locks/watch-state-lock';
import { visible } from '../../read-model/visibility';
import { isInLibraries } from '../../read-model/artifacts/artifact-owners';
import { watchStateHashOf } from '../../read-model/artifacts/watch-state.sql';
import type { ArtifactDraft } from './artifact-draft';
import {
  type MediaRow,
  type ResolvedReferences,
  requireFound,
  type SourceArtifactRow,
  toStoredSource,
  addImpliedSources,
} from './artifact-references';

// The row lock (FOR SHARE) serializes this transaction and a concurrent change of a source. Either the change finds the
// provenance edge that this transaction stores, or this transaction reads the changed hash. Without the lock, an edge
// could keep an outdated hash forever.
const MEDIA = perLibrary(
  { name: 'artifact_source_media', library: 2, parameters: 2, items: 1 },
  (libraries) => `
SELECT m.library_id, m.media_id, m.media_kind, m.source_hash
  FROM intelligence_media_context m
 WHERE m.media_id = ANY($1::uuid[]) AND m.available AND ${libraries.has('m.library_id')}
 ORDER BY m.library_id, m.media_id
   FOR SHARE`,
);

const ARTIFACTS = perLibrary(
  { name: 'artifact_source_artifacts', library: 3, parameters: 3, includesOwnerPartitions: true },
  (libraries) => `
SELECT a.partition_id, a.owner_key, a.artifact_id, a.content_hash, a.status, a.superseded_by_artifact_id
  FROM intelligence_artifacts a
 WHERE a.artifact_id = ANY($1::uuid[]) AND a.owner_key = ANY($2::uuid[])
   AND a.status IN ('active', 'superseded')
   AND ${isInLibraries(libraries)}
 ORDER BY a.partition_id, a.owner_key, a.artifact_id
   FOR SHARE`,
);

// Must run after `lockWatchStates`, so that the hash is still current when the provenance edge is stored.
const WATCH_HASHES_SQL = `
SELECT item.media_id, ${watchStateHashOf('$1::uuid', '$3', 'item.media_id')} AS source_hash
  FROM unnest($2::uuid[]) AS item(media_id)`;

/**
 * Finds the sources of an artifact, and locks those whose change would make the artifact stale. Throws `not-found` for
 * a source that the caller may not see.
 */
@Injectable()
export class ArtifactSourcesStore {
  /**
   * Prevents changes of the watch states that are sources of the draft. Must be called before row locks are taken.
   * Also locks the libraries of series and seasons, because their watch states are computed from their episodes.
   */
  async lockWatchStates(manager: EntityManager, { userId }: Principal, draft: ArtifactDraft): Promise<void> {
    const watchedItems = watchStateSourcesOf(draft);
    if (watchedItems.length === 0) return;
    const seriesAndSeasons = watchedItems.filter(({ kind }) => kind === 'series' || kind === 'season');
    if (seriesAndSeasons.length > 0) {
      await lockLibrariesShared(
        manager,
        seriesAndSeasons.map(({ uuid }) => uuid),
      );
    }
    await lockWatchStates(manager, [userId]);
  }

  /**
   * Resolves all references of the draft. Throws `not-found` for a reference that the caller may not see. Throws
   * `invalid-request` if the item is not in the library, or if a tool call does not belong to the run. A draft without
   * a run gets the run of its tool calls.
   */
  async resolve(scope: ReadScope, artifactId: string, draft: ArtifactDraft): Promise<ResolvedReferences> {
    const media = await this.findMedia(scope, draft);
    const artifacts = await this.findArtifacts(scope, artifactId, draft);
    const runsOfCalls = await this.findRunsOfCalls(scope, idsOf(draft, 'tool_call'));
    const item =
      draft.media === null ? null : requireFound(media.get(formatMediaId(draft.media.kind, draft.media.uuid)));
    const libraryId = await this.findLibrary(scope, draft, item);
    const runId = draft.runId ?? runsOfCalls.values().next().value ?? null;
    if ([...runsOfCalls.values()].some((id) => id !== runId)) {
      throw Problem.invalidField('run_id', 'must be the run of the tool calls');
    }
    await this.requireRuns(scope, [...idsOf(draft, 'run'), ...(runId === null ? [] : [runId])]);
    const watchHashes = await this.readWatchHashes(scope, draft, [...media.values()]);
    const rows = { media, artifacts, runsOfCalls, watchHashes };
    const sources = draft.sources.map((source) => toStoredSource(source, scope.principal.userId, rows));
    return {
      libraryId,
      mediaId: item?.media_id ?? null,
      runId,
      sources: addImpliedSources(sources, draft, item, runId, scope.principal.userId),
    };
  }

  /** Returns the items by canonical media id. */
  private async findMedia(scope: ReadScope, draft: ArtifactDraft): Promise<Map<string, MediaRow>> {
    const sourceUuids = draft.sources.flatMap((source) => ('media' in source ? [source.media.uuid] : []));
    const ids = [...new Set([...sourceUuids, ...(draft.media === null ? [] : [draft.media.uuid])])];
    if (ids.length === 0) return new Map();
    const rows = await scope.rows<MediaRow>(MEDIA, [ids, scope.libraryIds]);
    return new Map(rows.map((row) => [formatMediaId(row.media_kind, row.media_id), row]));
  }

  /** Returns the hashes of watch states by the UUID of their item. */
  private async readWatchHashes(
    scope: ReadScope,
    draft: ArtifactDraft,
    media: readonly MediaRow[],
  ): Promise<Map<string, string>> {
    const watchedUuids = new Set(watchStateSourcesOf(draft).map(({ uuid }) => uuid));
    const rows = media.filter((row) => watchedUuids.has(row.media_id));
    if (rows.length === 0) return new Map();
    const hashes = new Map<string, string>();
    for (const libraryId of new Set(rows.map((row) => row.library_id))) {
      const ids = rows.filter((row) => row.library_id === libraryId).map((row) => row.media_id);
      const hashRows = await scope.rows<{ media_id: string; source_hash: string }>(
        { name: 'artifact_source_watch_states', text: WATCH_HASHES_SQL },
        [libraryId, ids, scope.principal.userId],
      );
      for (const row of hashRows) hashes.set(row.media_id, row.source_hash);
    }
    return hashes;
  }

  /**
   * Returns the source artifacts by id: the active ones, and the one that the artifact `artifactId` has superseded.
   * Without the latter, a PUT that derives an artifact from the one that it supersedes could not be repeated. For a
   * global artifact, returns only global sources. For an artifact of the caller, an own source takes precedence over a
   * global one with the same id.
   */
  private async findArtifacts(
    scope: ReadScope,
    artifactId: string,
    draft: ArtifactDraft,
  ): Promise<Map<string, SourceArtifactRow>> {
    const ids = idsOf(draft, 'artifact');
    if (ids.length === 0) return new Map();
    const owners = draft.isGlobal ? [GLOBAL_OWNER] : [GLOBAL_OWNER, scope.principal.userId];
    const rows = await scope.rows<SourceArtifactRow>(ARTIFACTS, [ids, owners, scope.libraryIds]);
    const ownerKey = draft.isGlobal ? GLOBAL_OWNER : scope.principal.userId;
    // Of two rows with the same id, the map keeps the last one: the artifact of the caller.
    const globalFirst = rows
      .filter((row) => {
        const isPredecessor = row.owner_key === ownerKey && row.superseded_by_artifact_id === artifactId;
        return row.status === 'active' || isPredecessor;
      })
      .sort((a, b) => Number(a.owner_key !== GLOBAL_OWNER) - Number(b.owner_key !== GLOBAL_OWNER));
    return new Map(globalFirst.map((row) => [row.artifact_id, row]));
  }

  /** Returns the runs of the caller's tool calls, by the UUID of the call. */
  private async findRunsOfCalls(scope: ReadScope, ids: readonly string[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map();
    const rows = await scope.rows<{ tool_call_id: string; run_id: string }>(
      {
        text: `SELECT tool_call_id, run_id FROM intelligence_tool_calls
                WHERE owner_user_id = $1 AND tool_call_id = ANY($2::uuid[])`,
      },
      [scope.principal.userId, ids],
    );
    return new Map(rows.map((row) => [row.tool_call_id, row.run_id]));
  }

  private async requireRuns(scope: ReadScope, ids: readonly string[]): Promise<void> {
    const runIds = [...new Set(ids)];
    if (runIds.length === 0) return;
    const rows = await scope.rows(
      { text: 'SELECT run_id FROM intelligence_runs WHERE owner_user_id = $1 AND run_id = ANY($2::uuid[])' },
      [scope.principal.userId, runIds],
    );
    if (rows.length < runIds.length) throw Problem.notFound();
  }

  private async findLibrary(scope: ReadScope, draft: ArtifactDraft, item: MediaRow | null): Promise<string | null> {
    if (item !== null) {
      if (draft.libraryId === null || draft.libraryId === item.library_id) return item.library_id;
      throw Problem.invalidField('library_id', 'must be the library of the item');
    }
    if (draft.libraryId === null) return null;
    const rows = await scope.rows<{ library_id: string }>(
      { text: `SELECT l.library_id FROM libraries l WHERE l.library_id = $1 AND ${visible('l', '$2')} FOR SHARE` },
      [draft.libraryId, scope.libraryIds],
    );
    return requireFound(rows[0]).library_id;
  }
}

function watchStateSourcesOf(draft: ArtifactDraft): MediaId[] {
  return draft.sources.flatMap((source) => (source.kind === 'watch_state' ? [source.media] : []));
}

function idsOf(draft: ArtifactDraft, kind: 'artifact' | 'run' | 'tool_call'): string[] {
  return [...new Set(draft.sources.flatMap((source) => (source.kind === kind ? [source.id] : [])))];
}
