import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceFiles } from './source-files';
import { ROOT } from '../support/root';

it('global guards, pipes, filters and interceptors are providers of one module, which defines their order', () => {
  const files = sourceFiles()
    .map(({ path }) => path)
    .filter((path) =>
      /\bAPP_(?:GUARD|PIPE|FILTER|INTERCEPTOR)\b|\.useGlobal/.test(readFileSync(join(ROOT, path), 'utf8')),
    );
  expect(files).toEqual(['src/http/http.module.ts']);
});
