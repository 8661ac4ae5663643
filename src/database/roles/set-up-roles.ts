import { type Client, escapeIdentifier } from 'pg';
import { OperatorError } from '../../common/problems/operator-error';
import { connect } from '../connections/connect';
import { toDatabaseName } from '../connections/database-url';
import { ensureDemoDatabase } from './demo-role';
import { type GrantTarget, grantsSql, RESTRICTED_TABLES, wordsViewSql } from './role-grants';
import { artifactWordsRoleOf, ensureLogin, loginOf, type RoleUrls } from './role-logins';
import { requireDistinct, requireNoMemberOfOwner, requireOtherThanOwner } from './role-rules';
import { isOwner, requireOwner } from './role-owner';
import { changeRoles, type RunLocking } from './role-changes';
import {
  enablePoliciesSql,
  FIND_POLICY_ROLES_SQL,
  NOTE_RIGHTS_SQL,
  type PolicyRoles,
  RIGHTS_VERSION,
  USER_TABLES,
} from './row-policies';

const COLUMNS_SQL = `
SELECT attrelid::regclass::text AS "table", array_agg(attname::text ORDER BY attnum) AS columns
  FROM pg_attribute WHERE attrelid = ANY($1::text[]::regclass[]) AND attnum > 0 AND NOT attisdropped GROUP BY 1`;

/**
 * Sets up separate roles: a writer, a reader, one without a login that owns the view of artifact words, and one for the
 * demo if `urls` names it. Gives them their rights, revokes all other rights of the writer and the reader on tables
 * (but not those on other objects), sets the passwords, and enables row-level security. All this is one transaction,
 * except for the demo's role and database. Throws an `OperatorError` when a right is missing, a role cannot be used, or
 * the tables are distributed.
 */
export async function setUpRoles(urls: RoleUrls, report: (line: string) => void): Promise<void> {
  requireDistinct(urls);
  const client = await connect(urls.migration, 'intelligence-roles', 'DATABASE_MIGRATION_URL');
  try {
    const { owner, schema } = await requireOwner(client);
    requireOtherThanOwner(owner, urls);
    await requireNoMemberOfOwner(client, owner, urls);
    const writer = loginOf('DATABASE_URL', urls.writer);
    const reader = loginOf('DATABASE_READ_URL', urls.reader);
    const roles = { owner, writer: writer.role, reader: reader.role, words: artifactWordsRoleOf(reader.role) };
    const target = { database: escapeIdentifier(toDatabaseName(urls.migration)), schema };
    const lines = await changeRoles(client, async (runLocking) => {
      const states: string[] = [];
      for (const login of [writer, reader]) states.push(`Role ${login.role}: ${await ensureLogin(client, login)}.`);
      await grantRights(client, runLocking, roles, target);
      return states;
    });
    for (const line of lines) report(line);
    report(`Row-level security: enabled on ${USER_TABLES.length} tables.`);
    if (urls.demo !== undefined) report(await ensureDemoDatabase(client, urls.demo));
  } finally {
    await client.end();
  }
}

/**
 * Gives the roles of `setUpRoles` their rights on new tables and columns, and the rights that a new release changes.
 * Does nothing if there are no such roles. Does nothing if they already have these rights or those of a later release,
 * because giving rights locks the tables. Does nothing if the user lacks the rights of the owner of the tables: such a
 * user cannot have migrated them. Throws an `OperatorError` when it cannot give the rights. `setting` is the name of
 * the setting with the URL of `client`.
 */
export async function renewRights(client: Client, setting?: string): Promise<void> {
  const { rows } = await client.query<FoundRoles>(FIND_POLICY_ROLES_SQL, [RIGHTS_VERSION]);
  const { database = '', is_current = false, writer = null, reader = null } = rows[0] ?? {};
  if (is_current || writer === null || reader === null || !(await isOwner(client))) return;
  try {
    const { owner, schema } = await requireOwner(client);
    const roles = { owner, writer, reader, words: artifactWordsRoleOf(reader) };
    const target = { database: escapeIdentifier(database), schema };
    await changeRoles(client, (runLocking) => grantRights(client, runLocking, roles, target), setting);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(
      `The database is migrated, but the roles did not get their rights on new tables and columns. Run \`npm run cli -- migrate\` again. ${reason}`,
      { cause: error },
    );
  }
}

interface FoundRoles {
  readonly database: string;
  readonly is_current: boolean;
  readonly writer: string | null;
  readonly reader: string | null;
}

async function grantRights(
  client: Client,
  runLocking: RunLocking,
  roles: PolicyRoles,
  target: Omit<GrantTarget, 'columns'>,
): Promise<void> {
  const words = escapeIdentifier(roles.words);
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [roles.words]);
  if (rowCount === 0) await client.query(`CREATE ROLE ${words} NOLOGIN`);
  // Only a member of a role may make the role an owner and change the rights on its objects. The membership is
  // temporary, because the policies of a role also apply to its members.
  await client.query(`GRANT ${words} TO CURRENT_USER`);
  const { rows } = await client.query<{ table: string; columns: string[] }>(COLUMNS_SQL, [RESTRICTED_TABLES]);
  const columns = Object.fromEntries(rows.map(({ table, columns: names }) => [table, names]));
  const statements = [
    ...grantsSql(roles, { ...target, columns }),
    ...enablePoliciesSql(roles),
    ...wordsViewSql(roles, target.schema),
  ];
  for (const statement of statements) await runLocking(statement);
  const note = await client.query<{ statement: string }>(NOTE_RIGHTS_SQL, [RIGHTS_VERSION]);
  for (const { statement } of note.rows) await runLocking(statement);
  await client.query(`REVOKE ${words} FROM CURRENT_USER`);
}
