import { Injectable } from '@nestjs/common';
import { formatMediaId, type MediaId } from '../common/media-id';
import type { ReadScope } from '../database/read-scope';
import { visibleOwnerKeys } from '../read-model/artifacts/artifact-owners';
import { sourceHash } from '../read-model/media/media-context.projection';
import type { MediaSource } from '../read-model/source/media-source';
import { CITED_ARTIFACTS, CITED_ITEMS, CITED_LIBRARIES } from './cited-records.sql';
import type { CitedArtifact, CitedItem } from './cited-texts';

type CitedItemRow = Omit<CitedItem, 'source_hash'> & Pick<MediaSource, 'content_hash' | 'series'>;

interface ItemCitation {
  readonly media: MediaId;
  /** Whether the grounding cites the caller's watch state of the item. */
  readonly citesWatchState: boolean;
}

interface LibraryCitation {
  readonly name: string;
  /** False if `name` may have been cut. It then matches each library whose name begins with it. */
  readonly isWhole: boolean;
}

/**
 * Reads the cited records that the caller may see. On one PostgreSQL server, each method takes at most one round trip.
 */
@Injectable()
export class GroundingRepository {
  /** Returns the cited items by canonical media id. */
  async readItems(scope: ReadScope, citations: readonly ItemCitation[]): Promise<Map<string, CitedItem>> {
    const distinct = new Map<string, ItemCitation>();
    for (const citation of citations) {
      const { media } = citation;
      const id = formatMediaId(media.kind, media.uuid);
      if (citation.citesWatchState || !distinct.has(id)) distinct.set(id, citation);
    }
    if (distinct.size === 0) return new Map();
    const distinctCitations = [...distinct.values()];
    const rows = await scope.rows<CitedItemRow>(CITED_ITEMS, [
      distinctCitations.map(({ media }) => media.uuid),
      distinctCitations.map(({ media }) => media.kind),
      distinctCitations.map((citation) => citation.citesWatchState),
      scope.libraryIds,
      scope.principal.userId,
    ]);
    return new Map(
      rows.map((row) => [formatMediaId(row.media_kind, row.media_id), { ...row, source_hash: sourceHash(row) }]),
    );
  }

  /** Returns the cited artifacts by UUID. */
  async readArtifacts(scope: ReadScope, artifactIds: readonly string[]): Promise<Map<string, CitedArtifact>> {
    if (artifactIds.length === 0) return new Map();
    const values = [[...new Set(artifactIds)], visibleOwnerKeys(scope.principal), scope.libraryIds];
    const rows = await scope.rows<CitedArtifact>(CITED_ARTIFACTS, values);
    return new Map(rows.map((row) => [row.artifact_id, row]));
  }

  /** Returns the indexes, from 0, of the citations whose library the caller may see. */
  async findLibraries(scope: ReadScope, citations: readonly LibraryCitation[]): Promise<ReadonlySet<number>> {
    if (citations.length === 0) return new Set();
    const rows = await scope.rows<{ place: number }>(CITED_LIBRARIES, [
      citations.map(({ name }) => name),
      citations.map(({ isWhole }) => isWhole),
      scope.libraryIds,
    ]);
    return new Set(rows.map(({ place }) => place - 1));
  }
}
