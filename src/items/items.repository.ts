import { Injectable } from '@nestjs/common';
import type { MediaId } from '../common/media-id';
import type { ReadScope } from '../database/read-scope';
import { visibleOwnerKeys } from '../read-model/artifacts/artifact-owners';
import type { ArtifactRow } from '../read-model/artifacts/artifact-row';
import type { ContextRow, ItemRow } from './context/context-rows';
import { ITEM_CONTEXT, ITEM_CONTEXTS } from './context/item-context.sql';
import { PEOPLE_MAX } from './context/item-context.dto';
import type { RelatedSeed } from './related/related-rows';
import { addCounts } from './related/seed/seed-counts';
import { RELATED_SEED } from './related/seed/related-seed.sql';

/** An artifact in a JSON column: its dates are strings, and it has no `media`, because the row of the item has it. */
type ArtifactJson = Omit<ArtifactRow, 'created_at' | 'updated_at' | 'media'> & {
  readonly created_at: string;
  readonly updated_at: string;
};

/** A row of the statements, before `parseArtifacts`. */
type RawRow<Row extends ContextRow> = Omit<Row, 'artifacts'> & { readonly artifacts: ArtifactJson[] };

/** Finds the requested items that the caller may see. */
@Injectable()
export class ItemsRepository {
  /**
   * Returns the item with all data of its context. Returns null if the caller may not see the item, if its row may not
   * be served, or if it is not in the library `libraryId` (null for any). Takes one round trip, or more on a
   * distributed database, where `addCounts` reads the counts of the item's terms separately.
   */
  async findItem(
    scope: ReadScope,
    mediaId: MediaId,
    libraryId: string | null,
    artifactLimit: number,
  ): Promise<ItemRow | null> {
    const values = [mediaId.uuid, mediaId.kind, scope.libraryIds, libraryId, ...contextValues(scope, artifactLimit)];
    const [row] = await scope.rows<RawRow<ItemRow>>(ITEM_CONTEXT[mediaId.kind], values);
    return row === undefined ? null : addCounts(scope, parseArtifacts<ItemRow>(row));
  }

  /**
   * Returns the contexts of the items by canonical media id. Leaves out items that the caller may not see, and items
   * whose rows may not be served. Takes one round trip, or more on a distributed database.
   */
  async listContexts(
    scope: ReadScope,
    mediaIds: readonly MediaId[],
    artifactLimit: number,
  ): Promise<Map<string, ContextRow>> {
    const rows = await scope.rows<RawRow<ContextRow>>(ITEM_CONTEXTS, [
      mediaIds.map(({ uuid }) => uuid),
      mediaIds.map(({ kind }) => kind),
      scope.libraryIds,
      null, // In any library.
      ...contextValues(scope, artifactLimit),
    ]);
    return new Map(rows.map((row) => [row.media.media_id, parseArtifacts<ContextRow>(row)]));
  }

  /**
   * Returns the item with the terms that find its related items. Returns null if the caller may not see the item, or if
   * its row may not be served. Takes one round trip, or more on a distributed database.
   */
  async findSeed(scope: ReadScope, mediaId: MediaId, artifactLimit: number): Promise<RelatedSeed | null> {
    const rows = await scope.rows<RelatedSeed>(RELATED_SEED, [
      mediaId.uuid,
      mediaId.kind,
      scope.libraryIds,
      null, // In any library.
      visibleOwnerKeys(scope.principal),
      artifactLimit,
    ]);
    return rows[0] === undefined ? null : addCounts(scope, rows[0]);
  }
}

/** Returns $5 to $8 of `ITEM_CONTEXT` and `ITEM_CONTEXTS`. */
function contextValues({ principal }: ReadScope, artifactLimit: number): unknown[] {
  return [visibleOwnerKeys(principal), artifactLimit, principal.userId, PEOPLE_MAX];
}

function parseArtifacts<Row extends ContextRow>(row: RawRow<Row>): Row {
  const artifacts = row.artifacts.map((artifact) => ({
    ...artifact,
    media: row.media,
    created_at: new Date(artifact.created_at),
    updated_at: new Date(artifact.updated_at),
  }));
  return { ...row, artifacts } as unknown as Row;
}
