/** Row-level security of the tables with rows of users. */
import { escapeIdentifier } from 'pg';
import { GLOBAL_OWNER } from '../../common/principal';
import { USER_SETTING } from './row-scope';

/** A table with rows of users, and the column with the user. */
interface UserTable {
  readonly table: string;
  readonly owner: string;
  /** Whether every user sees the rows whose owner is the nil UUID. */
  readonly hasGlobalRows: boolean;
}

/**
 * The tables with row-level security. The tables of the catalog have none: operators of text search are not leak-proof, so
 * PostgreSQL could not use their indexes.
 */
export const USER_TABLES: readonly UserTable[] = [
  { table: 'intelligence_artifacts', owner: 'owner_key', hasGlobalRows: true },
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

/** PostgreSQL evaluates a sub-select once for each statement. The setting is '' after a transaction that had set it. */
const USER_ID = `(SELECT nullif(current_setting('${USER_SETTING}', true), '')::uuid)`;
const HAS_NO_USER = `(SELECT nullif(current_setting('${USER_SETTING}', true), '') IS NULL)`;

const READER_POLICY = 'intelligence_reader';
const WRITER_POLICY = 'intelligence_writer';
const WORDS_POLICY = 'intelligence_words';

/** The reader and the writer that the policies of the database name; null without policies. */
export const FIND_POLICY_ROLES_SQL = `
SELECT current_database()::text AS database,
       (SELECT min(role::text) FROM pg_policies, unnest(roles) AS role WHERE policyname = '${READER_POLICY}') AS reader,
       (SELECT min(role::text) FROM pg_policies NATURAL JOIN pg_tables, unnest(roles) AS role
         WHERE policyname = '${WRITER_POLICY}' AND role <> tableowner) AS writer`;

/** Returns statements that enable row-level security. They can be repeated. */
export function enablePoliciesSql({ owner, writer, reader, words }: PolicyRoles): string[] {
  const statements = USER_TABLES.flatMap(({ table, owner: column, hasGlobalRows }) => {
    const isOwn = `${column} = ${USER_ID}`;
    const isVisible = hasGlobalRows ? `${column} = ANY (ARRAY['${GLOBAL_OWNER}'::uuid, ${USER_ID}])` : isOwn;
    const writers = [...new Set([owner, writer])].map(escapeIdentifier).join(', ');
    return [
      ...dropPoliciesSql(table),
      `CREATE POLICY ${READER_POLICY} ON ${table} FOR SELECT TO ${escapeIdentifier(reader)} USING (${isVisible})`,
      `CREATE POLICY ${WRITER_POLICY} ON ${table} TO ${writers}
        USING (${HAS_NO_USER} OR ${isVisible}) WITH CHECK (${HAS_NO_USER} OR ${isOwn})`,
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
  return [READER_POLICY, WRITER_POLICY, WORDS_POLICY].map((name) => `DROP POLICY IF EXISTS ${name} ON ${table}`);
}
