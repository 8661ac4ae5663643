import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration';

/** Creates accounts, the catalog, watch states, item contexts, facet counts and the queue of items to derive again. */
export class CatalogAndReadModel1763700000001 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...ACCOUNTS, ...CATALOG, ...READ_MODEL, ...UNSAMPLED]) await runner.query(statement);
  }
}

const ACCOUNTS = [
  `CREATE TABLE users (
    user_id uuid NOT NULL DEFAULT gen_random_uuid(),
    username text NOT NULL,
    username_key text NOT NULL,
    password_hash text,
    role text NOT NULL DEFAULT 'user',
    scopes text[] NOT NULL DEFAULT '{}',
    library_ids uuid[],
    disabled boolean NOT NULL DEFAULT false,
    issuer text,
    subject text,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT users_pk PRIMARY KEY (user_id),
    CONSTRAINT users_username_key_uq UNIQUE (username_key),
    CONSTRAINT users_external_uq UNIQUE (issuer, subject),
    CONSTRAINT users_role_ck CHECK (role IN ('admin', 'user'))
  )`,
];

// Many rows exceed 2 kB, the size above which PostgreSQL compresses values by default. Compression costs more than all
// other steps of the write, so `toast_tuple_target` raises this limit to the size of a page.
const CATALOG = [
  `CREATE TABLE libraries (
    library_id uuid NOT NULL,
    name text NOT NULL,
    library_kind text NOT NULL,
    revision bigint NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT libraries_pk PRIMARY KEY (library_id),
    CONSTRAINT libraries_kind_ck CHECK (library_kind IN ('movies', 'series'))
  )`,
  `CREATE TABLE media_items (
    library_id uuid NOT NULL,
    media_id uuid NOT NULL,
    media_kind text NOT NULL,
    series_id uuid,
    season_id uuid,
    season_number integer,
    episode_number integer,
    absolute_number integer,
    title text,
    original_title text,
    sort_title text,
    aliases text[] NOT NULL DEFAULT '{}',
    year integer,
    release_date date,
    last_air_date date,
    series_status text,
    runtime_minutes integer,
    overview text,
    tagline text,
    genres text[] NOT NULL DEFAULT '{}',
    keywords text[] NOT NULL DEFAULT '{}',
    people jsonb NOT NULL DEFAULT '[]',
    studios text[] NOT NULL DEFAULT '{}',
    countries text[] NOT NULL DEFAULT '{}',
    original_language text,
    content_rating text,
    popularity double precision,
    external_ids jsonb NOT NULL DEFAULT '{}',
    provider_related text[] NOT NULL DEFAULT '{}',
    available boolean NOT NULL DEFAULT true,
    files jsonb NOT NULL DEFAULT '[]',
    content_hash text NOT NULL,
    revision bigint NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT media_items_pk PRIMARY KEY (library_id, media_id),
    CONSTRAINT media_items_media_id_uq UNIQUE (media_id),
    CONSTRAINT media_items_library_fk FOREIGN KEY (library_id) REFERENCES libraries (library_id),
    CONSTRAINT media_items_kind_ck CHECK (media_kind IN ('movie', 'series', 'season', 'episode')),
    CONSTRAINT media_items_parent_ck CHECK ((media_kind IN ('season', 'episode')) = (series_id IS NOT NULL))
  ) WITH (toast_tuple_target = 8160)`,
  `CREATE INDEX media_items_series_ix ON media_items (library_id, series_id, season_number, episode_number)
    WHERE series_id IS NOT NULL`,
  `CREATE TABLE watch_states (
    library_id uuid NOT NULL,
    user_id uuid NOT NULL,
    media_id uuid NOT NULL,
    state text NOT NULL,
    position_seconds integer NOT NULL,
    duration_seconds integer NOT NULL,
    threshold_percent integer NOT NULL,
    last_watched_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT watch_states_pk PRIMARY KEY (library_id, user_id, media_id),
    CONSTRAINT watch_states_user_fk FOREIGN KEY (user_id) REFERENCES users (user_id) ON DELETE CASCADE,
    CONSTRAINT watch_states_media_fk FOREIGN KEY (library_id, media_id)
      REFERENCES media_items (library_id, media_id) ON DELETE CASCADE,
    CONSTRAINT watch_states_state_ck CHECK (state IN ('unwatched', 'in_progress', 'completed'))
  )`,
  `CREATE INDEX watch_states_user_ix ON watch_states (user_id, media_id)`,
  `CREATE INDEX watch_states_media_ix ON watch_states (library_id, media_id)`,
];

