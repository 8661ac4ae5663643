/** The secrets of a service on the embedded database. They are generated once and stored in the data directory. */
import { MinLength } from 'class-validator';
import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { findStoredObject } from '../common/json/stored-object';
import { OperatorError } from '../common/problems/operator-error';
import { toStorageFailure } from '../common/problems/storage-failure';
import { createExclusively, readIfPresent } from '../database/embedded/cluster/cluster-files';
import { makeDataDirectory } from '../database/embedded/cluster/cluster-home';

/**
 * Content of the secrets file. `JWT_SECRET` and `CURSOR_SECRET` are values of the settings with these names. The
 * setting `ADMIN_PASSWORD` is independent of the member `ADMIN_PASSWORD`.
 */
export class EmbeddedSecrets {
  @MinLength(32)
  readonly JWT_SECRET: string;

  @MinLength(32)
  readonly CURSOR_SECRET: string;

  /** Password of the administrator that the quick start creates. */
  @MinLength(12)
  readonly ADMIN_PASSWORD: string;

  /** Password of the users whose watch states are in the sample catalog. */
  @MinLength(12)
  readonly VIEWER_PASSWORD: string;
}

const FILE = 'secrets.json';

/**
 * Returns the secrets in a data directory. The first call generates them. Concurrent calls in several processes return
 * the same secrets. Throws an `OperatorError` when the directory cannot be used, the file is damaged, or other users
 * have access to the file.
 */
export function loadEmbeddedSecrets(dataDirectory: string): EmbeddedSecrets {
  try {
    return loadSecrets(dataDirectory);
  } catch (error) {
    throw toStorageFailure(error, dataDirectory);
  }
}

function loadSecrets(dataDirectory: string): EmbeddedSecrets {
  const path = join(dataDirectory, FILE);
  makeDataDirectory(dataDirectory);
  if (readIfPresent(path) === null) createExclusively(path, `${JSON.stringify(makeSecrets(), null, 2)}\n`);
  if ((statSync(path).mode & 0o077) !== 0) {
    throw new OperatorError(`Other users have access to ${path}: run chmod 600 on it.`);
  }
  const secrets = findStoredObject(EmbeddedSecrets, readIfPresent(path) ?? '');
  if (secrets === null) throw new OperatorError(`${path} is damaged: remove it. All users must then log in again.`);
  return secrets;
}

function makeSecrets(): EmbeddedSecrets {
  return {
    JWT_SECRET: randomBytes(48).toString('base64url'),
    CURSOR_SECRET: randomBytes(48).toString('base64url'),
    ADMIN_PASSWORD: randomBytes(15).toString('base64url'),
    VIEWER_PASSWORD: randomBytes(15).toString('base64url'),
  };
}
