import { createHash } from 'node:crypto';
import { MEDIA_KINDS } from '../../common/media-id';
import type { Statement } from '../../database/read-scope';
import { allOf, type Tsquery } from '../../search/tsquery';
import { seesFewLibraries } from '../../search/visible-documents';
import { BROWSE_SORTS } from '../browse/browse-sorts';
import type { ItemIds } from '../query/search-query';
import type { SearchFilter } from '../query/search-filter';
import { RetrievalConditions, type RetrievalScope, type WatchedParameters } from './retrieval-conditions';
import * as parts from './retrieval-parts';
import {
  type ArticlePrefix,
  type PerConditionRetrieval,
  type OrderedRetrieval,
  type RetrievalPlan,
  SELECTIVE_MAX,
} from './retrieval-plan';

const COLUMNS = `d.library_id, d.media_id, d.media_kind, d.year, d.season_number, d.episode_number, d.prominence,
       d.titles, d.profile`;

/** The statement of a plan, and its values. */
export interface Retrieval {
  /** Its SQL text depends only on the shape of the plan, the filter and the scope. */
  readonly statement: Statement;
  readonly values: unknown[];
  /**
   * Numbers of rows by `via`, the column that names the part of the statement that found a row. If a part returned
   * more rows than its number, more documents may match.
   */
  readonly cutThresholds: ReadonlyMap<number, number>;
  /**
   * Maximum numbers of returned rows by `via`. Most are one more than the row limit of the part, because the additional
   * row shows that more documents match. A part without an entry has a limit for each look-up.
   */
  readonly rowLimits: ReadonlyMap<number, number>;
}

/** Returns the statement of a plan; null if there is nothing to look up. */
export function retrievalStatement(plan: RetrievalPlan, filter: SearchFilter, scope: RetrievalScope): Retrieval | null {
  return new RetrievalBuilder(plan, filter, scope).build();
}

class RetrievalBuilder {
  private readonly cutThresholds = new Map<number, number>();
  private readonly rowLimits = new Map<number, number>();
  private readonly branches: string[] = [];
  private readonly conditions: RetrievalConditions;
  /** The columns of documents, to be selected from rows that have the column `lexemes`. */
  private readonly columnsOfDocuments: string;
  /** The same columns, to be selected from a subquery that selects `columnsOfDocuments`. */
  private readonly columnsOfSubquery: string;

  constructor(
    private readonly plan: RetrievalPlan,
    private readonly filter: SearchFilter,
    private readonly scope: RetrievalScope,
  ) {
    this.conditions = new RetrievalConditions(filter, scope);
    const countries = plan.countries === null ? null : this.conditions.value('text', plan.countries);
    this.columnsOfDocuments =
      countries === null ? COLUMNS : `${COLUMNS}, d.lexemes @@ ${countries}::tsquery AS is_from_country`;
    this.columnsOfSubquery = countries === null ? COLUMNS : `${COLUMNS}, d.is_from_country`;
  }

