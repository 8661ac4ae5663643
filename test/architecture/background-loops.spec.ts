import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceFiles } from './source-files';
import { ROOT } from '../support/root';

/**
 * Files that may call `setInterval`: the background loops, and the progress line of a command. Other code must add a
 * background loop instead, because loops count, report and log their failures.
 */
const HAS_A_TIMER = ['src/common/processes/background-loops.ts', 'src/cli/catalog/import-progress.ts'];

it('only background loops and the progress line of a command call setInterval', () => {
  const files = sourceFiles()
    .map(({ path }) => path)
    .filter((path) => /\bsetInterval\(/.test(readFileSync(join(ROOT, path), 'utf8')));
  expect(files.sort()).toEqual([...HAS_A_TIMER].sort());
});