/**
 * Wide columns that ANALYZE does not sample. No statement filters by them, and sampling them would take most of the
 * time of ANALYZE.
 */
const UNSAMPLED = [
  ...['overview', 'tagline', 'people', 'files', 'external_ids', 'aliases', 'keywords', 'provider_related'].map(
    (column) => `ALTER TABLE media_items ALTER COLUMN ${column} SET STATISTICS 0`,
  ),
  ...['media', 'summary_text', 'people', 'facets', 'missing_fields'].map(
    (column) => `ALTER TABLE intelligence_media_context ALTER COLUMN ${column} SET STATISTICS 0`,
  ),
];

const READ_MODEL = [
  `CREATE TABLE catalog_revision (
    only_row boolean NOT NULL DEFAULT true,
    revision bigint NOT NULL DEFAULT 0,
    CONSTRAINT catalog_revision_pk PRIMARY KEY (only_row),
    CONSTRAINT catalog_revision_one_ck CHECK (only_row)
  )`,
  `INSERT INTO catalog_revision DEFAULT VALUES`,
  `CREATE TABLE intelligence_media_context (
    library_id uuid NOT NULL,
    media_id uuid NOT NULL,
    media_kind text NOT NULL,
    series_id uuid,
    season_id uuid,
    season_number integer,
    episode_number integer,
    title text NOT NULL,
    year integer,
    popularity double precision,
    available boolean NOT NULL,
    media jsonb NOT NULL,
    summary_text text NOT NULL,
    people jsonb NOT NULL,
    people_total integer NOT NULL,
    facets jsonb NOT NULL,
    facet_keys text[] NOT NULL,
    missing_fields text[] NOT NULL,
    source_hash text NOT NULL,
    inherited_hash text,
    status text NOT NULL,
    revision bigint NOT NULL,
    refreshed_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT intelligence_media_context_pk PRIMARY KEY (library_id, media_id),
    CONSTRAINT intelligence_media_context_status_ck CHECK (status IN ('ready', 'stale'))
  ) WITH (fillfactor = 90, toast_tuple_target = 8160)`,
  `CREATE INDEX intelligence_media_context_media_ix ON intelligence_media_context (media_id)`,
  `CREATE INDEX intelligence_media_context_series_ix
    ON intelligence_media_context (library_id, series_id, season_number, episode_number, media_id)
    WHERE series_id IS NOT NULL`,
  `CREATE INDEX intelligence_media_context_facets_ix ON intelligence_media_context USING gin (facet_keys)`,
  `CREATE TABLE intelligence_facet_values (
    library_id uuid NOT NULL,
    facet_kind text NOT NULL,
    facet_key text COLLATE "C" NOT NULL,
    label text NOT NULL,
    item_count integer NOT NULL,
    sample_media_ids text[] NOT NULL,
    CONSTRAINT intelligence_facet_values_pk PRIMARY KEY (library_id, facet_kind, facet_key)
  ) WITH (fillfactor = 80)`,
  // Most facet values, such as people, have a count of one. The partial index omits them, which keeps it small. If it
  // has too few values for a facet group of an answer, the remaining values are read by the primary key.
  `CREATE INDEX intelligence_facet_values_top_ix
    ON intelligence_facet_values (library_id, facet_kind, item_count DESC, facet_key) WHERE item_count > 1`,
  `CREATE TABLE intelligence_facet_groups (
    library_id uuid NOT NULL,
    facet_kind text NOT NULL,
    cardinality integer NOT NULL,
    value_total bigint NOT NULL,
    missing_count integer NOT NULL,
    CONSTRAINT intelligence_facet_groups_pk PRIMARY KEY (library_id, facet_kind)
  )`,
  `CREATE TABLE intelligence_dirty_keys (
    library_id uuid NOT NULL,
    media_id uuid NOT NULL,
    reason text NOT NULL,
    enqueued_at timestamptz NOT NULL DEFAULT now(),
    attempts integer NOT NULL DEFAULT 0,
    not_before timestamptz NOT NULL DEFAULT now(),
    quarantined boolean NOT NULL DEFAULT false,
    last_error text,
    CONSTRAINT intelligence_dirty_keys_pk PRIMARY KEY (library_id, media_id)
  )`,
  `CREATE INDEX intelligence_dirty_keys_due_ix ON intelligence_dirty_keys (library_id, not_before, media_id)
    WHERE NOT quarantined`,
];
