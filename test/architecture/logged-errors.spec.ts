import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, sourceFiles } from './source-files';

/** A call of a logger that makes a text of an error. */
const ERROR_AS_TEXT = /logger\.\w+\([^;]*(?:String\(error\)|\.message|\.stack|\$\{message\})[^;]*;/g;

it('an error is logged as an error and not as a text: the logger takes quoted values out of errors alone', () => {
  const wrong = sourceFiles().flatMap(({ path }) =>
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(ERROR_AS_TEXT)].map(([call]) => `${path}: ${call}`),
  );
  expect(wrong).toEqual([]);
});