  build(): Retrieval | null {
    const { plan, conditions } = this;
    if (plan.ids !== null) this.addIds(plan.ids);
    if (plan.titleKeys.length > 0) this.addExact();
    if (plan.prefix !== null) this.addPrefix(plan.prefix);
    if (plan.articlePrefixes.length > 0) this.addArticlePrefixes(plan.articlePrefixes);
    if (plan.selective !== null) this.addSelective(plan.selective.alternatives);
    if (plan.perCondition !== null) this.addPerCondition(plan.perCondition);
    for (const [index, ordered] of plan.ordered.entries()) {
      if (conditions.watched?.requiresState === true) this.addWatched(ordered, index, conditions.watched);
      else if (ordered.path === 'scanned') this.addScanned(ordered, index);
      else this.addSorted(ordered, index);
    }
    if (this.branches.length === 0) return null;
    const text = this.branches.map((branch) => `(${branch})`).join('\nUNION ALL\n');
    const name = `candidates_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
    return {
      statement: { name, text },
      values: this.conditions.values,
      cutThresholds: this.cutThresholds,
      rowLimits: this.rowLimits,
    };
  }

  private addIds({ uuid, kind, providerKeys }: ItemIds): void {
    const isKind = kind === null ? '' : ` AND d.media_kind = ${this.conditions.value('text', kind)}`;
    const end = `${isKind} AND ${this.conditions.itemConditions}${this.conditions.rowFilter()} ${this.limitPart(parts.IDS_MAX, parts.VIA_ID)}`;
    const from =
      uuid === null
        ? `FROM served_media_context c
  JOIN served_search_documents d ON ${this.conditions.libraries.sameLibrary('d.library_id', 'c.library_id')} AND d.media_id = c.media_id
 WHERE ${this.conditions.joinCondition('c')}c.provider_keys && ${this.conditions.value('text[]', providerKeys)}`
        : `FROM media_items m
  JOIN served_search_documents d ON ${this.conditions.libraries.sameLibrary('d.library_id', 'm.library_id')} AND d.media_id = m.media_id
 WHERE ${this.conditions.joinCondition('m')}m.media_id = ${this.conditions.value('uuid', uuid)}`;
    this.branches.push(`SELECT ${this.columnsOfDocuments}, ${parts.VIA_ID} AS via ${from}${end}`);
  }

  private addExact(): void {
    const keys = this.conditions.value('text[]', this.plan.titleKeys);
    const limit = this.limitPart(parts.EXACT_MAX, parts.VIA_EXACT);
    this.addBranch(`d.title_key = ANY(${keys})${this.conditions.rowFilter()}`, limit, parts.VIA_EXACT);
  }

  private addPrefix([start, end]: readonly [string, string]): void {
    const [from, to] = [this.conditions.value('text', start), this.conditions.value('text', end)];
    const titles = this.titlesBetween(from, to, this.limitPart(parts.PREFIX_MAX, parts.VIA_PREFIX));
    this.branches.push(`SELECT ${this.columnsOfSubquery}, ${parts.VIA_PREFIX} AS via FROM (${titles}) AS d`);
  }

  /**
   * Adds titles that begin with the query after another article or none. Compact keys have no spaces, so the key of
   * "American" begins with the key of "a mer". `starts_with` removes such titles. A title beyond the limit of the scan
   * is kept, because it shows that more titles may match.
   */
  private addArticlePrefixes(prefixes: readonly ArticlePrefix[]): void {
    const { conditions } = this;
    const keys = prefixes.map(({ key }) => key);
    const articles = prefixes.map(({ article }) => article);
    const arrays = `${conditions.value('text[]', keys)}, ${conditions.value('text[]', articles)}`;
    const scanMax = this.plan.partLimit ?? parts.ARTICLE_SCAN_MAX;
    const titles = this.titlesBetween('p.key', `(p.key || '${parts.PREFIX_END}')`, `LIMIT ${scanMax + 1}`);
    this.cutThresholds.set(parts.VIA_CUT_SCAN, 0);
    const via = `CASE WHEN d.place > ${scanMax} THEN ${parts.VIA_CUT_SCAN} ELSE ${parts.VIA_ARTICLE_PREFIX} END`;
    this.branches.push(`SELECT ${this.columnsOfSubquery}, ${via} AS via
  FROM unnest(${arrays}) AS p(key, article)
 CROSS JOIN LATERAL (
   SELECT *, row_number() OVER (ORDER BY d.sorted_title, d.media_id) AS place FROM (${titles}) AS d) AS d
 WHERE starts_with(d.titles, p.article) OR d.place > ${scanMax}
 ORDER BY d.sorted_title, d.media_id ${this.limitPart(parts.ARTICLE_PREFIX_MAX, parts.VIA_ARTICLE_PREFIX)}`);
  }

  /** Returns the statement for the first titles from a compact key up to another, in order. */
  private titlesBetween(from: string, to: string, limit: string): string {
    const { conditions } = this;
    const range = `d.title_key >= ${from} AND d.title_key < ${to}`;
    if (conditions.libraries.isSingle || !seesFewLibraries(this.scope.libraryIds)) {
      return `SELECT ${this.columnsOfDocuments}, d.title_key AS sorted_title FROM served_search_documents d
 WHERE ${range}${conditions.rowFilter()} AND ${conditions.itemConditions} ORDER BY d.title_key, d.media_id ${limit}`;
    }
    // A scan of the index of all titles would also read the titles of hidden libraries.
    const key = BROWSE_SORTS.title.key;
    const kinds = MEDIA_KINDS.map((kind) => `'${kind}'`).join(', ');
    return `SELECT ${this.columnsOfSubquery}, d.sorted_title
  FROM unnest(${conditions.libraries.array}) AS l(library_id) CROSS JOIN unnest(ARRAY[${kinds}]) AS k(media_kind)
 CROSS JOIN LATERAL (
   SELECT ${this.columnsOfDocuments}, ${key} AS sorted_title FROM served_search_documents d
    WHERE d.library_id = l.library_id AND d.media_kind = k.media_kind
      AND ${key} >= left(${from}, 64) AND ${key} <= left(${to}, 64) AND (${range}) IS TRUE${conditions.rowFilter()}
      AND ${conditions.itemConditions} ORDER BY ${key}, d.media_id ${limit}) AS d
 ORDER BY d.sorted_title, d.media_id ${limit}`;
  }

  private addSelective(alternatives: readonly (readonly Tsquery[])[]): void {
    this.addBranch(
      this.conditions.matchesAny(alternatives),
      this.limitPart(SELECTIVE_MAX, parts.VIA_SELECTIVE),
      parts.VIA_SELECTIVE,
    );
  }

  private addPerCondition({ tsqueries, limit }: PerConditionRetrieval): void {
    const filter = this.conditions.lexemeFilters().map((each) => ` AND ${each}`);
    this.branches.push(`SELECT ${this.columnsOfSubquery}, ${parts.VIA_PER_CONDITION} AS via
  FROM unnest(${this.conditions.value('text[]', tsqueries)}) AS one(tsquery)
 CROSS JOIN LATERAL (
   SELECT ${this.columnsOfDocuments} FROM served_search_documents d
    WHERE d.lexemes @@ one.tsquery::tsquery${filter.join('')} AND ${this.conditions.itemConditions}
    LIMIT ${this.conditions.value('integer', limit)}) AS d`);
  }

  private addSorted({ tsqueries, tier, limit }: OrderedRetrieval, index: number): void {
    // Documents below the prominence tier are not read, so more documents may match even if the tier has exactly
    // `limit`.
    this.cutThresholds.set(index, tier === null ? limit : limit - 1);
    this.rowLimits.set(index, limit + 1);
    const matches = this.conditions.matches(tier === null ? tsqueries : [tier, ...tsqueries]);
    this.branches.push(`SELECT ${this.columnsOfSubquery}, ${index} AS via
  FROM (SELECT ${this.columnsOfDocuments} FROM served_search_documents d
         WHERE ${matches} AND ${this.conditions.itemConditions} LIMIT ${parts.SORTED_MATCHES_MAX}) AS d
 ORDER BY d.prominence DESC, d.media_id LIMIT ${this.conditions.value('integer', limit + 1)}`);
  }

  /**
   * Scans each library and merges the documents in order of prominence. Documents of hidden libraries do not count
   * towards `scanMax`. Stale and unavailable ones do, because otherwise a scan of many such rows would have no limit.
   */
  private addScanned({ tsqueries, libraries, limit, scanMax }: OrderedRetrieval, index: number): void {
    const { libraryIds } = this.filter;
    const { libraryId } = this.scope;
    const visibleIds = libraryId === undefined ? libraries : [libraryId];
    const scannedIds = libraryIds === null ? visibleIds : visibleIds.filter((id) => libraryIds.includes(id));
    if (scannedIds.length === 0) return;
    this.cutThresholds.set(index, limit - 1);
    this.rowLimits.set(index, limit);
    const scanLimit = this.conditions.value('integer', scanMax);
    const libraryScans = scannedIds.map(
      (id) => `(SELECT ${COLUMNS}, d.lexemes, d.status, d.available FROM intelligence_search_documents d
           WHERE d.library_id = ${this.conditions.value('uuid', id)} ORDER BY d.prominence DESC, d.media_id LIMIT ${scanLimit})`,
    );
    const matches = this.conditions.matches([allOf(tsqueries)]);
    this.branches.push(`SELECT ${this.columnsOfDocuments}, ${index} AS via
  FROM (SELECT * FROM (${libraryScans.join(' UNION ALL ')}) AS d
         ORDER BY d.prominence DESC, d.media_id LIMIT ${scanLimit}) AS d
 WHERE ${matches} AND d.status = 'ready' AND d.available AND ${this.conditions.itemConditions}
 LIMIT ${this.conditions.value('integer', limit)}`);
  }

  /** Reads only the items in the requested watch states (usually few), and adds the most prominent of them. */
  private addWatched({ tsqueries }: OrderedRetrieval, index: number, { user, states }: WatchedParameters): void {
    const matches = this.conditions.matches([allOf(tsqueries)]);
    this.branches.push(`SELECT ${this.columnsOfSubquery}, ${index} AS via
  FROM (SELECT ${this.columnsOfDocuments} FROM watch_states w
          JOIN served_search_documents d ON ${this.conditions.libraries.sameLibrary('d.library_id', 'w.library_id')} AND d.media_id = w.media_id
         WHERE ${this.conditions.joinCondition('w')}w.user_id = ${user}
           AND w.state = ANY(${states})
           AND ${matches} AND ${this.conditions.columnConditions} LIMIT ${parts.SORTED_MATCHES_MAX}) AS d
 ORDER BY d.prominence DESC, d.media_id ${this.limitPart(parts.WATCHED_MAX, index)}`);
  }

  private limitPart(rowLimit: number, via: number): string {
    const max = this.plan.partLimit ?? rowLimit;
    this.cutThresholds.set(via, max);
    this.rowLimits.set(via, max + 1);
    return `LIMIT ${max + 1}`;
  }

  private addBranch(condition: string, end: string, via: number): void {
    this.branches.push(`SELECT ${this.columnsOfDocuments}, ${via} AS via FROM served_search_documents d
 WHERE ${condition} AND ${this.conditions.itemConditions} ${end}`);
  }
}
