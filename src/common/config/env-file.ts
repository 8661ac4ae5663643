/** The file `.env`: settings for a directory, below those of the environment. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { errorCode } from '../problems/error-code';
import { OperatorError } from '../problems/operator-error';

/**
 * What may stand in the file, one after the other: an assignment, a comment, nothing. A quoted value may have many
 * lines. Between the parts are spaces and no tabs, which Node's reader takes into names and values.
 */
const ENTRY =
  / *(?:(?:export )?[A-Za-z_][A-Za-z0-9_]* *= *(?:(?:"[^"]*"|'[^']*'|`[^`]*`) *|[^\s"'`#][^\n]*)?)?(?:#[^\n]*)?(?:\n|$)/y;

/**
 * Takes the settings of `.env` in a directory into the environment; what the environment has, even if empty, stays. No
 * file is no failure. Throws an `OperatorError` when it cannot be read, or names the line that is none.
 */
export function loadEnvFile(directory: string, env: NodeJS.ProcessEnv): void {
  const path = join(directory, '.env');
  const text = readEnvFile(path);
  requireEntries(path, text);
  for (const [name, value] of Object.entries(parseEnv(text))) env[name] ??= value;
}

function readEnvFile(path: string): string {
  try {
    // Node's reader takes a comment for an assignment where the last line has no end.
    return `${readFileSync(path, 'utf8').replaceAll('\r\n', '\n')}\n`;
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') return '';
    throw new OperatorError(`${path} cannot be read (${code}): make it a file that this user may read, or remove it.`);
  }
}

/** Node's own reader takes what makes no sense into the next name, and says nothing. */
function requireEntries(path: string, text: string): void {
  ENTRY.lastIndex = 0;
  while (ENTRY.lastIndex < text.length) {
    const start = ENTRY.lastIndex;
    if (ENTRY.test(text)) continue;
    const line = text.slice(0, start).split('\n').length;
    throw new OperatorError(`${path}, line ${line}: write NAME=value, or # before a comment.`);
  }
}
