import { escapeIdentifier } from 'pg';
import { GLOBAL_OWNER } from '../../common/principal';
import { USER_SETTING } from './row-scope';

/** A table with rows of users, and the column with the user. */
interface UserTable {
  readonly table: string;
  readonly owner: string;
  /** Whether every user sees the rows whose owner is the nil UUID. */
  readonly hasGlobalRows: boolean;
  /** Whether transactions of a user lock global rows. A policy must then permit updates of them. Default: false. */
  readonly locksGlobalRows?: boolean;
}

/**
 * The tables with row-level security. The tables of the catalog have none, because PostgreSQL could not use the indexes
 * of text search: its operators are not leak-proof.
 */
export const USER_TABLES: readonly UserTable[] = [
  { table: 'intelligence_artifacts', owner: 'owner_key', hasGlobalRows: true, locksGlobalRows: true },
  { table: 'intelligence_artifact_contents', owner: 'owner_key', hasGlobalRows: true },
  { table: 'intelligence_artifact_sources', owner: 'owner_key', hasGlobalRows: true },
  { table: 'intelligence_artifact_counts', owner: 'owner_key', hasGlobalRows: true },
  { table: 'intelligence_runs', owner: 'owner_user_id', hasGlobalRows: false },
  { table: 'intelligence_tool_calls', owner: 'owner_user_id', hasGlobalRows: false },
  { table: 'intelligence_run_history', owner: 'owner_user_id', hasGlobalRows: false },
  { table: 'watch_states', owner: 'user_id', hasGlobalRows: false },
];

/** The roles that policies name. */
export interface PolicyRoles {
  readonly owner: string;
  readonly writer: string;
  readonly reader: string;
  /** Owner of the view of the words in artifacts. Nobody can log in as this role. */
  readonly words: string;
}

/**
 * PostgreSQL evaluates a sub-select only once for each statement. `nullif` is needed because the setting is '', not
 * null, after a transaction that had set it.
 */
const USER_ID = `(SELECT nullif(current_setting('${USER_SETTING}', true), '')::uuid)`;
const HAS_NO_USER = `(SELECT nullif(current_setting('${USER_SETTING}', true), '') IS NULL)`;

const READER_POLICY = 'intelligence_reader';
const WRITER_POLICY = 'intelligence_writer';
/**
 * The names of two more policies for tables with global rows, by command. While the writer acts for a user, they let it
 * update or delete only rows of this user. `WRITER_POLICY` alone would let it delete global rows, too.
 */
const OWN_ROWS_POLICIES = { UPDATE: 'intelligence_writer_update', DELETE: 'intelligence_writer_delete' };
const WORDS_POLICY = 'intelligence_words';

/**
 * Version of the rights of the roles. Raise it when the statements of `enablePoliciesSql`, `grantsSql` or
 * `wordsViewSql` change. `migrate` renews rights of an earlier version, and rights given before the last migration.
 */
export const RIGHTS_VERSION: number = 1;

/** Pattern of the comment on `WORDS_POLICY`: version of the rights, and id of the migration that had run last. */
const NOTE_PATTERN = String.raw`^rights (\d{1,6}), migration (\d{1,9})$`;

/**
 * The reader and the writer that the policies name; null without policies. `is_current` is true if they have the rights
 * of version `$1` or later, and no migration has run since they got them.
 */
export const FIND_POLICY_ROLES_SQL = `
SELECT current_database()::text AS database,
       (SELECT note[1]::integer >= $1 AND note[2]::integer >= (SELECT max(id) FROM schema_migrations)
          FROM pg_policy, regexp_match(obj_description(oid, 'pg_policy'), '${NOTE_PATTERN}') AS note
         WHERE polname = '${WORDS_POLICY}' AND polrelid = to_regclass('intelligence_artifacts')) IS TRUE AS is_current,
       (SELECT min(role::text) FROM pg_policies, unnest(roles) AS role WHERE policyname = '${READER_POLICY}') AS reader,
       (SELECT min(role::text) FROM pg_policies NATURAL JOIN pg_tables, unnest(roles) AS role
         WHERE policyname = '${WRITER_POLICY}' AND role <> tableowner) AS writer`;

/** A query that returns a statement. The statement records version `$1` of the rights for `FIND_POLICY_ROLES_SQL`. */
export const NOTE_RIGHTS_SQL = `
SELECT format('COMMENT ON POLICY ${WORDS_POLICY} ON intelligence_artifacts IS %L',
              format('rights %s, migration %s', $1::integer, max(id))) AS statement FROM schema_migrations`;

/** Returns statements that enable row-level security. They can be repeated. */
export function enablePoliciesSql({ owner, writer, reader, words }: PolicyRoles): string[] {
  const writers = [...new Set([owner, writer])].map(escapeIdentifier).join(', ');
  const statements = USER_TABLES.flatMap(({ table, owner: column, hasGlobalRows, locksGlobalRows }) => {
    const isOwn = `${column} = ${USER_ID}`;
    const isVisible = hasGlobalRows ? `${column} = ANY (ARRAY['${GLOBAL_OWNER}'::uuid, ${USER_ID}])` : isOwn;
    // A table whose global rows are locked gets no restrictive UPDATE policy. A user still cannot update a global row:
    // `WITH CHECK` refuses a row that stays global, and the foreign keys of contents and sources refuse a new owner.
    const ownRowsPolicies = Object.entries(OWN_ROWS_POLICIES)
      .filter(([command]) => hasGlobalRows && !(command === 'UPDATE' && locksGlobalRows === true))
      .map(
        ([command, name]) =>
          `CREATE POLICY ${name} ON ${table} AS RESTRICTIVE FOR ${command} TO ${writers} USING (${HAS_NO_USER} OR ${isOwn})`,
      );
    return [
      ...dropPoliciesSql(table),
      `CREATE POLICY ${READER_POLICY} ON ${table} FOR SELECT TO ${escapeIdentifier(reader)} USING (${isVisible})`,
      `CREATE POLICY ${WRITER_POLICY} ON ${table} TO ${writers}
        USING (${HAS_NO_USER} OR ${isVisible}) WITH CHECK (${HAS_NO_USER} OR ${isOwn})`,
      ...ownRowsPolicies,
      `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY`,
    ];
  });
  const wordsPolicy = `CREATE POLICY ${WORDS_POLICY} ON intelligence_artifacts FOR SELECT TO ${escapeIdentifier(words)} USING (true)`;
  return [...statements, wordsPolicy];
}

/** Returns statements that disable row-level security. They can be repeated. */
export function disablePoliciesSql(): string[] {
  return USER_TABLES.flatMap(({ table }) => [
    `ALTER TABLE ${table} DISABLE ROW LEVEL SECURITY, NO FORCE ROW LEVEL SECURITY`,
    ...dropPoliciesSql(table),
  ]);
}

function dropPoliciesSql(table: string): string[] {
  return [READER_POLICY, WRITER_POLICY, ...Object.values(OWN_ROWS_POLICIES), WORDS_POLICY].map(
    (name) => `DROP POLICY IF EXISTS ${name} ON ${table}`,
  );
}
