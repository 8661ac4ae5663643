import { escapeIdentifier } from 'pg';
import type { PolicyRoles } from './row-policies';

/** Columns that the reader may not read, by table. If the list is empty, the reader may read no column of the table. */
const UNREADABLE_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  users: ['password_hash'],
  auth_sessions: ['token_hash'],
  login_attempts: [],
  rate_limit_counters: [],
  intelligence_idempotency_keys: [],
  intelligence_artifact_contents: ['content'],
  intelligence_tool_calls: ['arguments', 'result'],
};

/** The rights of the writer on tables where it has fewer than `WRITE_RIGHTS`. */
const LIMITED_RIGHTS: Readonly<Record<string, string>> = {
  schema_migrations: 'SELECT',
  admin_audit_log: 'SELECT, INSERT',
  intelligence_run_history: 'SELECT, INSERT',
  intelligence_artifact_words: 'SELECT',
};
const WRITE_RIGHTS = 'SELECT, INSERT, UPDATE, DELETE';

/** The view that a separate role owns, and the columns of `intelligence_artifacts` that this role may read. */
const WORDS_VIEW = 'intelligence_artifact_words';
const WORDS_COLUMNS =
  'partition_id, owner_key, artifact_id, library_id, media_id, kind, status, search_keys, created_at';

/** The tables with columns that the reader may not read. */
export const RESTRICTED_TABLES = Object.keys(UNREADABLE_COLUMNS);

/** Where the rights apply. `database` and `schema` are quoted as identifiers; the names in `columns` are not. */
export interface GrantTarget {
  readonly database: string;
  readonly schema: string;
  /** All columns of each table in `RESTRICTED_TABLES`, by table. */
  readonly columns: Readonly<Record<string, readonly string[]>>;
}

/**
 * Returns statements that give the roles the rights of this file. The reader and the writer lose all other rights on
 * tables. Also revokes what the roles passed on: otherwise PostgreSQL would refuse to revoke the roles' own rights.
 */
export function grantsSql(roles: PolicyRoles, { database, schema, columns }: GrantTarget): string[] {
  const [owner, writer, reader, words] = [roles.owner, roles.writer, roles.reader, roles.words].map(escapeIdentifier);
  const allTables = `ALL TABLES IN SCHEMA ${schema}`;
  const defaults = `ALTER DEFAULT PRIVILEGES FOR ROLE ${owner} IN SCHEMA ${schema}`;
  return [
    // Lets a server of the previous release, which connects as the writer, cancel statements of the reader.
    `GRANT ${reader} TO ${writer}`,
    `REVOKE CONNECT, TEMPORARY ON DATABASE ${database} FROM PUBLIC`,
    `GRANT CONNECT ON DATABASE ${database} TO ${reader}, ${writer}`,
    `GRANT TEMPORARY ON DATABASE ${database} TO ${writer}`,
    `GRANT USAGE ON SCHEMA ${schema} TO ${reader}, ${writer}, ${words}`,
    `REVOKE ALL ON ${allTables} FROM ${reader}, ${writer} CASCADE`,
    `REVOKE ALL ON intelligence_artifacts FROM ${words} CASCADE`,
    `GRANT SELECT ON ${allTables} TO ${reader}`,
    ...Object.entries(UNREADABLE_COLUMNS).flatMap(([table, withheld]) => {
      const readable = withheld.length === 0 ? [] : (columns[table] ?? []).filter((name) => !withheld.includes(name));
      const list = readable.map(escapeIdentifier).join(', ');
      return [
        `REVOKE ALL ON ${table} FROM ${reader} CASCADE`,
        ...(list === '' ? [] : [`GRANT SELECT (${list}) ON ${table} TO ${reader}`]),
      ];
    }),
    `GRANT ${WRITE_RIGHTS} ON ${allTables} TO ${writer}`,
    ...Object.entries(LIMITED_RIGHTS).flatMap(([table, rights]) => [
      `REVOKE ALL ON ${table} FROM ${writer} CASCADE`,
      `GRANT ${rights} ON ${table} TO ${writer}`,
    ]),
    `GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${writer}`,
    `GRANT EXECUTE ON FUNCTION intelligence_merge_postings(text[]), intelligence_analyze(text[]) TO ${writer}`,
    // The function's migration grants this to PUBLIC, but a database that was restored without privileges can lack it.
    `GRANT EXECUTE ON FUNCTION intelligence_library_terms(uuid, text[], text[]) TO ${reader}, ${writer}`,
    `${defaults} GRANT SELECT ON TABLES TO ${reader}`,
    `${defaults} GRANT ${WRITE_RIGHTS} ON TABLES TO ${writer}`,
    `GRANT SELECT (${WORDS_COLUMNS}) ON intelligence_artifacts TO ${words}`,
  ];
}

/**
 * Returns statements that make the role `words` the owner of the view. PostgreSQL requires that the new owner has
 * CREATE on the schema.
 */
export function wordsViewSql({ owner, words }: PolicyRoles, schema: string): string[] {
  const role = escapeIdentifier(words);
  return [
    `GRANT CREATE ON SCHEMA ${schema} TO ${role}`,
    `ALTER VIEW ${WORDS_VIEW} OWNER TO ${role}`,
    `REVOKE CREATE ON SCHEMA ${schema} FROM ${role}`,
    // Some instances of the service may still connect as the owner of the tables.
    `GRANT SELECT ON ${WORDS_VIEW} TO ${escapeIdentifier(owner)}`,
  ];
}
