/** The conditions of the branches of a retrieval, and the parameters of its statement. */
import { allLibraries, type Libraries, OneLibrary } from '../../database/distribution/per-library';
import type { Tsquery } from '../../search/tsquery';
import { visibleDocuments } from '../../search/visible-documents';
import type { SearchFilter } from '../query/search-filter';

/** Whose documents are looked up. */
export interface RetrievalScope {
  readonly userId: string;
  /** Visible libraries; null means all. */
  readonly libraryIds: readonly string[] | null;
  /** The only library that the statement names, on a distributed database. */
  readonly libraryId?: string;
}

/** The parameters of a condition on watch states. */
export interface WatchedParameters {
  readonly user: string;
  readonly states: string;
  /** Whether only items match whose watch state is stored, which are few. */
  readonly only: boolean;
}

/** Collects the parameters in the order in which the statement uses them. `d` is the search document of an item. */
export class RetrievalConditions {
  readonly values: unknown[] = [];
  /** The conditions on libraries: of the visible ones, or of the only one. */
  readonly libraries: Libraries;
  /** The conditions for the libraries and the years of an item. */
  readonly visible: string;
  /** Null if any watch state matches. */
  readonly watched: WatchedParameters | null;
  /** All conditions that the index of lexemes does not answer. */
  readonly itemConditions: string;
  /** Result of `visibleDocuments` for the caller. */
  readonly visibleDocuments: Tsquery | null;
  /** The parameter of the index's filter; null if there is none. */
  private readonly filterQuery: string | null;
  /**
   * The parameter of the condition for the caller's libraries; null if there is none, undefined before the first use.
   */
  private librariesQuery: string | null | undefined;

  constructor(
    private readonly filter: SearchFilter,
    private readonly scope: RetrievalScope,
  ) {
    this.libraries = this.librariesOfScope();
    this.visibleDocuments = visibleDocuments(scope.libraryIds);
    this.visible = this.commonConditions();
    // One pair for all branches: PostgreSQL rejects a statement with an unused parameter.
    this.watched = this.watchedParameters();
    this.itemConditions = this.visible + this.watchCondition();
    this.filterQuery = filter.tsquery === null ? null : this.value('tsquery', filter.tsquery);
  }

  /** Adds a parameter. Returns its place with its type. */
  value(type: string, value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }

  /**
   * The filter and all conditions, each by itself: GIN intersects their posting lists and skips through them. For one
   * joined `tsquery` it checks every document of any list, which takes one and a half to three times as long.
   */
  matches(tsqueries: readonly Tsquery[]): string {
    const conditions = tsqueries.map((each) => `d.lexemes @@ ${this.value('tsquery', each)}`);
    return [...conditions, ...this.lexemeFilters()].join(' AND ');
  }

  /** The filters of the request and of the caller, as conditions for the index. */
  lexemeFilters(): string[] {
    this.librariesQuery ??= this.librariesParameter();
    const queries = [this.filterQuery, this.librariesQuery];
    return queries.filter((query) => query !== null).map((query) => `d.lexemes @@ ${query}`);
  }

  private librariesParameter(): string | null {
    return this.visibleDocuments === null ? null : this.value('tsquery', this.visibleDocuments);
  }

  /**
   * The filter by lexemes, for branches that find few documents by title. `IS TRUE` keeps PostgreSQL from using the
   * index of lexemes, which would read every document of a kind or of a library.
   */
  indexedFilter(): string {
    return this.filterQuery === null ? '' : ` AND (d.lexemes @@ ${this.filterQuery}) IS TRUE`;
  }

  private commonConditions(): string {
    const conditions = [this.libraries.has('d.library_id')];
    const { libraryIds, yearFrom, yearTo } = this.filter;
    if (libraryIds !== null) {
      conditions.push(`d.library_id = ANY(${this.value('uuid[]', libraryIds)})`);
    }
    if (yearFrom !== null) {
      conditions.push(`d.year >= ${this.value('integer', yearFrom)}`);
    }
    if (yearTo !== null) {
      conditions.push(`d.year <= ${this.value('integer', yearTo)}`);
    }
    return conditions.join(' AND ');
  }

  private librariesOfScope(): Libraries {
    const { libraryId, libraryIds } = this.scope;
    this.values.push(libraryId ?? libraryIds);
    return libraryId === undefined ? allLibraries(this.values.length) : new OneLibrary(this.values.length, 0);
  }

  /** Binds a joined table in the form for one library. */
  joinCondition(alias: string): string {
    return this.libraries.single ? `${this.libraries.has(`${alias}.library_id`)} AND ` : '';
  }

  private watchCondition(): string {
    if (this.watched === null) return '';
    const { user, states } = this.watched;
    return ` AND coalesce((SELECT w.state FROM watch_states w WHERE ${this.libraries.same('w.library_id', 'd.library_id')}
            AND w.user_id = ${user} AND w.media_id = d.media_id), 'unwatched') = ANY(${states})`;
  }

  private watchedParameters(): WatchedParameters | null {
    const { watchStates } = this.filter;
    if (watchStates === null) return null;
    const user = this.value('uuid', this.scope.userId);
    return { user, states: this.value('text[]', watchStates), only: !watchStates.includes('unwatched') };
  }
}
