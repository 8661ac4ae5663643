import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The project's directory. The build lies below it, at a depth that differs from the sources'. */
export function findProjectRoot(): string {
  let directory = __dirname;
  while (!existsSync(join(directory, 'package.json'))) {
    if (dirname(directory) === directory) throw new Error('The project of this build is not found.');
    directory = dirname(directory);
  }
  return directory;
}
