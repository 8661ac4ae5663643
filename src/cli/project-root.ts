import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Returns the project directory: the nearest directory above this file with a `package.json`. A fixed relative path would
 * not work, because the source and the compiled form of this file are at different depths.
 */
export function findProjectRoot(): string {
  let directory = __dirname;
  while (!existsSync(join(directory, 'package.json'))) {
    if (dirname(directory) === directory) throw new Error(`No directory above ${__dirname} contains a package.json.`);
    directory = dirname(directory);
  }
  return directory;
}
