/** Where the rows of a table are on a distributed database. */
export type TablePlace =
  /** By this column: the rows of one library, or of one item, are on one node. */
  | { readonly by: 'library_id' | 'partition_id' | 'media_id' }
  /** All rows on every node. */
  | 'every node'
  /** All rows on the coordinator. */
  | 'coordinator';

const BY_LIBRARY = { by: 'library_id' } as const;
/** A partition is a library or, for artifacts without one, their owner. */
const BY_PARTITION = { by: 'partition_id' } as const;

/** All tables of the service, each after the tables that it references. */
export const TABLE_PLACES: Readonly<Record<string, TablePlace>> = {
  schema_migrations: 'coordinator',
  users: 'every node',
  auth_sessions: 'coordinator',
  api_keys: 'coordinator',
  admin_audit_log: 'coordinator',
  admin_audit_log_head: 'coordinator',
  login_attempts: 'coordinator',
  rate_limit_counters: 'coordinator',
  libraries: BY_LIBRARY,
  removed_libraries: BY_LIBRARY,
  media_items: BY_LIBRARY,
  media_directory: { by: 'media_id' },
  watch_states: BY_LIBRARY,
  catalog_scan_roots: BY_LIBRARY,
  catalog_scan_units: BY_LIBRARY,
  catalog_scan_items: BY_LIBRARY,
  intelligence_media_context: BY_LIBRARY,
  intelligence_search_documents: BY_LIBRARY,
  intelligence_lexicon: BY_LIBRARY,
  intelligence_lexicon_state: BY_LIBRARY,
  intelligence_spellings: 'coordinator',
  intelligence_facet_values: BY_LIBRARY,
  intelligence_facet_groups: BY_LIBRARY,
  intelligence_dirty_keys: BY_LIBRARY,
  intelligence_artifacts: BY_PARTITION,
  intelligence_artifact_contents: BY_PARTITION,
  intelligence_artifact_sources: BY_PARTITION,
  intelligence_artifact_counts: BY_PARTITION,
  intelligence_runs: 'coordinator',
  intelligence_tool_calls: 'coordinator',
  intelligence_run_history: 'coordinator',
  intelligence_idempotency_keys: 'coordinator',
};

/** The first distributed table. The others by library and partition are placed like it. */
export const FIRST_TABLE = 'libraries';

/**
 * Unique keys without the column that distributes the table. A distributed table cannot have them, so they become indexes
 * with a new name. `media_directory` keeps the ids of items unique, and the lock of an id those of artifacts.
 */
export const REPLACED_KEYS: Readonly<Record<string, { readonly table: string; readonly index: string }>> = {
  media_items_media_id_uq: { table: 'media_items', index: 'media_items_media_id_ix ON media_items (media_id)' },
  intelligence_artifacts_id_uq: {
    table: 'intelligence_artifacts',
    index: 'intelligence_artifacts_id_ix ON intelligence_artifacts (artifact_id, owner_key)',
  },
};

/** Creates and fills the directory of the items. */
export const DIRECTORY_SQL = [
  `CREATE TABLE IF NOT EXISTS media_directory (
    media_id uuid NOT NULL,
    library_id uuid NOT NULL,
    CONSTRAINT media_directory_pk PRIMARY KEY (media_id)
  )`,
];
export const FILL_DIRECTORY_SQL = 'INSERT INTO media_directory SELECT media_id, library_id FROM media_items';
