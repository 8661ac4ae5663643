import { allLibraries, type Libraries, OneLibrary } from '../../database/distribution/per-library';
import type { Tsquery } from '../../search/tsquery';
import { visibleDocuments } from '../../search/visible-documents';
import type { SearchFilter } from '../query/search-filter';

/** The caller of a search, and the libraries whose documents are looked up. */
export interface RetrievalScope {
  readonly userId: string;
  /** Visible libraries; null means all. */
  readonly libraryIds: readonly string[] | null;
  /** All hidden libraries; null or absent if they are not known. */
  readonly hiddenIds?: readonly string[] | null;
  /** On a distributed database: the only library of the statement. */
  readonly libraryId?: string;
}

/** The parameters of a condition on watch states. */
export interface WatchedParameters {
  readonly user: string;
  readonly states: string;
  /** Whether only items with a stored watch state match. */
  readonly requiresState: boolean;
}

/** Builds the conditions of a retrieval statement on a search document `d`, and collects their parameters. */
export class RetrievalConditions {
  readonly values: unknown[] = [];
  /** The visible libraries, or the only library of the statement. */
  readonly libraries: Libraries;
  /** The conditions on the columns of the document: visible libraries, requested libraries and years. */
  readonly columnConditions: string;
  /** The parameters of the condition on watch states; null without such a condition. */
  readonly watched: WatchedParameters | null;
  /** All conditions that the index of lexemes does not evaluate. */
  readonly itemConditions: string;
  /** The condition on libraries that the index of lexemes evaluates; null if only `columnConditions` has one. */
  readonly visibleDocuments: Tsquery | null;
  /** The parameter of the filter by lexemes; null if there is none. */
  private readonly filterQuery: string | null;
  /** The parameter of `visibleDocuments`; null if there is none, undefined before the first use. */
  private librariesQuery: string | null | undefined;

  constructor(
    private readonly filter: SearchFilter,
    private readonly scope: RetrievalScope,
  ) {
    this.libraries = this.librariesOfScope();
    this.visibleDocuments = visibleDocuments(scope.libraryIds, scope.hiddenIds);
    this.columnConditions = this.composeColumnConditions();
    // PostgreSQL rejects a statement with an unused parameter. So this constructor adds only parameters that every
    // branch of the statement's `UNION ALL` uses. The parameter of `librariesQuery` is added when a branch first uses
    // it.
    this.watched = this.watchedParameters();
    this.itemConditions = this.columnConditions + this.watchCondition();
    this.filterQuery = filter.tsquery === null ? null : this.value('tsquery', filter.tsquery);
  }

  /** Adds a parameter with the value, and returns its SQL. */
  value(type: string, value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }

  /**
   * Returns the condition that all `tsqueries` and the filters match. Each is a separate operand, so that GIN can skip
   * through posting lists. For one combined `tsquery`, GIN would read every posting list completely, which takes up to
   * three times as long.
   */
  matches(tsqueries: readonly Tsquery[]): string {
    const conditions = tsqueries.map((each) => `d.lexemes @@ ${this.value('tsquery', each)}`);
    return [...conditions, ...this.lexemeFilters()].join(' AND ');
  }

  /**
   * Returns the condition that at least one alternative matches, each together with the filters. Each alternative has
   * its own parameters for the filters. With shared parameters, PostgreSQL moves the filters out of the OR, finds the
   * documents of the filters by index, and checks the words in each of these documents.
   */
  matchesAny(alternatives: readonly (readonly Tsquery[])[]): string {
    const filters = [this.filter.tsquery, this.visibleDocuments].filter((filter) => filter !== null);
    const conditions = alternatives.map((tsqueries, index) =>
      index === 0
        ? this.matches(tsqueries)
        : [...tsqueries, ...filters].map((each) => `d.lexemes @@ ${this.value('tsquery', each)}`).join(' AND '),
    );
    return `(${conditions.map((condition) => `(${condition})`).join(' OR ')})`;
  }

  /** Returns the filters of the request and of the caller's libraries that the index of lexemes evaluates. */
  lexemeFilters(): string[] {
    this.librariesQuery ??= this.librariesParameter();
    const queries = [this.filterQuery, this.librariesQuery];
    return queries.filter((query) => query !== null).map((query) => `d.lexemes @@ ${query}`);
  }

  private librariesParameter(): string | null {
    return this.visibleDocuments === null ? null : this.value('tsquery', this.visibleDocuments);
  }

  /**
   * Returns the filter by lexemes as a condition on each row, for branches that find few documents by title or id. `IS
   * TRUE` prevents PostgreSQL from using the index of lexemes, which would read all documents of the filter.
   */
  rowFilter(): string {
    return this.filterQuery === null ? '' : ` AND (d.lexemes @@ ${this.filterQuery}) IS TRUE`;
  }

  private composeColumnConditions(): string {
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
    // The 0 determines only the position of the parameter `namesakes`, which retrieval statements do not have.
    return libraryId === undefined ? allLibraries(this.values.length) : new OneLibrary(this.values.length, 0);
  }

  /** Returns the condition on the library of a joined table in a statement for one library; otherwise an empty text. */
  joinCondition(alias: string): string {
    return this.libraries.isSingle ? `${this.libraries.has(`${alias}.library_id`)} AND ` : '';
  }

  private watchCondition(): string {
    if (this.watched === null) return '';
    const { user, states } = this.watched;
    return ` AND ${hasWatchState(this.libraries, user, states)}`;
  }

  private watchedParameters(): WatchedParameters | null {
    const { watchStates } = this.filter;
    if (watchStates === null) return null;
    const user = this.value('uuid', this.scope.userId);
    return { user, states: this.value('text[]', watchStates), requiresState: !watchStates.includes('unwatched') };
  }
}

/**
 * Returns the condition that a user's watch state of a document `d` is one of the states. `user` and `states` are SQL
 * expressions.
 */
export function hasWatchState(libraries: Libraries, user: string, states: string): string {
  return `coalesce((SELECT w.state FROM watch_states w WHERE ${libraries.sameLibrary('w.library_id', 'd.library_id')}
            AND w.user_id = ${user} AND w.media_id = d.media_id), 'unwatched') = ANY(${states})`;
}
