import { Injectable } from '@nestjs/common';
import { formatMediaId, type MediaId } from '../common/media-id';
import type { ReadScope } from '../database/read-scope';
import { visibleOwnerKeys } from '../read-model/artifacts/artifact-owners';
import { CITED_ARTIFACTS, CITED_ITEMS, CITED_LIBRARIES } from './cited-records.sql';
import type { CitedArtifact, CitedItem } from './cited-texts';

/** A cited item. */
export interface ItemCitation {
  readonly media: MediaId;
  /** Whether a grounding cites the caller's watch state of the item. */
  readonly citesWatchState: boolean;
}

/** A cited name of a library. */
export interface LibraryNameCitation {
  readonly name: string;
  /** False if `name` may be only the beginning of the name. */
  readonly isWhole: boolean;
}

/** Reads the cited records that the caller may see. Each method takes at most one round trip. */
@Injectable()
export class GroundingRepository {
  /** Returns the cited items by canonical media id. */
  async readItems(scope: ReadScope, citations: readonly ItemCitation[]): Promise<Map<string, CitedItem>> {
    const distinct = new Map<string, ItemCitation>();
    for (const { media, citesWatchState: isWatched } of citations) {
      const id = formatMediaId(media.kind, media.uuid);
      distinct.set(id, { media, citesWatchState: isWatched || distinct.get(id)?.citesWatchState === true });
    }
    if (distinct.size === 0) return new Map();
    const cited = [...distinct.values()];
    const rows = await scope.rows<CitedItem>(CITED_ITEMS, [
      cited.map(({ media }) => media.uuid),
      cited.map(({ media }) => media.kind),
      cited.map(({ citesWatchState: isWatched }) => isWatched),
      scope.libraryIds,
      scope.principal.userId,
    ]);
    return new Map(rows.map((row) => [formatMediaId(row.media_kind, row.media_id), row]));
  }

  /** Returns the cited artifacts by UUID. */
  async readArtifacts(scope: ReadScope, artifactIds: readonly string[]): Promise<Map<string, CitedArtifact>> {
    if (artifactIds.length === 0) return new Map();
    const values = [[...new Set(artifactIds)], visibleOwnerKeys(scope.principal), scope.libraryIds];
    const rows = await scope.rows<CitedArtifact>(CITED_ARTIFACTS, values);
    return new Map(rows.map((row) => [row.artifact_id, row]));
  }

  /** Returns the indexes, from 0, of the names that are names of visible libraries. */
  async findKnownLibraryNames(scope: ReadScope, names: readonly LibraryNameCitation[]): Promise<ReadonlySet<number>> {
    if (names.length === 0) return new Set();
    const rows = await scope.rows<{ place: number }>(CITED_LIBRARIES, [
      names.map(({ name }) => name),
      names.map(({ isWhole }) => isWhole),
      scope.libraryIds,
    ]);
    return new Set(rows.map(({ place }) => place - 1));
  }
}
