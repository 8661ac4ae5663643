import { escapeIdentifier } from 'pg';
import { connect } from '../connections/connect';
import { toDatabaseName } from '../connections/database-url';
import { artifactWordsRoleOf, loginOf, type RoleUrls } from './role-logins';
import { requireDistinct, requireNoMemberOfCurrentRole, requireOtherThanOwner } from './role-rules';
import { requireOwner } from './role-owner';
import { changeRoles } from './role-changes';
import { disablePoliciesSql } from './row-policies';

/**
 * Undoes `setUpRoles` in one transaction: disables row-level security, revokes the rights of the roles in this
 * database, drops what they own there except the view of artifact words, and drops the roles. Keeps the role and the
 * database of the demo. The service must be stopped, or use the role of the owner. Throws an `OperatorError` if a right
 * is missing, the tables are distributed, or the roles break a rule of `role-rules.ts`. `report` receives each line of
 * the command's output.
 */
export async function removeRoles(urls: RoleUrls, report: (line: string) => void): Promise<void> {
  requireDistinct(urls);
  const client = await connect(urls.migration, 'intelligence-roles', 'DATABASE_MIGRATION_URL');
  try {
    const { owner } = await requireOwner(client);
    requireOtherThanOwner(owner, urls);
    const reader = loginOf('DATABASE_READ_URL', urls.reader).role;
    const names = [loginOf('DATABASE_URL', urls.writer).role, reader, artifactWordsRoleOf(reader)];
    await requireNoMemberOfCurrentRole(client, names);
    const roles = await changeRoles(client, async (runLocking) => {
      for (const statement of disablePoliciesSql()) await runLocking(statement);
      const { rows } = await client.query<{ role: string }>(
        'SELECT quote_ident(rolname) AS role FROM pg_roles WHERE rolname = ANY($1::text[]) ORDER BY rolname',
        [names],
      );
      const found = rows.map(({ role }) => role).join(', ');
      // PostgreSQL gives these rights to all roles by default. `setUpRoles` has revoked them.
      await client.query(
        `GRANT CONNECT, TEMPORARY ON DATABASE ${escapeIdentifier(toDatabaseName(urls.migration))} TO PUBLIC`,
      );
      if (found === '') return found;
      // Only a member of a role may give away or drop what the role owns.
      await client.query(`GRANT ${found} TO CURRENT_USER`);
      // The view is a part of the schema of the service, so it must not be dropped together with its owner.
      await runLocking(`ALTER VIEW intelligence_artifact_words OWNER TO ${escapeIdentifier(owner)}`);
      await runLocking(`DROP OWNED BY ${found}`);
      await client.query(`DROP ROLE ${found}`);
      return found;
    });
    if (roles !== '') report(`Dropped the roles ${roles}.`);
    report('Row-level security: disabled.');
  } finally {
    await client.end();
  }
}
