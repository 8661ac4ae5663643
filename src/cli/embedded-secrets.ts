/** The secrets of a service that runs on the embedded database: made once, kept beside the data. */
import { MinLength } from 'class-validator';
import { randomBytes } from 'node:crypto';
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { findStoredObject } from '../common/json/stored-object';
import { OperatorError } from '../common/problems/operator-error';
import { toStorageFailure } from '../common/problems/storage-failure';
import { createExclusively, readIfPresent } from '../database/embedded/cluster/exclusive-file';

/** What the file holds; the first two are named as in the environment. */
export class EmbeddedSecrets {
  @MinLength(32)
  readonly JWT_SECRET: string;

  @MinLength(32)
  readonly CURSOR_SECRET: string;

  /** Of the administrator that the quick start makes. */
  @MinLength(12)
  readonly ADMIN_PASSWORD: string;

  /** Of the users whose watch states the sample catalog brings. */
  @MinLength(12)
  readonly VIEWER_PASSWORD: string;
}

/** The file is damaged, or others may read it. */
export class SecretsFileError extends OperatorError {
  override readonly name = 'SecretsFileError';
}

const FILE = 'secrets.json';

/**
 * The secrets in a data directory, made at the first call; of several processes that make them at once, all get the
 * same. Throws an `OperatorError` when the directory cannot be used, or the file is damaged or readable by others.
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
  mkdirSync(dataDirectory, { recursive: true });
  if (readIfPresent(path) === null) createExclusively(path, `${JSON.stringify(makeSecrets(), null, 2)}\n`);
  if ((statSync(path).mode & 0o077) !== 0) {
    throw new SecretsFileError(`${path} may be read by others: run chmod 600 on it.`);
  }
  const secrets = findStoredObject(EmbeddedSecrets, readIfPresent(path) ?? '');
  if (secrets === null) throw new SecretsFileError(`${path} is damaged: remove it, then all sessions begin anew.`);
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
