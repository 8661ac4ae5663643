import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../../../common/problems/operator-error';
import { createExclusively, readIfPresent } from './cluster-files';
import type { ClusterHome } from './cluster-home';

export const ADMIN_ROLE = 'postgres';
/** Name of the application's role and of its database. */
export const APPLICATION_ROLE = 'intelligence';

/** Generated passwords of a cluster. They are stored so that a later process can connect to a running server. */
export interface ClusterCredentials {
  adminPassword: string;
  applicationPassword: string;
}

/**
 * Reads the passwords from a file of mode 600 beside the cluster directory. For a new cluster, generates the passwords
 * and writes the file. Throws an `OperatorError` when the file is damaged, or missing although the cluster exists.
 */
export function loadCredentials(home: ClusterHome): ClusterCredentials {
  const path = join(home.directory, 'credentials.json');
  const stored = readIfPresent(path);
  if (stored !== null) return parseCredentials(stored, path);
  if (existsSync(home.cluster)) {
    throw new OperatorError(`${path} is missing, so the passwords of the cluster are unknown.`);
  }
  const generated: ClusterCredentials = { adminPassword: generatePassword(), applicationPassword: generatePassword() };
  createExclusively(path, `${JSON.stringify(generated)}\n`);
  // Reads the file again, because another process may have created it first.
  return parseCredentials(readIfPresent(path) ?? '', path);
}

/** Returns 192 random bits in hexadecimal, which need no escaping in URLs, SQL and JSON. */
function generatePassword(): string {
  return randomBytes(24).toString('hex');
}

function parseCredentials(content: string, path: string): ClusterCredentials {
  const admin = /"adminPassword":\s*"([0-9a-f]{48})"/.exec(content)?.[1];
  const application = /"applicationPassword":\s*"([0-9a-f]{48})"/.exec(content)?.[1];
  if (admin === undefined || application === undefined) {
    throw new OperatorError(`${path} is damaged: it must contain two passwords.`);
  }
  return { adminPassword: admin, applicationPassword: application };
}
