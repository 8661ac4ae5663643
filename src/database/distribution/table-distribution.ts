/** How Citus stores a table. */
type TableDistribution =
  /** Distributed by this column: all rows with the same value are on one node. A partition is a library or an owner. */
  | 'library_id'
  | 'partition_id'
  | 'media_id'
  /** A reference table: each node has all rows. */
  | 'reference'
  /** A local table: the coordinator has all rows. */
  | 'local';

/** All tables of the service, each after the tables that it references. */
export const TABLE_DISTRIBUTION: Readonly<Record<string, TableDistribution>> = {
  schema_migrations: 'local',
  users: 'reference',
  auth_sessions: 'local',
  api_keys: 'local',
  admin_audit_log: 'local',
  admin_audit_log_head: 'local',
  login_attempts: 'local',
  rate_limit_counters: 'local',
  libraries: 'library_id',
  removed_libraries: 'library_id',
  media_items: 'library_id',
  media_directory: 'media_id',
  watch_states: 'library_id',
  catalog_scan_roots: 'library_id',
  catalog_scan_units: 'library_id',
  catalog_scan_items: 'library_id',
  intelligence_media_context: 'library_id',
  intelligence_search_documents: 'library_id',
  intelligence_lexicon: 'library_id',
  intelligence_lexicon_state: 'library_id',
  intelligence_spellings: 'local',
  intelligence_facet_values: 'library_id',
  intelligence_facet_groups: 'library_id',
  intelligence_dirty_keys: 'library_id',
  intelligence_artifacts: 'partition_id',
  intelligence_artifact_contents: 'partition_id',
  intelligence_artifact_sources: 'partition_id',
  intelligence_artifact_counts: 'partition_id',
  intelligence_runs: 'local',
  intelligence_tool_calls: 'local',
  intelligence_run_history: 'local',
  intelligence_idempotency_keys: 'local',
};

/**
 * The first distributed table. All other distributed tables except `media_directory` are colocated with it: Citus
 * stores all rows of a library or partition on the same node.
 */
export const COLOCATION_TABLE = 'libraries';

/** The only table that is distributed by the ids of items. */
export const DIRECTORY_TABLE = 'media_directory';

/**
 * Unique keys that do not contain the distribution column. Citus does not allow them, so `distribute` replaces them by
 * indexes. `media_directory` keeps the ids of items unique. `ArtifactStore.lockId` keeps the ids of an owner's
 * artifacts unique.
 */
export const REPLACED_KEYS: Readonly<Record<string, { readonly table: string; readonly index: string }>> = {
  media_items_media_id_uq: { table: 'media_items', index: 'media_items_media_id_ix ON media_items (media_id)' },
  intelligence_artifacts_id_uq: {
    table: 'intelligence_artifacts',
    index: 'intelligence_artifacts_id_ix ON intelligence_artifacts (artifact_id, owner_key)',
  },
};

/** Creates the table `media_directory`, which `FILL_DIRECTORY_SQL` fills. */
export const CREATE_DIRECTORY_SQL = `
CREATE TABLE IF NOT EXISTS media_directory (
  media_id uuid NOT NULL,
  library_id uuid NOT NULL,
  CONSTRAINT media_directory_pk PRIMARY KEY (media_id)
)`;
export const FILL_DIRECTORY_SQL = 'INSERT INTO media_directory SELECT media_id, library_id FROM media_items';
