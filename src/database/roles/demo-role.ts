import { type Client, escapeIdentifier } from 'pg';
import { OperatorError } from '../../common/problems/operator-error';
import { toDatabaseName } from '../connections/database-url';
import { ensureLogin, loginOf } from './role-logins';
import { toRoleFailure } from './role-changes';

const OWNER_SQL = 'SELECT pg_get_userbyid(datdba)::text AS owner FROM pg_database WHERE datname = $1';

/**
 * Creates the role of the demo and a database that this role owns. PUBLIC may not connect to the database. Returns a
 * line for the operator. A killed run can leave this work incomplete, because PostgreSQL cannot create a database in a
 * transaction. The next run completes it. Throws an `OperatorError` when a right is missing, the role cannot be used,
 * or the database belongs to another role.
 */
export async function ensureDemoDatabase(client: Client, url: string): Promise<string> {
  const login = loginOf('DEMO_DATABASE_URL', url);
  const name = toDatabaseName(url);
  const [role, database] = [escapeIdentifier(login.role), escapeIdentifier(name)];
  try {
    await ensureLogin(client, login);
    const { rows } = await client.query<{ owner: string }>(OWNER_SQL, [name]);
    const owner = rows[0]?.owner ?? login.role;
    if (owner !== login.role) {
      throw new OperatorError(`The database ${name} belongs to ${owner}: name another one in DEMO_DATABASE_URL.`);
    }
    // Only a member of a role may create a database for it and change the rights on that database.
    await client.query(`GRANT ${role} TO CURRENT_USER`);
    try {
      if (rows.length === 0) await createDatabase(client, `${database} OWNER ${role}`);
      await client.query(`REVOKE CONNECT ON DATABASE ${database} FROM PUBLIC`);
    } finally {
      await client.query(`REVOKE ${role} FROM CURRENT_USER`);
    }
    return `Role ${login.role}: it owns the database ${name}, and can connect to no other database of the service.`;
  } catch (error) {
    throw toRoleFailure(error);
  }
}

async function createDatabase(client: Client, databaseAndOwner: string): Promise<void> {
  try {
    await client.query(`CREATE DATABASE ${databaseAndOwner} ENCODING 'UTF8' TEMPLATE template0`);
  } catch (error) {
    throw toRoleFailure(error, { right: 'CREATEDB' });
  }
}
