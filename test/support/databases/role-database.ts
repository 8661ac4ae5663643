import { randomBytes } from 'node:crypto';
import { escapeIdentifier } from 'pg';
import { artifactWordsRoleOf, type RoleUrls } from '../../../src/database/roles/role-logins';
import { setUpRoles } from '../../../src/database/roles/set-up-roles';
import { setUp } from '../set-up';
import { runSql, withConnection } from './sql';
import { createTestDatabase, type TestDatabase } from './test-database';
import { withDatabase } from './test-server';

/** A database with separate roles. `url` is the URL of the owner of the tables. */
export interface RoleDatabase extends TestDatabase {
  readonly urls: RoleUrls;
  /** Environment variables of a service that uses the roles. */
  readonly env: Readonly<Record<string, string>>;
}

/** Creates a database and sets its roles up. `drop` also drops the roles. */
export async function createRoleDatabase(): Promise<RoleDatabase> {
  return withRoles(await createTestDatabase());
}

/** Creates separate roles for a database. Drops the database if this fails. */
export async function withRoles(database: TestDatabase): Promise<RoleDatabase> {
  const urls = makeRoleUrls(database.url);
  return setUp(async (closings) => {
    closings.add(() => dropRoles(withDatabase(database.url, 'postgres'), rolesOf(urls)));
    closings.add(() => database.drop());
    await setUpRoles(urls, () => undefined);
    return { ...database, urls, env: envOf(urls), drop: () => closings.close() };
  });
}

/** Returns the URL of the owner of the tables, and URLs of roles that do not exist yet. */
export function makeRoleUrls(ownerUrl: string): RoleUrls & { readonly demo: string } {
  const suffix = randomBytes(6).toString('hex');
  const urlOf = (role: string, database?: string): string => {
    const url = new URL(ownerUrl);
    url.username = `test_${role}_${suffix}`;
    // Contains characters that must be quoted in SQL and in connection strings.
    url.password = encodeURIComponent(`pass'word \\"${suffix}`);
    if (database !== undefined) url.pathname = `/${database}`;
    return url.toString();
  };
  return {
    migration: ownerUrl,
    writer: urlOf('writer'),
    reader: urlOf('reader'),
    demo: urlOf('demo', `test_demo_${suffix}`),
  };
}

/** Runs a statement. Returns its SQLSTATE if it fails, and otherwise `allowed`. */
export async function codeOf(url: string, statement: string): Promise<string> {
  return runSql(url, statement).then(
    () => 'allowed',
    (error: { code?: string }) => error.code ?? 'unknown',
  );
}

/** Drops roles that no database uses any more. */
export async function dropRoles(serverUrl: string, roles: readonly string[]): Promise<void> {
  await withConnection(serverUrl, async (connection) => {
    for (const role of roles) await connection.query(`DROP ROLE IF EXISTS ${escapeIdentifier(role)}`);
  });
}

/** Drops the database of the demo that `setUpRoles` has created. Its role stays. */
export async function dropDemo(serverUrl: string, demoUrl: string): Promise<void> {
  const { username, pathname } = new URL(demoUrl);
  await withConnection(serverUrl, async (client) => {
    // Only a member of the role that owns a database may drop it.
    await client.query(`GRANT ${escapeIdentifier(decodeURIComponent(username))} TO CURRENT_USER`);
    await client.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(pathname.slice(1))} WITH (FORCE)`);
  });
}

/** The roles that `setUpRoles` creates for the URLs. */
export function rolesOf({ writer, reader }: RoleUrls): string[] {
  const nameOf = (url: string): string => decodeURIComponent(new URL(url).username);
  return [nameOf(writer), nameOf(reader), artifactWordsRoleOf(nameOf(reader))];
}

function envOf({ migration, writer, reader }: RoleUrls): Record<string, string> {
  return { DATABASE_URL: writer, DATABASE_READ_URL: reader, DATABASE_MIGRATION_URL: migration };
}
