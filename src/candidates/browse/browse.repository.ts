import { Injectable } from '@nestjs/common';
import { MEDIA_KINDS, type MediaKind } from '../../common/media-id';
import type { MediaRefBase } from '../../database/entities/read-model/media-context.entity';
import type { ReadScope } from '../../database/read-pool';
import { visibleOwnerKeys } from '../../read-model/artifacts/artifact-owners';
import { filterLexeme } from '../../search/index/lexemes';
import { anyOf, lexemeQuery, type Tsquery } from '../../search/tsquery';
import { filterGroups, filterLexemes, tsqueryOf } from '../query/search-filter';
import { INDEXED_LIBRARIES_MAX } from '../retrieval/retrieval-parts';
import type { BrowsedWatchState, BrowseRequest } from './browse.dto';
import type { BrowseCounts, BrowseDriver } from './browse-plan';
import type { BrowseSort } from './browse-sorts';
import { browseStatement } from './browse-statement.sql';
import { BROWSE_COUNTS, type BrowseCountRow, STREAMS_MAX } from './browse.sql';

/** An item of a page. */
export interface BrowsedRow {
  readonly key: string | number;
  /** UUID. */
  readonly id: string;
  /** Null if the item's context may not be served. */
  readonly media: MediaRefBase | null;
  readonly summary_text: string;
  readonly runtime_minutes: number | null;
  readonly popularity: number | null;
  readonly added_at: Date;
  readonly state: BrowsedWatchState['state'] | null;
  readonly position_seconds: number;
  readonly duration_seconds: number;
  readonly last_watched_at: Date;
  readonly artifact_ids: string[];
}

/** The rows of a page. */
export interface BrowsedRows {
  readonly rows: BrowsedRow[];
  /** Sort key and UUID of the last row that was compared, if the bound of rows was reached before the page was full. */
  readonly resume: readonly [string | number, string] | null;
  /** Whether the driver found too many rows to sort them all. The rows are then useless. */
  readonly isCut: boolean;
}

type SelectedRow = BrowsedRow & {
  readonly resume_key: string | number | null;
  readonly resume_id: string | null;
  readonly is_cut: boolean;
};

/** Where a page is read, and how. */
export interface BrowsePage {
  readonly request: BrowseRequest;
  readonly counts: BrowseCounts;
  readonly sort: BrowseSort;
  readonly driver: BrowseDriver;
  readonly after: readonly [string | number, string] | null;
  /** Rows to return. */
  readonly rows: number;
  readonly artifactLimit: number;
}

/** Reads lists of items by sort and filters. */
@Injectable()
export class BrowseRepository {
  /** The streams of the request, and the counts of its filters. Takes one round trip. */
  async readCounts(scope: ReadScope, request: BrowseRequest): Promise<BrowseCounts & { readonly isCut: boolean }> {
    const { filters } = request;
    const rows = await scope.rows<BrowseCountRow>(BROWSE_COUNTS, [
      scope.libraryIds,
      librariesOf(request),
      request.media_kinds ?? MEDIA_KINDS,
      filterLexemes({ filters }),
    ]);
    const streams = rows.filter(({ what }) => what === 'stream');
    return {
      streams: streams.slice(0, STREAMS_MAX).map(({ library_id, name, documents }) => {
        return { library_id, media_kind: name as MediaKind, documents };
      }),
      isCut: streams.length > STREAMS_MAX,
      total: rows.find(({ what }) => what === 'total')?.documents ?? 0,
      documents: new Map(rows.flatMap(({ what, name, documents }) => (what === 'lexeme' ? [[name, documents]] : []))),
    };
  }

  /** The rows of a page. Takes one round trip. */
  async readPage(scope: ReadScope, page: BrowsePage): Promise<BrowsedRows> {
    const { request, counts, sort, driver } = page;
    const { filters = {} } = request;
    const { statement, values } = browseStatement(
      {
        ...{ sort, driver, after: page.after, rows: page.rows },
        streams: counts.streams,
        libraryIds: librariesOf(request),
        kinds: request.media_kinds ?? MEDIA_KINDS,
        tsqueries: tsqueriesOf(request, driver, scope.libraryIds),
        years: filters.year ?? {},
        runtime: filters.runtime_minutes ?? {},
        watchStates: filters.watch_states ?? null,
      },
      {
        userId: scope.principal.userId,
        libraryIds: scope.libraryIds,
        owners: visibleOwnerKeys(scope.principal),
        artifactLimit: page.artifactLimit,
      },
    );
    const rows = await scope.rows<SelectedRow>(statement, values);
    const [first] = rows;
    const { resume_key: key = null, resume_id: id = null, is_cut: isCut = false } = first ?? {};
    // Without an item, the statement has one row with the place where it stopped.
    return {
      rows: rows.filter((row) => row.id !== null),
      resume: key === null || id === null ? null : [key, id],
      isCut,
    };
  }
}

function librariesOf({ library_ids: ids }: BrowseRequest): string[] | null {
  return ids?.map((id) => id.toLowerCase()) ?? null;
}

/** The conditions of the index of lexemes. Streams leave out other libraries and kinds, the index of lexemes does not. */
function tsqueriesOf(
  { filters, media_kinds, library_ids }: BrowseRequest,
  driver: BrowseDriver,
  visible: readonly string[] | null,
): Tsquery[] {
  if (driver !== 'matches') return filterGroups({ filters }).map(tsqueryOf);
  const hides = visible !== null && visible.length > 0 && visible.length <= INDEXED_LIBRARIES_MAX;
  const shown = hides ? [anyOf(visible.map((id) => lexemeQuery(filterLexeme('library', id))))] : [];
  return [...filterGroups({ filters, media_kinds, library_ids }).map(tsqueryOf), ...shown];
}
