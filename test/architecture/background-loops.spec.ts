import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, sourceFiles } from './source-files';

/** Repeats work by a timer of its own: the loops themselves, and the line that shows a command's progress. */
const HAS_A_TIMER = ['src/common/processes/background-loops.ts', 'src/cli/import-progress.ts'];

it('work that is repeated by a timer is a background loop, so that its failures are counted, shown and logged', () => {
  const users = sourceFiles()
    .map(({ path }) => path)
    .filter((path) => /\bsetInterval\(/.test(readFileSync(join(ROOT, path), 'utf8')));
  expect(users.sort()).toEqual([...HAS_A_TIMER].sort());
});
