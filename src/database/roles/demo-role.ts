import { type Client, escapeIdentifier } from 'pg';
import { toDatabaseName } from '../connections/database-url';
import { ensureLogin, loginOf } from './role-logins';
import { toRoleFailure } from './role-owner';

/**
 * Creates the role of the demo and a database that this role owns. No other role may connect to the database. Returns a
 * line for the operator. Throws an `OperatorError` when a right is missing.
 */
export async function ensureDemoDatabase(client: Client, url: string): Promise<string> {
  const login = loginOf('DEMO_DATABASE_URL', url);
  const [role, database] = [escapeIdentifier(login.role), escapeIdentifier(toDatabaseName(url))];
  try {
    await ensureLogin(client, login);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [toDatabaseName(url)]);
    if (rowCount === 0) {
      // PostgreSQL lets a role create a database for another owner only if it is a member of the owner.
      await client.query(`GRANT ${role} TO CURRENT_USER`);
      await client.query(`CREATE DATABASE ${database} OWNER ${role} ENCODING 'UTF8' TEMPLATE template0`);
      await client.query(`REVOKE CONNECT ON DATABASE ${database} FROM PUBLIC`);
      await client.query(`REVOKE ${role} FROM CURRENT_USER`);
    }
    return `Role ${login.role}: it owns the database ${toDatabaseName(url)}, and can connect to no other of the service.`;
  } catch (error) {
    throw toRoleFailure(error);
  }
}
