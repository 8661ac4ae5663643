/** Loads settings from the file `.env` in a directory. Environment variables take precedence. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { errorCode } from '../problems/error-code';
import { OperatorError } from '../problems/operator-error';

/**
 * An entry of the file: an assignment, a comment or an empty line. A quoted value can span several lines. The parts of
 * an entry can be separated by spaces, but not by tabs, because `parseEnv` makes tabs part of names and values.
 */
const ENTRY =
  / *(?:(?:export )?[A-Za-z_][A-Za-z0-9_]* *= *(?:(?:"[^"]*"|'[^']*'|`[^`]*`) *|[^\s"'`#][^\n]*)?)?(?:#[^\n]*)?(?:\n|$)/y;

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * Copies the settings of `.env` in a directory to `env`, and returns their names. Variables that are already set, even
 * to an empty value, keep their value. A missing file is not an error. Throws an `OperatorError` if the file cannot be
 * read, or with the number of an invalid line.
 */
export function loadEnvFile(directory: string, env: NodeJS.ProcessEnv): readonly string[] {
  const path = join(directory, '.env');
  const text = readEnvFile(path);
  requireEntries(path, text);
  // Node 22 and 24 make `export` a part of the name if the value is empty. Node 20 reads the comment ` #=` as a
  // variable.
  const settings = Object.entries(parseEnv(text))
    .map(([name, value]) => [name.replace(/^export /, ''), value] as const)
    .filter(([name]) => NAME.test(name));
  for (const [name, value] of settings) env[name] ??= value;
  return settings.map(([name]) => name);
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

/** Throws for an invalid line. `parseEnv` would report no error and make the invalid text part of the next name. */
function requireEntries(path: string, text: string): void {
  ENTRY.lastIndex = 0;
  while (ENTRY.lastIndex < text.length) {
    const start = ENTRY.lastIndex;
    if (ENTRY.test(text)) continue;
    const line = text.slice(0, start).split('\n').length;
    throw new OperatorError(`${path}, line ${line}: write NAME=value, or # before a comment.`);
  }
}
