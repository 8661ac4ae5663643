/** A sort order of items. */
export interface SortDefinition {
  /** SQL expression of the sort key of a document `d` or a watch state `w`. An index has the same expression. */
  readonly key: string;
  /** SQL type of the key. */
  readonly type: 'timestamptz' | 'integer' | 'text' | 'float8';
  readonly direction: 'ASC' | 'DESC';
  /** Table that is read in the order of the key. */
  readonly from: 'documents' | 'watch_states';
  /** Whether the index of the sort also contains the year and the runtime. */
  readonly indexContainsRanges: boolean;
  /** Field that an answer quotes as the reason for the position of an item. */
  readonly field: string;
}

/** The sorts by name. In a descending sort, unknown values have the lowest key, so items without a value come last. */
export const BROWSE_SORTS = Object.freeze({
  added: {
    key: 'd.added_at',
    type: 'timestamptz',
    direction: 'DESC',
    from: 'documents',
    indexContainsRanges: true,
    field: 'added_at',
  },
  year: {
    key: 'coalesce(d.year, -1)',
    type: 'integer',
    direction: 'DESC',
    from: 'documents',
    indexContainsRanges: true,
    field: 'year',
  },
  title: {
    // Only the first 64 of at most 200 characters, because the key is part of the cursor.
    key: 'left(d.title_key, 64)',
    type: 'text',
    direction: 'ASC',
    from: 'documents',
    indexContainsRanges: false,
    field: 'title',
  },
  popularity: {
    key: 'coalesce(d.popularity, -1)',
    type: 'float8',
    direction: 'DESC',
    from: 'documents',
    indexContainsRanges: true,
    field: 'popularity',
  },
  last_watched: {
    key: 'w.last_watched_at',
    type: 'timestamptz',
    direction: 'DESC',
    from: 'watch_states',
    indexContainsRanges: false,
    field: 'last_watched_at',
  },
} as const satisfies Record<string, SortDefinition>);

export type BrowseSort = keyof typeof BROWSE_SORTS;

export const BROWSE_SORT_NAMES = Object.freeze(Object.keys(BROWSE_SORTS) as BrowseSort[]);
