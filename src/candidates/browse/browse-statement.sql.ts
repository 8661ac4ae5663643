import { createHash } from 'node:crypto';
import { timestampKey } from '../../database/timestamp-key';
import type { Statement } from '../../database/read-scope';
import { artifactIdsOf } from '../../read-model/artifacts/artifact-ids';
import { BrowseConditions, type BrowseScope, type BrowseSelection } from './browse-conditions';
import { BROWSED_ROWS_MAX } from './browse-plan';
import { BROWSE_SORTS, type SortDefinition } from './browse-sorts';

/**
 * Returns the statement of a page, and its values. The SQL text depends only on the sort, on the plan, and on which and
 * how many other values the selection and the scope have. These other values are parameters.
 */
export function browseStatement(
  selection: BrowseSelection,
  scope: BrowseScope,
): { readonly statement: Statement; readonly values: unknown[] } {
  return new BrowseBuilder(selection, scope).build();
}

class BrowseBuilder {
  private readonly conditions: BrowseConditions;
  private readonly sort: SortDefinition;
  /** Parameters of the sort key and the id after which the page starts; null for the first page. */
  private readonly after: { readonly key: string; readonly id: string } | null;

  constructor(
    private readonly selection: BrowseSelection,
    private readonly scope: BrowseScope,
  ) {
    this.conditions = new BrowseConditions(selection, scope);
    this.sort = BROWSE_SORTS[selection.sort];
    const { after } = selection;
    this.after =
      after === null ? null : { key: this.value(this.sort.type, after[0]), id: this.value('uuid', after[1]) };
  }

