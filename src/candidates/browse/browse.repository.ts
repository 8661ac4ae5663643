import { Injectable } from '@nestjs/common';
import { MEDIA_KINDS, type MediaKind } from '../../common/media-id';
import type { ReadScope } from '../../database/read-scope';
import { visibleOwnerKeys } from '../../read-model/artifacts/artifact-owners';
import type { Tsquery } from '../../search/tsquery';
import { visibleDocuments } from '../../search/visible-documents';
import { filterGroups, filterLexemes, tsqueryOf } from '../query/search-filter';
import type { BrowseRequest } from './browse.dto';
import type { BrowseCounts, BrowseDriver, BrowsePlan } from './browse-plan';
import type { BrowseSort } from './browse-sorts';
import type { BrowseScope } from './browse-conditions';
import { browseStatement } from './browse-statement.sql';
import { BROWSE_COUNTS, type BrowseCountRow, KIND_COUNTS_MAX } from './browse.sql';
import { type BrowsedRow, type BrowsedRows, mergePages } from './browsed-rows';

type SelectedRow = BrowsedRow & {
  readonly resume_key: string | number | null;
  readonly resume_id: string | null;
  readonly is_cut: boolean;
};

/** The page to read. */
export interface BrowsePage {
  readonly request: BrowseRequest;
  readonly counts: BrowseCounts;
  readonly sort: BrowseSort;
  readonly plan: BrowsePlan;
  /** Sort key and UUID after which the page starts; null for the first page. */
  readonly after: readonly [string | number, string] | null;
  /** Maximum number of rows. */
  readonly rows: number;
  readonly artifactLimit: number;
}

/** Reads lists of items by sort and filters. */
@Injectable()
export class BrowseRepository {
  /**
   * Returns the counts of the requested kinds and filters. On one PostgreSQL server, takes one round trip. `isCut` is
   * true if there are more pairs of library and kind than `KIND_COUNTS_MAX`.
   */
  async readCounts(scope: ReadScope, request: BrowseRequest): Promise<BrowseCounts & { readonly isCut: boolean }> {
    const { filters } = request;
    const rows = await scope.rows<BrowseCountRow>(BROWSE_COUNTS, [
      scope.libraryIds,
      librariesOf(request),
      request.media_kinds ?? MEDIA_KINDS,
      filterLexemes({ filters }),
    ]);
    const kindCounts = rows.filter((row) => row.what === 'kind');
    return {
      kindCounts: kindCounts.slice(0, KIND_COUNTS_MAX).map(({ library_id, name, documents }) => {
        return { library_id, media_kind: name as MediaKind, documents };
      }),
      isCut: kindCounts.length > KIND_COUNTS_MAX,
      total: rows.find(({ what }) => what === 'total')?.documents ?? 0,
      documents: new Map(rows.flatMap(({ what, name, documents }) => (what === 'lexeme' ? [[name, documents]] : []))),
    };
  }

  /**
   * Returns the rows of a page. Takes one round trip; on a distributed database, first lists the caller's libraries,
   * and then reads each requested one with its own statement.
   */
  async readPage(scope: ReadScope, page: BrowsePage): Promise<BrowsedRows> {
    const { distributed } = scope;
    if (distributed === null) return this.readRows(scope, page);
    const [libraries, namesakes] = await Promise.all([distributed.listLibraries(), distributed.listNamesakes()]);
    const requested = librariesOf(page.request);
    const selected = libraries.filter((id) => requested?.includes(id) ?? true);
    const pages = await Promise.all(selected.map((libraryId) => this.readRows(scope, page, { libraryId, namesakes })));
    return mergePages(pages, page.sort, page.rows);
  }

  private async readRows(scope: ReadScope, page: BrowsePage, only?: BrowseScope['only']): Promise<BrowsedRows> {
    const { request, counts, sort, plan } = page;
    const { filters = {} } = request;
    const { statement, values } = browseStatement(
      {
        ...{ sort, ...plan, after: page.after, rows: page.rows },
        kindCounts: counts.kindCounts.filter(({ library_id }) => only === undefined || library_id === only.libraryId),
        libraryIds: librariesOf(request),
        kinds: request.media_kinds ?? MEDIA_KINDS,
        tsqueries: tsqueriesOf(request, plan.driver, scope.libraryIds),
        years: filters.year ?? {},
        runtime: filters.runtime_minutes ?? {},
        watchStates: filters.watch_states ?? null,
      },
      {
        userId: scope.principal.userId,
        libraryIds: scope.libraryIds,
        owners: visibleOwnerKeys(scope.principal),
        artifactLimit: page.artifactLimit,
        only,
      },
    );
    const rows = await scope.rows<SelectedRow>(statement, values, only?.libraryId);
    const [first] = rows;
    const { resume_key: key = null, resume_id: id = null, is_cut: isCut = false } = first ?? {};
    // The columns for `resume` and `isCut` are equal in all rows. A page without items is one row with only these.
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

/**
 * Returns the conditions on lexemes. For the driver `matches`, which reads the index of lexemes, they include the
 * lexemes of libraries and kinds, so that the index finds fewer documents.
 */
function tsqueriesOf(
  { filters, media_kinds, library_ids }: BrowseRequest,
  driver: BrowseDriver,
  visible: readonly string[] | null,
): Tsquery[] {
  if (driver !== 'matches') return filterGroups({ filters }).map(tsqueryOf);
  const groups = filterGroups({ filters, media_kinds, library_ids }).map(tsqueryOf);
  return groups.concat(visibleDocuments(visible) ?? []);
}
