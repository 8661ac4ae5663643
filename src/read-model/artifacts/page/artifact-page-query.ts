/** The query behind a list of artifacts, and the parameters of its statement. */
import { CAP_TABLE } from '../../../common/paging/cap-table';
import type { MediaId } from '../../../common/media-id';
import { GLOBAL_OWNER, isShownUnderId } from '../artifact-owners';

/** Which artifacts a list contains. An absent member does not restrict the list. All UUIDs are in canonical form. */
export interface ArtifactFilter {
  readonly artifactIds?: readonly string[];
  readonly mediaIds?: readonly MediaId[];
  readonly libraryIds?: readonly string[];
  readonly kinds?: readonly string[];
  /** Lexemes, all of which must occur in title or summary. */
  readonly tokens?: readonly string[];
}

/**
 * Number of rows that are always fetched: one more than the largest page. It is a constant, so that plans can be
 * reused.
 */
export const FETCHED_ROWS = CAP_TABLE.artifact_limit.max + 1;

/** A page to read: its filter and its start. */
export interface ArtifactPageQuery {
  /** `visibleOwnerKeys` of the caller. */
  readonly ownerKeys: readonly string[];
  /** Libraries the caller may see, null for all. */
  readonly libraryIds: readonly string[] | null;
  readonly filter: ArtifactFilter;
  /** `created_at` and `artifact_id` of the row before the page; null for the first. */
  readonly after: readonly [string, string] | null;
  /**
   * On a distributed database: the only partition that the statement reads, and the own artifacts that hide global
   * ones.
   */
  readonly only?: { readonly partitionId: string; readonly namesakes: readonly string[] };
}

/** The columns that identify an artifact and order a list. */
export const PAGE_KEY = 'a.partition_id, a.owner_key, a.artifact_id, a.created_at';
/** The order of every list. */
export const NEWEST_FIRST = 'created_at DESC, artifact_id DESC';
/** Condition: the artifact is about no item, or about one that may be served. */
export const SERVED = '(a.media_id IS NULL OR m.media_id IS NOT NULL)';

/** Collects bound values and returns the parameter of each. */
export class PageParameters {
  readonly list: unknown[] = [];
  readonly owners: string;
  /** Null for a caller who sees all libraries. */
  readonly visible: string | null;
  /** Condition: the row `a` is the artifact that its id identifies in answers. */
  readonly shownUnderId: string;
  /**
   * Joins of the item that the row `a` is about. The second one runs for each row, so it stops when the page is full.
   */
  readonly item: string;
  readonly itemOfRow: string;
  private readonly partition: string | null;

  constructor({ ownerKeys, libraryIds, only }: ArtifactPageQuery) {
    this.owners = this.add([...ownerKeys], 'uuid[]');
    this.visible = libraryIds === null ? null : this.add([...libraryIds], 'uuid[]');
    this.partition = only === undefined ? null : this.add(only.partitionId, 'uuid');
    this.shownUnderId =
      only === undefined
        ? isShownUnderId('a', this.owners, this.visible ?? 'NULL')
        : `(a.owner_key <> '${GLOBAL_OWNER}' OR a.artifact_id <> ALL(${this.add([...only.namesakes], 'uuid[]')}))`;
    const library = this.partition ?? 'a.library_id';
    this.item = `LEFT JOIN served_media_context m ON m.library_id = ${library} AND m.media_id = a.media_id`;
    this.itemOfRow = `LEFT JOIN LATERAL (
         SELECT i.media_id FROM served_media_context i
          WHERE i.library_id = ${library} AND i.media_id = a.media_id LIMIT 1) AS m ON true`;
  }

  /**
   * The condition that restricts the row to the only partition, after `word`; empty if there are several partitions.
   */
  only(word: 'WHERE' | 'AND', alias: string): string {
    return this.partition === null ? '' : ` ${word} ${alias}.partition_id = ${this.partition}`;
  }

  add(value: unknown, type: string): string {
    this.list.push(value);
    return `$${this.list.length}::${type}`;
  }
}
