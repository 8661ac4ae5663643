/** Reads secrets from files: `JWT_SECRET_FILE` is the path of a file that contains the value of `JWT_SECRET`. */
import { isUtf8 } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import { errorCode } from '../problems/error-code';
import { ConfigError } from './config-error';
import { SETTINGS } from './environment';

/** Maximum size of a secret file, in bytes. */
const SECRET_FILE_MAX_BYTES = 65_536;

/** Names of the settings that can be read from a file, in the order of `.env.example`. */
export const SECRET_NAMES: readonly string[] = Object.entries(SETTINGS).flatMap(([name, { secret }]) =>
  secret === true ? [name] : [],
);

/** Returns the name of the variable with the path of a secret's file. */
export function fileVariableOf(name: string): string {
  return `${name}_FILE`;
}

/**
 * Returns the environment with the secrets from files in place of the paths of these files. One line break (LF or CRLF)
 * at the end of a file is not part of the secret. Throws a `ConfigError` that lists every file that cannot be used, and
 * every secret that is set twice.
 */
export function readSecretFiles(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const result = { ...env };
  const problems: string[] = [];
  for (const name of SECRET_NAMES) {
    const variable = fileVariableOf(name);
    const path = env[variable];
    delete result[variable];
    if (path === undefined || path === '') continue;
    const secret = env[name] ? { problem: `and ${name} are both set: set one of them.` } : readSecretFile(path);
    if ('problem' in secret) problems.push(`${variable} ${secret.problem}`);
    else result[name] = secret.text;
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return result;
}

/** Returns the text of a file, or a message that states why the file cannot be used. */
function readSecretFile(path: string): { readonly text: string } | { readonly problem: string } {
  try {
    const { size } = statSync(path);
    if (size > SECRET_FILE_MAX_BYTES) return { problem: `names a file of more than ${SECRET_FILE_MAX_BYTES} bytes.` };
    const bytes = readFileSync(path);
    if (!isUtf8(bytes)) return { problem: 'names a file that is not valid UTF-8.' };
    const text = bytes.toString().replace(/\r?\n$/, '');
    return text === '' ? { problem: 'names an empty file.' } : { text };
  } catch (error) {
    return { problem: `names a file that cannot be read (${errorCode(error)}).` };
  }
}
