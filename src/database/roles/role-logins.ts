import { type Client, escapeIdentifier, escapeLiteral } from 'pg';
import { lastParameter } from '../../common/config/settings/database-address';
import { OperatorError } from '../../common/problems/operator-error';
import { isEmptyWhenPrepared, scramVerifier } from './scram-verifier';

/** The database URLs of the roles. All URLs except `demo` name the same database. */
export interface RoleUrls {
  readonly migration: string;
  readonly writer: string;
  readonly reader: string;
  readonly demo?: string | undefined;
}

/** A role that can log in, as a URL names it. */
interface RoleLogin {
  readonly role: string;
  /** Empty if the URL has none, because the role logs in by another method. */
  readonly password: string;
}

/** PostgreSQL allows names of 63 bytes. `artifactWordsRoleOf` adds the 6 bytes of `_words` to the reader's name. */
const NAME_MAX_BYTES = 57;

/** Returns the role that owns the view `intelligence_artifact_words`. */
export function artifactWordsRoleOf(reader: string): string {
  return `${reader}_words`;
}

/**
 * Returns the role and the password with which the driver logs in. The query parameters `user` and `password` of a URL
 * take precedence over the user name and the password before its host. Throws an `OperatorError` that names the
 * setting if the role is missing or too long, or if the password has no visible character.
 */
export function loginOf(setting: string, url: string): RoleLogin {
  const address = new URL(url);
  const role = lastParameter(address, 'user') || decodeURIComponent(address.username);
  const password = lastParameter(address, 'password') || decodeURIComponent(address.password);
  if (role === '') throw new OperatorError(`${setting} must name a role: postgres://role:password@host/database.`);
  if (Buffer.byteLength(role) > NAME_MAX_BYTES) {
    throw new OperatorError(`${setting} must name a role of at most ${NAME_MAX_BYTES} bytes.`);
  }
  if (password !== '' && isEmptyWhenPrepared(password)) {
    throw new OperatorError(`The password in ${setting} must contain a visible character.`);
  }
  return { role, password };
}

/**
 * Creates the role if it does not exist, lets it log in, and sets its password if the URL has one. Throws an
 * `OperatorError` if the role is a superuser or bypasses row-level security.
 */
export async function ensureLogin(client: Client, { role, password }: RoleLogin): Promise<'created' | 'kept'> {
  const { rows } = await client.query<{ powerful: boolean }>(
    'SELECT rolsuper OR rolbypassrls AS powerful FROM pg_roles WHERE rolname = $1',
    [role],
  );
  if (rows[0]?.powerful === true) {
    throw new OperatorError(`The role ${role} is a superuser or bypasses row-level security: name another one.`);
  }
  const name = escapeIdentifier(role);
  const secret = password === '' ? '' : ` PASSWORD ${escapeLiteral(scramVerifier(password))}`;
  await client.query(`${rows.length === 0 ? 'CREATE' : 'ALTER'} ROLE ${name} LOGIN${secret}`);
  return rows.length === 0 ? 'created' : 'kept';
}
