/** Loads settings from the file `.env` of a directory. Settings of the environment take precedence. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { errorCode } from '../problems/error-code';
import { OperatorError } from '../problems/operator-error';

/**
 * One entry of the file: an assignment, a comment or an empty line. A quoted value may span several lines. Spaces may
 * separate the parts of an entry; tabs may not, because `parseEnv` makes them part of names and values.
 */
const ENTRY =
  / *(?:(?:export )?[A-Za-z_][A-Za-z0-9_]* *= *(?:(?:"[^"]*"|'[^']*'|`[^`]*`) *|[^\s"'`#][^\n]*)?)?(?:#[^\n]*)?(?:\n|$)/y;

/**
 * Copies the settings of `.env` in a directory to `env`. Variables that are already set, even to an empty value, keep
 * their value. A missing file is not an error. Throws an `OperatorError` if the file cannot be read or contains an
 * invalid line; the message names the line.
 */
export function loadEnvFile(directory: string, env: NodeJS.ProcessEnv): void {
  const path = join(directory, '.env');
  const text = readEnvFile(path);
  requireEntries(path, text);
  for (const [name, value] of Object.entries(parseEnv(text))) env[name] ??= value;
}

function readEnvFile(path: string): string {
  try {
    // Without the added newline, `parseEnv` reads a comment in an unterminated last line as an assignment.
    return `${readFileSync(path, 'utf8').replaceAll('\r\n', '\n')}\n`;
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') return '';
    throw new OperatorError(`${path} cannot be read (${code}): make it a file that this user may read, or remove it.`);
  }
}

/** Throws for an invalid line. `parseEnv` reports no error: it makes the invalid text part of the next name. */
function requireEntries(path: string, text: string): void {
  ENTRY.lastIndex = 0;
  while (ENTRY.lastIndex < text.length) {
    const start = ENTRY.lastIndex;
    if (ENTRY.test(text)) continue;
    const line = text.slice(0, start).split('\n').length;
    throw new OperatorError(`${path}, line ${line}: write NAME=value, or # before a comment.`);
  }
}
