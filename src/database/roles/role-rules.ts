/** Rules about the roles of the service: which roles must differ, and which must not be members of which. */
import type { Client } from 'pg';
import { OperatorError } from '../../common/problems/operator-error';
import { toDatabaseName } from '../connections/database-url';
import { artifactWordsRoleOf, loginOf, type RoleUrls } from './role-logins';

/**
 * Selects the roles of `$1` that are direct or indirect members of the role `$2`, including those that get its rights
 * only by `SET ROLE`. Leaves out superusers.
 */
const FIND_MEMBERS_SQL = `
SELECT rolname::text AS role
  FROM pg_roles WHERE rolname = ANY($1::text[]) AND NOT rolsuper AND pg_has_role(oid, $2::name, 'MEMBER')`;

/**
 * Selects statements that end the direct and indirect membership of the roles `$1` in the current role. From PostgreSQL
 * 16 on, REVOKE removes only a membership that the named grantor has granted.
 */
const MEMBERSHIPS_SQL = `
SELECT DISTINCT format('REVOKE %s FROM %s%s;', m.roleid::regrole, r.oid::regrole,
                       CASE WHEN current_setting('server_version_num')::integer >= 160000
                            THEN ' GRANTED BY ' || m.grantor::regrole::text ELSE '' END) AS statement
  FROM pg_auth_members m JOIN pg_roles r ON r.oid = m.member JOIN pg_roles granted ON granted.oid = m.roleid
 WHERE r.rolname = ANY($1::text[]) AND granted.rolname <> ALL($1::text[]) AND pg_has_role(m.roleid, current_user, 'MEMBER')
 ORDER BY 1`;

/**
 * Throws an `OperatorError` if two URLs name the same role. All databases must have the same name, except the database
 * of the demo, which must have another. No URL may name the owner of the view of artifact words, because this role
 * reads the rows of all users.
 */
export function requireDistinct({ migration, writer, reader, demo }: RoleUrls): void {
  const settings = {
    DATABASE_MIGRATION_URL: migration,
    DATABASE_URL: writer,
    DATABASE_READ_URL: reader,
    ...(demo === undefined ? {} : { DEMO_DATABASE_URL: demo }),
  };
  const wordsRole = artifactWordsRoleOf(loginOf('DATABASE_READ_URL', reader).role);
  const settingOfRole = new Map<string, string>();
  for (const [setting, url] of Object.entries(settings)) {
    const { role } = loginOf(setting, url);
    if (role === wordsRole) {
      throw new OperatorError(`${setting} must not name the role ${role}, which owns the view of artifact words.`);
    }
    const otherSetting = settingOfRole.get(role);
    if (otherSetting !== undefined)
      throw new OperatorError(`${setting} and ${otherSetting} must name different roles.`);
    settingOfRole.set(role, setting);
    const isDemo = setting === 'DEMO_DATABASE_URL';
    if ((toDatabaseName(url) === toDatabaseName(migration)) === isDemo) {
      const rule = isDemo ? 'another database than' : 'the same database as';
      throw new OperatorError(`${setting} must name ${rule} DATABASE_MIGRATION_URL.`);
    }
  }
}

/**
 * Throws an `OperatorError` if the writer, the reader or the demo role is the owner of the tables. The owner would keep
 * all rights, and `removeRoles` would drop its tables.
 */
export function requireOtherThanOwner(owner: string, urls: RoleUrls): void {
  for (const [setting, role] of limitedRoles(urls)) {
    if (role !== owner) continue;
    throw new OperatorError(`${setting} must name another role than the owner of the tables, which is ${owner}.`);
  }
}

/**
 * Throws an `OperatorError` if the role of the writer, the reader or the demo is a member of the role that owns the
 * tables, because a member has all rights of the owner. Accepts superusers; `ensureLogin` refuses them.
 */
export async function requireNoMemberOfOwner(client: Client, owner: string, urls: RoleUrls): Promise<void> {
  const limited = limitedRoles(urls);
  const { rows } = await client.query<{ role: string }>(FIND_MEMBERS_SQL, [limited.map(([, role]) => role), owner]);
  for (const [setting, role] of limited) {
    if (!rows.some((member) => member.role === role)) continue;
    throw new OperatorError(
      `${setting} must name a role that is no member of the owner of the tables, which is ${owner}.`,
    );
  }
}

/**
 * Throws an `OperatorError` with the statements to run if one of `roles` is a member of the current role. To drop what
 * `roles` own, the current role must become a member of them, and PostgreSQL refuses circular memberships.
 */
export async function requireNoMemberOfCurrentRole(client: Client, roles: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(MEMBERSHIPS_SQL, [roles]);
  if (rows.length === 0) return;
  const statements = rows.map(({ statement }) => statement).join(' ');
  throw new OperatorError(
    `A role to remove is a member of the role of DATABASE_MIGRATION_URL. Run as a superuser: ${statements}`,
  );
}

/**
 * Returns the settings of the reader, the writer and the demo, and the role that each names. The reader comes first,
 * because the writer is a member of the reader: if both are members of the owner, the reader's membership is the cause.
 */
function limitedRoles({ writer, reader, demo }: RoleUrls): [setting: string, role: string][] {
  const settings = { DATABASE_READ_URL: reader, DATABASE_URL: writer, DEMO_DATABASE_URL: demo };
  return Object.entries(settings).flatMap(([setting, url]) =>
    url === undefined ? [] : [[setting, loginOf(setting, url).role]],
  );
}
