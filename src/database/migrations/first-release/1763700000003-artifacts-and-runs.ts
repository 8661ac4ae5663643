import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration';

/**
 * Creates artifacts with their provenance, and runs with their tool calls and history. The keys are explained in
 * `docs/adr/0003-keys-of-artifacts-and-runs.md`.
 */
export class ArtifactsAndRuns1763700000003 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...ARTIFACTS, ...RUNS, ...HISTORY]) await runner.query(statement);
  }
}

const ARTIFACTS = [
  `CREATE TABLE intelligence_artifacts (
    partition_id uuid NOT NULL,
    owner_key uuid NOT NULL,
    artifact_id uuid NOT NULL,
    owner_user_id uuid,
    author_user_id uuid,
    library_id uuid,
    media_id uuid,
    kind text NOT NULL,
    status text NOT NULL,
    title text NOT NULL,
    summary text NOT NULL,
    producer text,
    run_id uuid,
    supersedes_artifact_id uuid,
    superseded_by_artifact_id uuid,
    invalidation_reason text,
    content_hash text NOT NULL,
    request_hash text NOT NULL,
    search_keys bigint[] NOT NULL DEFAULT '{}',
    revision integer NOT NULL DEFAULT 1,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT intelligence_artifacts_pk PRIMARY KEY (partition_id, owner_key, artifact_id),
    CONSTRAINT intelligence_artifacts_id_uq UNIQUE (owner_key, artifact_id),
    CONSTRAINT intelligence_artifacts_owner_fk FOREIGN KEY (owner_user_id)
      REFERENCES users (user_id) ON DELETE CASCADE,
    CONSTRAINT intelligence_artifacts_author_fk FOREIGN KEY (author_user_id)
      REFERENCES users (user_id) ON DELETE SET NULL,
    CONSTRAINT intelligence_artifacts_owner_ck
      CHECK (owner_key = COALESCE(owner_user_id, '00000000-0000-0000-0000-000000000000')),
    CONSTRAINT intelligence_artifacts_partition_ck CHECK (partition_id = COALESCE(library_id, owner_key)),
    CONSTRAINT intelligence_artifacts_media_ck CHECK (media_id IS NULL OR library_id IS NOT NULL),
    CONSTRAINT intelligence_artifacts_kind_ck CHECK (kind IN ('summary', 'user_note', 'generated_answer',
      'recommendation', 'collection', 'analysis', 'audit_record')),
    CONSTRAINT intelligence_artifacts_status_ck CHECK (status IN ('active', 'stale', 'superseded', 'invalidated'))
  ) WITH (fillfactor = 90)`,
  // Indexes for lists from newest to oldest: by owner; by owner and library; by owner, library and kind; by item; by
  // run.
  `CREATE INDEX intelligence_artifacts_owner_ix
    ON intelligence_artifacts (owner_key, created_at DESC, artifact_id DESC) WHERE status = 'active'`,
  `CREATE INDEX intelligence_artifacts_partition_ix
    ON intelligence_artifacts (partition_id, owner_key, created_at DESC, artifact_id DESC) WHERE status = 'active'`,
  `CREATE INDEX intelligence_artifacts_kind_ix
    ON intelligence_artifacts (partition_id, owner_key, kind, created_at DESC, artifact_id DESC)
    WHERE status = 'active'`,
  `CREATE INDEX intelligence_artifacts_media_ix
    ON intelligence_artifacts (media_id, owner_key, created_at DESC, artifact_id DESC)
    WHERE status = 'active' AND media_id IS NOT NULL`,
  `CREATE INDEX intelligence_artifacts_run_ix
    ON intelligence_artifacts (author_user_id, run_id, created_at DESC, artifact_id DESC)`,
  `CREATE INDEX intelligence_artifacts_owner_user_ix ON intelligence_artifacts (owner_user_id)
    WHERE owner_user_id IS NOT NULL`,
  // The index has no pending list, so that a search does not scan the entries of earlier writes.
  `CREATE INDEX intelligence_artifacts_search_ix ON intelligence_artifacts USING gin (search_keys)
    WITH (fastupdate = off) WHERE status = 'active'`,
  `CREATE TABLE intelligence_artifact_contents (
    partition_id uuid NOT NULL,
    owner_key uuid NOT NULL,
    artifact_id uuid NOT NULL,
    content jsonb NOT NULL,
    content_bytes integer NOT NULL,
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT intelligence_artifact_contents_pk PRIMARY KEY (partition_id, owner_key, artifact_id),
    CONSTRAINT intelligence_artifact_contents_fk FOREIGN KEY (partition_id, owner_key, artifact_id)
      REFERENCES intelligence_artifacts (partition_id, owner_key, artifact_id) ON DELETE CASCADE
  )`,
  `CREATE TABLE intelligence_artifact_sources (
    partition_id uuid NOT NULL,
    owner_key uuid NOT NULL,
    artifact_id uuid NOT NULL,
    position integer NOT NULL,
    source_kind text NOT NULL,
    source_partition_id uuid NOT NULL,
    source_owner_key uuid,
    source_id uuid NOT NULL,
    field text,
    source_hash text,
    created_at timestamptz(3) NOT NULL,
    CONSTRAINT intelligence_artifact_sources_pk PRIMARY KEY (partition_id, owner_key, artifact_id, position),
    CONSTRAINT intelligence_artifact_sources_fk FOREIGN KEY (partition_id, owner_key, artifact_id)
      REFERENCES intelligence_artifacts (partition_id, owner_key, artifact_id) ON DELETE CASCADE,
    CONSTRAINT intelligence_artifact_sources_kind_ck
      CHECK (source_kind IN ('media', 'artifact', 'run', 'tool_call'))
  )`,
  `CREATE INDEX intelligence_artifact_sources_source_ix
    ON intelligence_artifact_sources (source_partition_id, source_id, created_at DESC, artifact_id DESC)`,
  `CREATE TABLE intelligence_artifact_counts (
    partition_id uuid NOT NULL,
    owner_key uuid NOT NULL,
    slot smallint NOT NULL,
    owner_user_id uuid,
    active_count integer NOT NULL,
    CONSTRAINT intelligence_artifact_counts_pk PRIMARY KEY (partition_id, owner_key, slot),
    CONSTRAINT intelligence_artifact_counts_owner_fk FOREIGN KEY (owner_user_id)
      REFERENCES users (user_id) ON DELETE CASCADE,
    CONSTRAINT intelligence_artifact_counts_active_ck CHECK (active_count >= 0)
  ) WITH (fillfactor = 50)`,
  `CREATE INDEX intelligence_artifact_counts_owner_ix ON intelligence_artifact_counts (owner_user_id)
    WHERE owner_user_id IS NOT NULL`,
];

