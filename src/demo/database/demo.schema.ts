/**
 * Creates the tables of the demo in the schema `demo`, which the migrations of the service do not use. The statements
 * run at each start. The entities describe the columns.
 */
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

/** Selects path, size and hash of the files of the plan `next`, as the manifest (`demo.files`) stores them. */
const NEXT_FILES = `
  SELECT library.name || '/' || (file->>'path') AS path, octet_length(file->>'text') AS size_bytes,
         CASE WHEN file->>'text' = '' THEN NULL ELSE encode(sha256(convert_to(file->>'text', 'UTF8')), 'hex') END AS sha256
    FROM demo.units AS unit JOIN demo.libraries AS library USING (plan, library_id),
         jsonb_array_elements(unit.files) AS file
   WHERE unit.plan = 'next'`;

/**
 * Marks the files that are not in the plan `next`, or have other content there, as `doomed`. Removes the mark from all
 * other files.
 */
export const MARK_FILES_TO_DELETE_SQL = `
WITH next_file AS MATERIALIZED (${NEXT_FILES})
UPDATE demo.files AS file SET doomed = NOT EXISTS (
  SELECT FROM next_file WHERE next_file.path = file.path AND next_file.size_bytes = file.size_bytes
     AND next_file.sha256 IS NOT DISTINCT FROM file.sha256)`;

/**
 * Adds the new files of the plan `next` to the manifest. It runs before the files are created, so that every file of
 * the demo has an entry.
 */
export const ADD_FILES_SQL = `
INSERT INTO demo.files (path, size_bytes, sha256, pending)
SELECT path, size_bytes, sha256, true FROM (${NEXT_FILES}) AS next_file ON CONFLICT (path) DO NOTHING`;
