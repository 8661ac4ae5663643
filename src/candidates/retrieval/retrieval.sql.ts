import { createHash } from 'node:crypto';
import { MEDIA_KINDS } from '../../common/media-id';
import { allLibraries, type Libraries, OneLibrary } from '../../database/distribution/per-library';
import type { Statement } from '../../database/read-pool';
import { allOf, type Tsquery } from '../../search/tsquery';
import { visibleDocuments } from '../../search/visible-documents';
import { BROWSE_SORTS } from '../browse/browse-sorts';
import type { ItemIds } from '../query/item-ids';
import type { SearchFilter } from '../query/search-filter';
import * as parts from './retrieval-parts';
import { type EachRetrieval, type OrderedRetrieval, type RetrievalPlan, SELECTIVE_MAX } from './retrieval-plan';

const COLUMNS = `d.library_id, d.media_id, d.media_kind, d.year, d.season_number, d.episode_number, d.prominence,
       d.titles, d.profile`;

/** The statement of a plan, with its values. */
export interface Retrieval {
  /** Its text depends only on the shape of the plan. */
  readonly statement: Statement;
  readonly values: unknown[];
  /** Row limits of the parts, by `via`. A part returns one row more if there is one, which tells that it hit its limit. */
  readonly bounds: ReadonlyMap<number, number>;
  /** Rows that the parts return, at most, by `via`. A part without an entry has a limit for each of its look-ups. */
  readonly limits: ReadonlyMap<number, number>;
}

/** The statement of a plan; null for a plan without look-ups. */
export function retrievalStatement(plan: RetrievalPlan, filter: SearchFilter, scope: RetrievalScope): Retrieval | null {
  return new RetrievalBuilder(plan, filter, scope).build();
}

/** Whose documents are looked up. */
export interface RetrievalScope {
  readonly userId: string;
  /** Visible libraries; null means all. */
  readonly libraryIds: readonly string[] | null;
  /** The only library that the statement names, on a distributed database. */
  readonly libraryId?: string;
}

class RetrievalBuilder {
  private readonly values: unknown[] = [];
  private readonly bounds = new Map<number, number>();
  private readonly limits = new Map<number, number>();
  private readonly branches: string[] = [];
  /** The conditions on libraries: of the visible ones, or of the only one. */
  private readonly libraries: Libraries;
  private readonly conditions: string;
  /** The parameters of the caller and the requested watch states; null if any state matches. */
  private readonly watched: { readonly user: string; readonly states: string } | null;
  private readonly watch: string;
  /** The parameter of the index's filter; null if there is none. */
  private readonly filterQuery: string | null;
  /** The parameter of the condition for the caller's libraries; null if there is none, undefined before the first use. */
  private librariesQuery: string | null | undefined;

  constructor(
    private readonly plan: RetrievalPlan,
    private readonly filter: SearchFilter,
    private readonly scope: RetrievalScope,
  ) {
    this.libraries = this.librariesOfScope();
    this.conditions = this.commonConditions();
    const { watchStates } = filter;
    // One pair for all branches: PostgreSQL rejects a statement with an unused parameter.
    this.watched =
      watchStates === null
        ? null
        : { user: this.value('uuid', scope.userId), states: this.value('text[]', watchStates) };
    this.watch = this.watchCondition();
    this.filterQuery = this.filter.tsquery === null ? null : this.value('tsquery', this.filter.tsquery);
  }

