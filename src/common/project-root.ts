import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Returns the project directory: the nearest directory above this file that contains a `package.json`. A fixed
 * relative path would not work, because the source and the compiled form of this file are at different depths.
 */
export function findProjectRoot(): string {
  let directory = __dirname;
  while (!existsSync(join(directory, 'package.json'))) {
    if (dirname(directory) === directory) throw new Error(`No directory above ${__dirname} contains a package.json.`);
    directory = dirname(directory);
  }
  return directory;
}

/** Returns the version of the service, from `package.json`. */
export function findServiceVersion(): string {
  const { version } = JSON.parse(readFileSync(join(findProjectRoot(), 'package.json'), 'utf8')) as { version: string };
  return version;
}
