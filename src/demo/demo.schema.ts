/** The demo's own tables, in a schema of its own: the service's migrations know nothing of them. */
export const DEMO_SCHEMA_SQL: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS demo.state (
     only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
     state text NOT NULL DEFAULT 'seeding'
       CHECK (state IN ('seeding', 'ready', 'resetting', 'resizing', 'failed')),
     generation integer NOT NULL DEFAULT 0,
     options_hash text,
     next_options_hash text,
     plan_complete boolean NOT NULL DEFAULT false,
     job_kind text,
     job_phase text,
     job_started_at timestamptz,
     job_done integer NOT NULL DEFAULT 0,
     job_total integer NOT NULL DEFAULT 0,
     job_error text
   )`,
  // Key of the administrator's name at the last start.
  'ALTER TABLE demo.state ADD COLUMN IF NOT EXISTS admin_key text',
  'INSERT INTO demo.state DEFAULT VALUES ON CONFLICT DO NOTHING',
  `CREATE TABLE IF NOT EXISTS demo.libraries (
     plan text NOT NULL CHECK (plan IN ('current', 'next')),
     library_id uuid NOT NULL,
     place integer NOT NULL,
     name text NOT NULL,
     library_kind text NOT NULL,
     PRIMARY KEY (plan, library_id)
   )`,
  `CREATE TABLE IF NOT EXISTS demo.units (
     plan text NOT NULL CHECK (plan IN ('current', 'next')),
     library_id uuid NOT NULL,
     place integer NOT NULL,
     provider_id bigint NOT NULL,
     folder text COLLATE "C" NOT NULL,
     directory_count integer NOT NULL,
     file_count integer NOT NULL,
     files jsonb NOT NULL,
     metadata jsonb NOT NULL,
     PRIMARY KEY (plan, library_id, place),
     UNIQUE (plan, library_id, folder)
   )`,
  `CREATE TABLE IF NOT EXISTS demo.files (
     path text COLLATE "C" PRIMARY KEY,
     size_bytes integer NOT NULL,
     sha256 text,
     pending boolean NOT NULL,
     doomed boolean NOT NULL DEFAULT false
   )`,
];

/** Files of the next plan as the manifest has them; `demo.files.path` begins with the library's folder, its name. */
const NEXT_FILES = `
  SELECT library.name || '/' || (file->>'path') AS path, octet_length(file->>'text') AS size_bytes,
         CASE WHEN file->>'text' = '' THEN NULL ELSE encode(sha256(convert_to(file->>'text', 'UTF8')), 'hex') END AS sha256
    FROM demo.units AS unit JOIN demo.libraries AS library USING (plan, library_id),
         jsonb_array_elements(unit.files) AS file
   WHERE unit.plan = 'next'`;

/** Marks what the next plan does not have, or has with another content. */
export const DOOM_FILES_SQL = `
WITH wanted AS MATERIALIZED (${NEXT_FILES})
UPDATE demo.files AS file SET doomed = NOT EXISTS (
  SELECT FROM wanted WHERE wanted.path = file.path AND wanted.size_bytes = file.size_bytes
     AND wanted.sha256 IS NOT DISTINCT FROM file.sha256)`;

/** Adds what the next plan has and the tree has not: before a file is made, the manifest knows it. */
export const ADD_FILES_SQL = `
INSERT INTO demo.files (path, size_bytes, sha256, pending)
SELECT path, size_bytes, sha256, true FROM (${NEXT_FILES}) AS wanted ON CONFLICT (path) DO NOTHING`;

/** What users have made in the demo: all of it goes with a reset. Accounts and their sessions stay. */
export const USER_TABLES: readonly string[] = [
  'watch_states',
  'intelligence_artifacts',
  'intelligence_artifact_contents',
  'intelligence_artifact_sources',
  'intelligence_artifact_counts',
  'intelligence_runs',
  'intelligence_tool_calls',
  'intelligence_idempotency_keys',
  'intelligence_run_history',
];