  build(): Retrieval | null {
    const { plan } = this;
    if (plan.ids !== null) this.addIds(plan.ids);
    if (plan.titleKeys.length > 0) this.addExact();
    if (plan.prefix !== null) this.addPrefix(plan.prefix);
    if (plan.selective !== null) this.addSelective(plan.selective.alternatives);
    if (plan.each !== null) this.addEach(plan.each);
    for (const [index, ordered] of plan.ordered.entries()) {
      if (this.watched !== null && this.watchedOnly()) this.addWatched(ordered, index, this.watched);
      else if (ordered.path === 'walked') this.addWalked(ordered, index);
      else this.addSorted(ordered, index);
    }
    if (this.branches.length === 0) return null;
    const text = this.branches.map((branch) => `(${branch})`).join('\nUNION ALL\n');
    const name = `candidates_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
    return { statement: { name, text }, values: this.values, bounds: this.bounds, limits: this.limits };
  }

  private addIds({ uuid, kind, providerKeys }: ItemIds): void {
    const isKind = kind === null ? '' : ` AND d.media_kind = ${this.value('text', kind)}`;
    const end = `${isKind} AND ${this.conditions}${this.watch}${this.indexedFilter()} ${this.limitOf(parts.IDS_MAX, parts.VIA_ID)}`;
    const from =
      uuid === null
        ? `served_media_context c
  JOIN served_search_documents d ON ${this.libraries.same('d.library_id', 'c.library_id')} AND d.media_id = c.media_id
 WHERE ${this.joined('c')}c.provider_keys && ${this.value('text[]', providerKeys)}`
        : `media_items m
  JOIN served_search_documents d ON ${this.libraries.same('d.library_id', 'm.library_id')} AND d.media_id = m.media_id
 WHERE ${this.joined('m')}m.media_id = ${this.value('uuid', uuid)}`;
    this.branches.push(`SELECT ${COLUMNS}, ${parts.VIA_ID} AS via FROM ${from}${end}`);
  }

  private addExact(): void {
    const keys = this.value('text[]', this.plan.titleKeys);
    const limit = this.limitOf(parts.EXACT_MAX, parts.VIA_EXACT);
    this.branch(`d.title_key = ANY(${keys})${this.indexedFilter()}`, limit, parts.VIA_EXACT);
  }

  private addPrefix(prefix: readonly [string, string]): void {
    const [from, to] = [this.value('text', prefix[0]), this.value('text', prefix[1])];
    const range = `d.title_key >= ${from} AND d.title_key < ${to}`;
    const limit = this.limitOf(parts.PREFIX_MAX, parts.VIA_PREFIX);
    if (this.libraries.single || visibleDocuments(this.scope.libraryIds) === null) {
      this.branch(range + this.indexedFilter(), `ORDER BY d.title_key, d.media_id ${limit}`, parts.VIA_PREFIX);
      return;
    }
    // The index of all titles would read the titles of hidden libraries.
    const key = BROWSE_SORTS.title.key;
    const kinds = MEDIA_KINDS.map((kind) => `'${kind}'`).join(', ');
    this.branches.push(`SELECT ${COLUMNS}, ${parts.VIA_PREFIX} AS via
  FROM unnest(${this.libraries.array}) AS l(library_id) CROSS JOIN unnest(ARRAY[${kinds}]) AS k(media_kind)
 CROSS JOIN LATERAL (
   SELECT ${COLUMNS}, ${key} AS sorted_title FROM served_search_documents d
    WHERE d.library_id = l.library_id AND d.media_kind = k.media_kind
      AND ${key} >= left(${from}, 64) AND ${key} <= left(${to}, 64) AND (${range}) IS TRUE${this.indexedFilter()}
      AND ${this.conditions}${this.watch} ORDER BY ${key}, d.media_id ${limit}) AS d
 ORDER BY d.sorted_title, d.media_id ${limit}`);
  }

  private addSelective(alternatives: readonly (readonly Tsquery[])[]): void {
    const any = alternatives.map((tsqueries) => `(${this.matches(tsqueries)})`).join(' OR ');
    this.branch(`(${any})`, this.limitOf(SELECTIVE_MAX, parts.VIA_SELECTIVE), parts.VIA_SELECTIVE);
  }

  private addEach({ tsqueries, limit }: EachRetrieval): void {
    const filter = this.filters().map((each) => ` AND ${each}`);
    this.branches.push(`SELECT ${COLUMNS}, ${parts.VIA_EACH} AS via
  FROM unnest(${this.value('text[]', tsqueries)}) AS one(tsquery)
 CROSS JOIN LATERAL (
   SELECT ${COLUMNS} FROM served_search_documents d
    WHERE d.lexemes @@ one.tsquery::tsquery${filter.join('')} AND ${this.conditions}${this.watch}
    LIMIT ${this.value('integer', limit)}) AS d`);
  }

  private addSorted({ tsqueries, tier, limit }: OrderedRetrieval, index: number): void {
    // Documents below the prominence tier are not read: with as many as wanted, more may match.
    this.bounds.set(index, tier === null ? limit : limit - 1);
    this.limits.set(index, limit + 1);
    const matches = this.matches(tier === null ? tsqueries : [tier, ...tsqueries]);
    this.branches.push(`SELECT ${COLUMNS}, ${index} AS via
  FROM (SELECT ${COLUMNS} FROM served_search_documents d
         WHERE ${matches} AND ${this.conditions}${this.watch} LIMIT ${parts.SORTED_MAX}) AS d
 ORDER BY d.prominence DESC, d.media_id LIMIT ${this.value('integer', limit + 1)}`);
  }

  /**
   * Merges the documents of the libraries in order of prominence, so that those of hidden libraries do not count. The
   * bound counts rows of the table, whether they may be served or not: else a walk past stale rows had none.
   */
  private addWalked({ tsqueries, libraries, limit, walkMax }: OrderedRetrieval, index: number): void {
    const { libraryIds } = this.filter;
    const { libraryId } = this.scope;
    const listed = libraryId === undefined ? libraries : [libraryId];
    const walked = libraryIds === null ? listed : listed.filter((id) => libraryIds.includes(id));
    if (walked.length === 0) return;
    this.bounds.set(index, limit - 1);
    this.limits.set(index, limit);
    const most = this.value('integer', walkMax);
    const each = walked.map(
      (id) => `(SELECT ${COLUMNS}, d.lexemes, d.status, d.available FROM intelligence_search_documents d
           WHERE d.library_id = ${this.value('uuid', id)} ORDER BY d.prominence DESC, d.media_id LIMIT ${most})`,
    );
    const matches = this.matches([allOf(tsqueries)]);
    this.branches.push(`SELECT ${COLUMNS}, ${index} AS via
  FROM (SELECT * FROM (${each.join(' UNION ALL ')}) AS d
         ORDER BY d.prominence DESC, d.media_id LIMIT ${most}) AS d
 WHERE ${matches} AND d.status = 'ready' AND d.available AND ${this.conditions}${this.watch}
 LIMIT ${this.value('integer', limit)}`);
  }

  /** Reads the items that the caller has begun, which are few, instead of the catalog. */
  private addWatched(
    { tsqueries }: OrderedRetrieval,
    index: number,
    { user, states }: { readonly user: string; readonly states: string },
  ): void {
    const matches = this.matches([allOf(tsqueries)]);
    this.branches.push(`SELECT ${COLUMNS}, ${index} AS via
  FROM watch_states w
  JOIN served_search_documents d ON ${this.libraries.same('d.library_id', 'w.library_id')} AND d.media_id = w.media_id
 WHERE ${this.joined('w')}w.user_id = ${user}
   AND w.state = ANY(${states})
   AND ${matches} AND ${this.conditions} ${this.limitOf(parts.WATCHED_MAX, index)}`);
  }

  private limitOf(rowLimit: number, via: number): string {
    const max = this.plan.most ?? rowLimit;
    this.bounds.set(via, max);
    this.limits.set(via, max + 1);
    return `LIMIT ${max + 1}`;
  }

  private branch(condition: string, end: string, via: number): void {
    this.branches.push(`SELECT ${COLUMNS}, ${via} AS via FROM served_search_documents d
 WHERE ${condition} AND ${this.conditions}${this.watch} ${end}`);
  }

  /**
   * The filter and all conditions, each by itself: GIN intersects their posting lists and skips through them. For one
   * joined `tsquery` it checks every document of any list, which takes one and a half to three times as long.
   */
  private matches(tsqueries: readonly Tsquery[]): string {
    const conditions = tsqueries.map((each) => `d.lexemes @@ ${this.value('tsquery', each)}`);
    return [...conditions, ...this.filters()].join(' AND ');
  }

  /** The filters of the request and of the caller, as conditions for the index. */
  private filters(): string[] {
    this.librariesQuery ??= this.librariesParameter();
    const queries = [this.filterQuery, this.librariesQuery];
    return queries.filter((query) => query !== null).map((query) => `d.lexemes @@ ${query}`);
  }

  private librariesParameter(): string | null {
    const shown = visibleDocuments(this.scope.libraryIds);
    return shown === null ? null : this.value('tsquery', shown);
  }

  /**
   * The index's filter for branches on titles. With `IS TRUE` PostgreSQL does not use the index of lexemes, which would
   * read all documents of a kind or a library to confirm a few.
   */
  private indexedFilter(): string {
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
  private joined(alias: string): string {
    return this.libraries.single ? `${this.libraries.has(`${alias}.library_id`)} AND ` : '';
  }

  private watchCondition(): string {
    if (this.watched === null) return '';
    const { user, states } = this.watched;
    return ` AND coalesce((SELECT w.state FROM watch_states w WHERE ${this.libraries.same('w.library_id', 'd.library_id')}
            AND w.user_id = ${user} AND w.media_id = d.media_id), 'unwatched') = ANY(${states})`;
  }

  private watchedOnly(): boolean {
    const { watchStates } = this.filter;
    return watchStates !== null && !watchStates.includes('unwatched');
  }

  private value(type: string, value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }
}
