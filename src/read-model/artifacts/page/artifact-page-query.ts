import { CAP_TABLE } from '../../../common/paging/cap-table';
import type { MediaId } from '../../../common/media-id';
import { isNotNamesake, isNotHiddenByOwnArtifact } from '../artifact-owners';

/** Which artifacts a list contains. An absent member does not restrict the list. All UUIDs are in canonical form. */
export interface ArtifactFilter {
  readonly artifactIds?: readonly string[];
  readonly mediaIds?: readonly MediaId[];
  readonly libraryIds?: readonly string[];
  readonly kinds?: readonly string[];
  /** Lexemes, each of which must occur in the title or the summary. */
  readonly lexemes?: readonly string[];
}

/** The LIMIT of every page statement: one more than the largest page. It is a constant, so that plans can be reused. */
export const FETCHED_ROWS = CAP_TABLE.artifact_limit.max + 1;

/** A page to read: its filter and its start. */
export interface ArtifactPageQuery {
  /** `visibleOwnerKeys` of the caller. */
  readonly ownerKeys: readonly string[];
  /** Libraries the caller may see, null for all. */
  readonly visibleLibraryIds: readonly string[] | null;
  readonly filter: ArtifactFilter;
  /** `created_at` and `artifact_id` of the row before the page; null for the first page. */
  readonly after: readonly [string, string] | null;
  /**
   * Only on a distributed database: the partition that the statement reads, and the ids (`namesakes`) of the caller's
   * artifacts that hide global artifacts with the same ids.
   */
  readonly partition?: { readonly partitionId: string; readonly namesakes: readonly string[] };
}

/** The columns that identify an artifact and order a list. */
export const PAGE_KEY = 'a.partition_id, a.owner_key, a.artifact_id, a.created_at';
/** The order of every page. */
export const NEWEST_FIRST = 'created_at DESC, artifact_id DESC';

/** The parameters of a page statement, and the conditions and joins that depend only on them. */
export class PageParameters {
  readonly list: unknown[] = [];
  /** The parameter with the owner keys. */
  readonly owners: string;
  /** The parameter with the libraries that the caller sees; null for a caller who sees all. */
  readonly visible: string | null;
  /** Condition: no artifact of the caller hides the row `a`. */
  readonly isNotHiddenByOwnArtifact: string;
  /**
   * Two forms of the join with the item that the row `a` is about. `itemJoinPerRow` is LATERAL, so PostgreSQL stops
   * joining when the page is full.
   */
  readonly itemJoin: string;
  readonly itemJoinPerRow: string;
  private readonly partitionId: string | undefined;

  constructor({ ownerKeys, visibleLibraryIds, partition }: ArtifactPageQuery) {
    this.owners = this.add([...ownerKeys], 'uuid[]');
    this.visible = visibleLibraryIds === null ? null : this.add([...visibleLibraryIds], 'uuid[]');
    this.partitionId = partition && this.add(partition.partitionId, 'uuid');
    this.isNotHiddenByOwnArtifact =
      partition === undefined
        ? isNotHiddenByOwnArtifact('a', this.owners, this.visible ?? 'NULL')
        : isNotNamesake('a', this.add([...partition.namesakes], 'uuid[]'));
    const library = this.partitionId ?? 'a.library_id';
    this.itemJoin = `LEFT JOIN served_media_context m ON m.library_id = ${library} AND m.media_id = a.media_id`;
    this.itemJoinPerRow = `LEFT JOIN LATERAL (
         SELECT i.media_id FROM served_media_context i
          WHERE i.library_id = ${library} AND i.media_id = a.media_id LIMIT 1) AS m ON true`;
  }

  /** Returns the keyword and the condition on the partition of the row; empty if the query has no partition. */
  inPartition(keyword: 'WHERE' | 'AND', alias: string): string {
    return this.partitionId === undefined ? '' : ` ${keyword} ${alias}.partition_id = ${this.partitionId}`;
  }

  /** Adds a value and returns its parameter. */
  add(value: unknown, type: string): string {
    this.list.push(value);
    return `$${this.list.length}::${type}`;
  }
}
