import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceFiles } from './source-files';
import { ROOT } from '../support/root';

/** Other code must add a background loop instead, because loops count, report and log their failures. */
it('only background loops call setInterval', () => {
  const files = sourceFiles()
    .map(({ path }) => path)
    .filter((path) => /\bsetInterval\(/.test(readFileSync(join(ROOT, path), 'utf8')));
  expect(files).toEqual(['src/common/processes/background-loops.ts']);
});
