import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedPostgresError } from '../embedded-postgres.error';
import { createExclusively, readIfPresent } from './exclusive-file';
import type { ClusterHome } from './cluster-home';

/** The superuser of an embedded cluster. */
export const ADMIN_ROLE = 'postgres';
/** Name of the application's role and of its database. */
export const APPLICATION_ROLE = 'intelligence';

/** Generated passwords of a cluster, kept so that a later process can adopt it. */
export interface ClusterCredentials {
  adminPassword: string;
  applicationPassword: string;
}

/**
 * Reads the passwords from the mode-600 file beside the cluster, or generates them for a cluster yet to be made.
 *
 * @throws EmbeddedPostgresError when there is a cluster but no readable file
 */
export function loadCredentials(home: ClusterHome): ClusterCredentials {
  const path = join(home.directory, 'credentials.json');
  const known = readIfPresent(path);
  if (known !== null) return parse(known, path);
  if (existsSync(home.cluster)) {
    throw new EmbeddedPostgresError(`${path} is missing, so nobody can log in to the cluster beside it.`);
  }
  const fresh: ClusterCredentials = { adminPassword: password(), applicationPassword: password() };
  createExclusively(path, `${JSON.stringify(fresh)}\n`);
  return parse(readIfPresent(path) ?? '', path);
}

/** Letters and digits only (hexadecimal), so it needs no quoting in URLs, SQL or files; 192 bits. */
function password(): string {
  return randomBytes(24).toString('hex');
}

function parse(content: string, path: string): ClusterCredentials {
  const admin = /"adminPassword":\s*"([0-9a-f]{48})"/.exec(content)?.[1];
  const application = /"applicationPassword":\s*"([0-9a-f]{48})"/.exec(content)?.[1];
  if (admin === undefined || application === undefined) {
    throw new EmbeddedPostgresError(`${path} is damaged: it does not hold two passwords.`);
  }
  return { adminPassword: admin, applicationPassword: application };
}