const RUNS = [
  `CREATE TABLE intelligence_runs (
    owner_user_id uuid NOT NULL,
    run_id uuid NOT NULL,
    purpose text NOT NULL,
    status text NOT NULL,
    model text,
    input_summary text,
    output_summary text,
    error_summary text,
    sources jsonb NOT NULL DEFAULT '[]',
    queued_at timestamptz(3) NOT NULL,
    started_at timestamptz(3),
    completed_at timestamptz(3),
    revision integer NOT NULL DEFAULT 1,
    tool_call_count integer NOT NULL DEFAULT 0,
    history_length integer NOT NULL DEFAULT 0,
    history_head text NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT intelligence_runs_pk PRIMARY KEY (owner_user_id, run_id),
    CONSTRAINT intelligence_runs_owner_fk FOREIGN KEY (owner_user_id) REFERENCES users (user_id) ON DELETE CASCADE,
    CONSTRAINT intelligence_runs_purpose_ck CHECK (purpose IN ('library_overview', 'candidate_search',
      'artifact_search', 'item_context', 'related_context', 'artifact_refresh', 'recommendation', 'other')),
    CONSTRAINT intelligence_runs_status_ck
      CHECK (status IN ('queued', 'running', 'succeeded', 'failed', 'cancelled'))
  ) WITH (fillfactor = 80)`,
  `CREATE INDEX intelligence_runs_newest_ix ON intelligence_runs (owner_user_id, created_at DESC, run_id DESC)`,
  `CREATE TABLE intelligence_tool_calls (
    owner_user_id uuid NOT NULL,
    run_id uuid NOT NULL,
    sequence integer NOT NULL,
    tool_call_id uuid NOT NULL,
    name text NOT NULL,
    kind text NOT NULL,
    status text NOT NULL,
    arguments jsonb,
    arguments_bytes integer,
    arguments_sha256 text,
    result jsonb,
    result_bytes integer,
    result_sha256 text,
    input_summary text,
    output_summary text,
    error_summary text,
    sources jsonb NOT NULL DEFAULT '[]',
    started_at timestamptz(3),
    completed_at timestamptz(3),
    revision integer NOT NULL DEFAULT 1,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT intelligence_tool_calls_pk PRIMARY KEY (owner_user_id, run_id, sequence),
    CONSTRAINT intelligence_tool_calls_id_uq UNIQUE (owner_user_id, tool_call_id),
    CONSTRAINT intelligence_tool_calls_run_fk FOREIGN KEY (owner_user_id, run_id)
      REFERENCES intelligence_runs (owner_user_id, run_id) ON DELETE CASCADE,
    CONSTRAINT intelligence_tool_calls_kind_ck
      CHECK (kind IN ('search', 'read_model', 'artifact', 'external', 'system')),
    CONSTRAINT intelligence_tool_calls_status_ck
      CHECK (status IN ('pending', 'running', 'succeeded', 'failed', 'skipped', 'cancelled'))
  ) WITH (fillfactor = 80)`,
  `CREATE TABLE intelligence_idempotency_keys (
    owner_user_id uuid NOT NULL,
    route text NOT NULL,
    idempotency_key text NOT NULL,
    request_hash text NOT NULL,
    status integer NOT NULL,
    answer json NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT intelligence_idempotency_keys_pk PRIMARY KEY (owner_user_id, route, idempotency_key),
    CONSTRAINT intelligence_idempotency_keys_owner_fk FOREIGN KEY (owner_user_id)
      REFERENCES users (user_id) ON DELETE CASCADE
  )`,
  `CREATE INDEX intelligence_idempotency_keys_age_ix ON intelligence_idempotency_keys (owner_user_id, created_at)`,
];

