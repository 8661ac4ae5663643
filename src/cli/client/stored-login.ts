import { readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { makeDirectories } from '../../common/make-directories';
import { errorCode } from '../../common/problems/error-code';
import { CliError } from '../cli-error';

/** A login that the command `login` stored, or that a later command renewed. */
interface StoredLogin {
  /** Address of the service. */
  readonly url: string;
  readonly refreshToken: string;
}

/** Folder of `login.json`: `INTELLIGENCE_CONFIG_HOME`, or `intelligence` in the configuration folder of the user. */
function findConfigFolder(): string {
  const { INTELLIGENCE_CONFIG_HOME: folder, XDG_CONFIG_HOME: userFolder } = process.env;
  return folder || join(userFolder || join(homedir(), '.config'), 'intelligence');
}

const loginFile = (): string => join(findConfigFolder(), 'login.json');

/**
 * Returns the stored login, or null if none is stored. Throws a `CliError` if the file is unreadable or contains no
 * login.
 */
export function readLogin(): StoredLogin | null {
  try {
    const { url, refreshToken } = (JSON.parse(readFileSync(loginFile(), 'utf8')) ?? {}) as Partial<StoredLogin>;
    if (typeof url === 'string' && typeof refreshToken === 'string') return { url, refreshToken };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    if (!(error instanceof SyntaxError)) throw new CliError(`${loginFile()} cannot be read (${errorCode(error)}).`);
  }
  throw new CliError(`${loginFile()} contains no login: run login again.`);
}

/**
 * Stores a login in a file that only this user can read. Replaces the file atomically. Throws a `CliError` if the file
 * cannot be written.
 */
export function storeLogin(login: StoredLogin): void {
  const temporaryFile = `${loginFile()}.${process.pid}`;
  try {
    makeDirectories(findConfigFolder(), 0o700);
    try {
      writeFileSync(temporaryFile, JSON.stringify(login), { mode: 0o600 });
      renameSync(temporaryFile, loginFile());
    } catch (error) {
      // The temporary file may contain the refresh token.
      rmSync(temporaryFile, { force: true });
      throw error;
    }
  } catch (error) {
    throw new CliError(
      `${loginFile()} cannot be written (${errorCode(error)}): set INTELLIGENCE_CONFIG_HOME to a folder of yours.`,
    );
  }
}

/** Removes the stored login, if there is one. Throws a `CliError` if the file cannot be removed. */
export function removeLogin(): void {
  try {
    unlinkSync(loginFile());
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw new CliError(`${loginFile()} cannot be removed (${errorCode(error)}).`);
  }
}