  build(): { statement: Statement; values: unknown[] } {
    const { owners, artifactLimit } = this.scope;
    const { user, libraries, values } = this.conditions;
    const rows = this.value('integer', this.selection.rows);
    const artifactIds = artifactIdsOf(
      'p',
      this.value('uuid[]', owners),
      libraries,
      this.value('integer', artifactLimit),
    );
    const keyOf = (column: string): string => (this.sort.type === 'timestamptz' ? timestampKey(column) : column);
    const text = `
WITH ${this.pageExpressions(rows)}
SELECT ${keyOf('p.key')} AS key, p.media_id AS id, c.media, c.summary_text, d.runtime_minutes, d.popularity, d.added_at,
       w.state, w.position_seconds, w.duration_seconds, w.last_watched_at, ${artifactIds} AS artifact_ids,
       ${keyOf('r.key')} AS resume_key, r.media_id AS resume_id, r.is_cut
  FROM rest r
  LEFT JOIN page p ON true
  LEFT JOIN served_media_context c ON ${libraries.sameLibrary('c.library_id', 'p.library_id')} AND c.media_id = p.media_id
  LEFT JOIN served_search_documents d ON ${libraries.sameLibrary('d.library_id', 'p.library_id')} AND d.media_id = p.media_id
  LEFT JOIN LATERAL (
    SELECT w.state, w.position_seconds, w.duration_seconds, w.last_watched_at FROM watch_states w
     WHERE ${libraries.sameLibrary('w.library_id', 'p.library_id')} AND w.user_id = ${user} AND w.media_id = p.media_id OFFSET 0) AS w ON true
 ORDER BY ${this.orderOf('p.key', 'p.media_id')}`;
    const name = `browse_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
    return { statement: { name, text }, values };
  }

  /**
   * Returns the common table expressions that the statement joins: `page` has the rows of the page, and `rest` has one
   * row that says how to continue.
   */
  private pageExpressions(rows: string): string {
    if (this.selection.driver === 'matches') return this.sorted(this.matches(), rows);
    if (this.selection.driver === 'watched') return this.sorted(this.watched(), rows);
    const { conditions } = this;
    if (this.sort.from === 'documents')
      return this.scanned(
        this.sortIndexScans(),
        [...conditions.lexemeConditions(), ...conditions.watchCondition()],
        rows,
      );
    return this.scanned(
      this.history(),
      [...conditions.scopeConditions(), ...conditions.lexemeConditions(), ...conditions.otherConditions()],
      rows,
    );
  }

  /**
   * Reads rows in the order of the sort until the page is full. If the scan reaches its row limit first, `rest`
   * contains the position of the last row. PostgreSQL computes `fits` only for the rows that the page needs, and runs
   * its subquery only if `is_in_range` is true.
   */
  private scanned(source: string, filters: readonly string[], rows: string): string {
    const order = this.orderOf('s.key', 's.media_id');
    return `scanned AS MATERIALIZED (
  SELECT s.library_id, s.media_id, s.key,
         s.is_in_range AND EXISTS (
           SELECT FROM served_search_documents d WHERE ${joinConditions([...this.isItemOf('s'), ...filters])} OFFSET 0) AS fits
    FROM (SELECT s.library_id, s.media_id, s.key, s.is_in_range FROM (${source}) AS s
           ORDER BY ${order} LIMIT ${this.selection.scanMax}) AS s
   ORDER BY ${order}
), page AS MATERIALIZED (
  SELECT library_id, media_id, key FROM scanned WHERE fits LIMIT ${rows}
), rest AS (
  SELECT last.key, last.media_id, false AS is_cut
    FROM (SELECT count(*) AS found FROM page) AS size
    LEFT JOIN LATERAL (SELECT key, media_id FROM scanned
                        WHERE size.found < ${rows} OFFSET ${this.selection.scanMax - 1} LIMIT 1) AS last ON true
)`;
  }

  /**
   * Scans the index of the sort once for each kind in each library, so it reads no rows of hidden libraries. Scans
   * that find no rows are added until the number of scans is a power of two, so that there are few different
   * statements.
   */
  private sortIndexScans(): string {
    const { kindCounts } = this.selection;
    const { key } = this.sort;
    const isInRange = joinConditions(this.conditions.rangeConditions());
    const keyConditions = [...this.conditions.yearBounds(), ...this.afterCursor(key, 'd.media_id')];
    const size = 2 ** Math.ceil(Math.log2(Math.max(1, kindCounts.length)));
    const paddedCounts = Array.from({ length: size }, (_, index) => kindCounts[index]);
    return paddedCounts
      .map((count) => {
        const library = this.scope.only === undefined ? this.value('uuid', count?.library_id ?? null) : null;
        const isInLibrary =
          library === null ? this.conditions.libraries.has('d.library_id') : `d.library_id = ${library}`;
        const kind = `d.media_kind = ${this.value('text', count?.media_kind ?? null)}`;
        return `(SELECT d.library_id, d.media_id, ${key} AS key, (${isInRange}) AS is_in_range
     FROM intelligence_search_documents d WHERE ${joinConditions([isInLibrary, kind, ...keyConditions])}
    ORDER BY ${this.orderOf(key, 'd.media_id')} LIMIT ${this.selection.scanMax})`;
      })
      .join('\n  UNION ALL\n  ');
  }

  /**
   * Selects the caller's watch states with their sort keys. `is_in_range` is true, because a watch state has neither a
   * year nor a runtime. The filters on the document check both.
   */
  private history(): string {
    const { key } = this.sort;
    return `SELECT w.library_id, w.media_id, ${key} AS key, true AS is_in_range FROM watch_states w
     WHERE ${joinConditions([...this.callersWatchStates(), ...this.afterCursor(key, 'w.media_id')])}`;
  }

  /**
   * Sorts rows that were read without an order. If there are more than `BROWSED_ROWS_MAX`, `is_cut` is true, and
   * `BrowseService` discards the page.
   */
  private sorted(source: string, rows: string): string {
    return `found AS MATERIALIZED (
  ${source}
   LIMIT ${BROWSED_ROWS_MAX + 1}
), page AS MATERIALIZED (
  SELECT s.library_id, s.media_id, s.key FROM found AS s
   WHERE ${joinConditions(['s.fits', ...this.afterCursor('s.key', 's.media_id')])}
   ORDER BY ${this.orderOf('s.key', 's.media_id')} LIMIT ${rows}
), rest AS (
  SELECT NULL::${this.sort.type} AS key, NULL::uuid AS media_id, count(*) > ${BROWSED_ROWS_MAX} AS is_cut FROM found
)`;
  }

  /** Selects the documents that the index of lexemes finds. The row limit applies before `otherConditions`. */
  private matches(): string {
    const { conditions } = this;
    return `SELECT d.library_id, d.media_id, ${this.sort.key} AS key, (${joinConditions(conditions.otherConditions())}) AS fits
    FROM served_search_documents d
   WHERE ${joinConditions([...conditions.lexemeConditions(), ...conditions.scopeConditions()])}`;
  }

  /** Selects the requested watch states of the caller, and reads only the documents of their items. */
  private watched(): string {
    const { conditions } = this;
    const states = this.value('text[]', this.selection.watchStates);
    const isItem = this.isItemOf('w');
    const fits = [
      ...isItem,
      ...conditions.scopeConditions(),
      ...conditions.lexemeConditions(),
      ...conditions.otherConditions(),
    ];
    return `SELECT w.library_id, w.media_id, d.key, d.media_id IS NOT NULL AS fits
    FROM (SELECT w.library_id, w.media_id FROM watch_states w
           WHERE ${joinConditions(this.callersWatchStates())} AND w.state = ANY(${states}) LIMIT ${BROWSED_ROWS_MAX + 1}) AS w
    LEFT JOIN LATERAL (SELECT d.media_id, ${this.sort.key} AS key FROM served_search_documents d
                        WHERE ${joinConditions(fits)} OFFSET 0) AS d ON true`;
  }

  /** Returns the conditions for the caller's watch states in visible libraries. Row limits count only such states. */
  private callersWatchStates(): string[] {
    return [`w.user_id = ${this.conditions.user}`, this.conditions.libraries.has('w.library_id')];
  }

  private isItemOf(alias: string): string[] {
    return [
      this.conditions.libraries.sameLibrary('d.library_id', `${alias}.library_id`),
      `d.media_id = ${alias}.media_id`,
    ];
  }

  private orderOf(key: string, id: string): string {
    return `${key} ${this.sort.direction}, ${id} ${this.sort.direction}`;
  }

  private afterCursor(key: string, id: string): string[] {
    if (this.after === null) return [];
    return [`(${key}, ${id}) ${this.sort.direction === 'ASC' ? '>' : '<'} (${this.after.key}, ${this.after.id})`];
  }

  private value(type: string, value: unknown): string {
    return this.conditions.value(type, value);
  }
}

function joinConditions(conditions: readonly string[]): string {
  return conditions.length === 0 ? 'true' : conditions.join(' AND ');
}
