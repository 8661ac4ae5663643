import { Injectable } from '@nestjs/common';
import { formatMediaId, type MediaId } from '../common/media-id';
import type { ReadScope } from '../database/read-pool';
import { visibleOwnerKeys } from '../read-model/artifacts/artifact-owners';
import { CITED_ARTIFACTS, CITED_ITEMS, CITED_LIBRARIES } from './cited-records.sql';
import type { CitedArtifact, CitedItem } from './cited-texts';

/** A cited item, and whether the caller's watch state of it is cited. */
export interface ItemCitation {
  readonly media: MediaId;
  readonly isWatched: boolean;
}

/** A cited name of a library, or its beginning. */
export interface NameCitation {
  readonly name: string;
  readonly isWhole: boolean;
}

/** Reads the records that groundings cite, as far as the caller may see them. Each method takes at most one round trip. */
@Injectable()
export class GroundingRepository {
  /** The cited items by canonical media id. */
  async readItems(scope: ReadScope, citations: readonly ItemCitation[]): Promise<Map<string, CitedItem>> {
    const distinct = new Map<string, ItemCitation>();
    for (const { media, isWatched } of citations) {
      const id = formatMediaId(media.kind, media.uuid);
      distinct.set(id, { media, isWatched: isWatched || distinct.get(id)?.isWatched === true });
    }
    if (distinct.size === 0) return new Map();
    const cited = [...distinct.values()];
    const rows = await scope.rows<CitedItem>(CITED_ITEMS, [
      cited.map(({ media }) => media.uuid),
      cited.map(({ media }) => media.kind),
      cited.map(({ isWatched }) => isWatched),
      scope.libraryIds,
      scope.principal.userId,
    ]);
    return new Map(rows.map((row) => [formatMediaId(row.media_kind, row.media_id), row]));
  }

  /** The cited artifacts by UUID. */
  async readArtifacts(scope: ReadScope, artifactIds: readonly string[]): Promise<Map<string, CitedArtifact>> {
    if (artifactIds.length === 0) return new Map();
    const values = [[...new Set(artifactIds)], visibleOwnerKeys(scope.principal), scope.libraryIds];
    const rows = await scope.rows<CitedArtifact>(CITED_ARTIFACTS, values);
    return new Map(rows.map((row) => [row.artifact_id, row]));
  }

  /** The places, from 0, of the names that a library has. */
  async findLibraryNames(scope: ReadScope, names: readonly NameCitation[]): Promise<ReadonlySet<number>> {
    if (names.length === 0) return new Set();
    const rows = await scope.rows<{ place: number }>(CITED_LIBRARIES, [
      names.map(({ name }) => name),
      names.map(({ isWhole }) => isWhole),
      scope.libraryIds,
    ]);
    return new Set(rows.map(({ place }) => place - 1));
  }
}
