/** Loads settings from the file `.env` in a directory. Environment variables take precedence. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../problems/error-code';
import { OperatorError } from '../problems/operator-error';

/**
 * An entry of the file: an assignment, a comment or an empty line. A quoted value can span several lines. The parts of
 * an entry can be separated by spaces, but not by tabs.
 */
const ENTRY =
  / *(?:(?:export )?(?<name>[A-Za-z_][A-Za-z0-9_]*) *= *(?:(?<quoted>"[^"]*"|'[^']*'|`[^`]*`) *|(?<plain>[^\s"'`#][^\n]*))?)?(?:#[^\n]*)?(?:\n|$)/y;

/**
 * Copies the settings of `.env` in a directory to `env`, and returns their names. Variables that are already set, even
 * to an empty value, keep their value. A missing file is not an error. Throws an `OperatorError` if the file cannot be
 * read or a line is invalid.
 */
export function loadEnvFile(directory: string, env: NodeJS.ProcessEnv): readonly string[] {
  const path = join(directory, '.env');
  const settings = parseEntries(path, readEnvFile(path));
  for (const [name, value] of settings) env[name] ??= value;
  return [...settings.keys()];
}

function readEnvFile(path: string): string {
  try {
    return readFileSync(path, 'utf8').replaceAll('\r\n', '\n');
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') return '';
    throw new OperatorError(`${path} cannot be read (${code}): make it a file that this user may read, or remove it.`);
  }
}

/**
 * Returns the values by name. The last assignment to a name counts. Throws for an invalid line. `parseEnv` of Node.js
 * is not used: it reports no invalid line, and in Node 20, it adds the spaces or the indented comment before a name to
 * the name.
 */
function parseEntries(path: string, text: string): ReadonlyMap<string, string> {
  const settings = new Map<string, string>();
  ENTRY.lastIndex = 0;
  while (ENTRY.lastIndex < text.length) {
    const start = ENTRY.lastIndex;
    const groups = ENTRY.exec(text)?.groups;
    if (groups === undefined) {
      const line = text.slice(0, start).split('\n').length;
      throw new OperatorError(`${path}, line ${line}: write NAME=value, or # before a comment.`);
    }
    const { name, quoted, plain = '' } = groups;
    if (name !== undefined) settings.set(name, quoted === undefined ? withoutComment(plain) : unquote(quoted));
  }
  return settings;
}

function withoutComment(plain: string): string {
  const [value = ''] = plain.split('#', 1);
  return value.trimEnd();
}

/** Returns the text between the quotation marks. In double quotes, `\n` stands for a line feed. */
function unquote(quoted: string): string {
  const value = quoted.slice(1, -1);
  return quoted.startsWith('"') ? value.replaceAll('\\n', '\n') : value;
}
