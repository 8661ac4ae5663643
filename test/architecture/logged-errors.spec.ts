import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceFiles } from './source-files';
import { ROOT } from '../support/root';

/** Matches a logger call that converts an error to text. */
const ERROR_AS_TEXT = /\b(?:logger|pino)(?:\.\w+)+\([^;]*(?:String\(error\)|\.message|\.stack|\$\{message\})[^;]*;/g;

it.each([
  'this.logger.error(String(error));',
  'this.logger.pino.error({}, String(error));',
  'pino.warn({ text: error.message }, `Failed: ${message}`);',
])('the pattern for errors that are logged as text matches %s', (call) => {
  expect(call.match(ERROR_AS_TEXT)).not.toBeNull();
});

it('errors are logged as Error objects, because the logger masks the values in messages of PostgreSQL only in these', () => {
  const wrong = sourceFiles().flatMap(({ path }) =>
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(ERROR_AS_TEXT)].map(([call]) => `${path}: ${call}`),
  );
  expect(wrong).toEqual([]);
});
