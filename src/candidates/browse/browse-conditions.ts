/** The conditions and the parameters of a statement that lists items. */
import { allLibraries, type Libraries, OneLibrary } from '../../database/distribution/per-library';
import type { Tsquery } from '../../search/tsquery';
import { hasWatchState } from '../retrieval/retrieval-conditions';
import type { BrowsePlan, KindCount } from './browse-plan';
import { BROWSE_SORTS, type BrowseSort } from './browse-sorts';

/** An inclusive range. */
interface Range {
  readonly gte?: number;
  readonly lte?: number;
}

/** The selection of the rows of a page. */
export interface BrowseSelection extends BrowsePlan {
  readonly sort: BrowseSort;
  readonly kindCounts: readonly KindCount[];
  /** The libraries that the request names, even if the caller may not see them; null for all visible libraries. */
  readonly libraryIds: readonly string[] | null;
  readonly kinds: readonly string[];
  /** Conditions on lexemes. With the driver `matches`, the index of lexemes evaluates them. */
  readonly tsqueries: readonly Tsquery[];
  readonly years: Range;
  readonly runtime: Range;
  readonly watchStates: readonly string[] | null;
  /** Sort key and media UUID after which the page starts. */
  readonly after: readonly [string | number, string] | null;
  /** Maximum number of rows. */
  readonly rows: number;
}

/** The caller whose data the page shows. */
export interface BrowseScope {
  readonly userId: string;
  /** Visible libraries; null for all. */
  readonly libraryIds: readonly string[] | null;
  /** Result of `visibleOwnerKeys`. */
  readonly owners: readonly string[];
  readonly artifactLimit: number;
  /**
   * On a distributed database: the only library of the statement, and the ids of the caller's artifacts that hide
   * global artifacts with the same ids.
   */
  readonly only?: { readonly libraryId: string; readonly namesakes: readonly string[] };
}

/** Builds conditions on a search document `d`, and collects their parameters in the order of their numbers. */
export class BrowseConditions {
  readonly values: unknown[] = [];
  /** The parameter with the id of the caller, as SQL. */
  readonly user: string;
  /** The conditions on libraries: all visible libraries, or the only library of the statement. */
  readonly libraries: Libraries;

  constructor(
    private readonly selection: BrowseSelection,
    scope: BrowseScope,
  ) {
    this.user = this.value('uuid', scope.userId);
    const { only } = scope;
    this.values.push(only?.libraryId ?? scope.libraryIds);
    const parameter = this.values.length;
    // `OneLibrary` expects the namesakes in the parameter after the library.
    if (only !== undefined) this.values.push(only.namesakes);
    this.libraries = only === undefined ? allLibraries(parameter) : new OneLibrary(parameter, parameter);
  }

  /** Adds a parameter with the value, and returns its SQL. */
  value(type: string, value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }

  lexemeConditions(): string[] {
    return this.selection.tsqueries.map((each) => `d.lexemes @@ ${this.value('tsquery', each)}`);
  }

  /** Returns the conditions on year, runtime and watch state. */
  otherConditions(): string[] {
    return [...this.rangeConditions(), ...this.watchCondition()];
  }

  /** Returns the conditions on year and runtime. The indexes of most sorts contain both columns. */
  rangeConditions(): string[] {
    const { years, runtime } = this.selection;
    return [...this.range('d.year', years), ...this.range('d.runtime_minutes', runtime)];
  }

  watchCondition(): string[] {
    const { watchStates } = this.selection;
    if (watchStates === null) return [];
    return [hasWatchState(this.libraries, this.user, this.value('text[]', watchStates))];
  }

  /** Returns the conditions on years if the index that is read is sorted by year; otherwise none. */
  yearBounds(): string[] {
    const { sort, years } = this.selection;
    return sort === 'year' ? this.range(BROWSE_SORTS.year.key, years) : [];
  }

  /** Returns the conditions on libraries and kinds. */
  scopeConditions(): string[] {
    const { libraryIds, kinds } = this.selection;
    return [
      this.libraries.has('d.library_id'),
      ...(libraryIds === null ? [] : [`d.library_id = ANY(${this.value('uuid[]', libraryIds)})`]),
      `d.media_kind = ANY(${this.value('text[]', kinds)})`,
    ];
  }

  private range(column: string, { gte, lte }: Range): string[] {
    return [
      ...(gte === undefined ? [] : [`${column} >= ${this.value('integer', gte)}`]),
      ...(lte === undefined ? [] : [`${column} <= ${this.value('integer', lte)}`]),
    ];
  }
}