const HISTORY = [
  `CREATE TABLE intelligence_run_history (
    owner_user_id uuid NOT NULL,
    run_id uuid NOT NULL,
    history_sequence integer NOT NULL,
    record text NOT NULL,
    previous_hash text NOT NULL,
    hash text NOT NULL,
    recorded_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT intelligence_run_history_pk PRIMARY KEY (owner_user_id, run_id, history_sequence),
    CONSTRAINT intelligence_run_history_run_fk FOREIGN KEY (owner_user_id, run_id)
      REFERENCES intelligence_runs (owner_user_id, run_id) ON DELETE CASCADE
  )`,
  // Makes the run history append-only. Rows can be deleted only with their owner's account: the foreign key cascades
  // after the row in `users` is deleted.
  `CREATE FUNCTION intelligence_keep_run_history() RETURNS trigger LANGUAGE plpgsql AS $keep$
   BEGIN
     IF TG_OP = 'DELETE' AND TG_LEVEL = 'ROW' THEN
       IF NOT EXISTS (SELECT FROM users WHERE user_id = OLD.owner_user_id) THEN RETURN OLD; END IF;
     END IF;
     RAISE EXCEPTION 'run history is append-only' USING ERRCODE = 'insufficient_privilege';
   END
   $keep$`,
  `CREATE TRIGGER intelligence_run_history_rows_tg BEFORE UPDATE OR DELETE ON intelligence_run_history
     FOR EACH ROW EXECUTE FUNCTION intelligence_keep_run_history()`,
  `CREATE TRIGGER intelligence_run_history_table_tg BEFORE TRUNCATE ON intelligence_run_history
     FOR EACH STATEMENT EXECUTE FUNCTION intelligence_keep_run_history()`,
];
