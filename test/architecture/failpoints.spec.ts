import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { armFailpoints, failpoint } from '../../src/common/failpoint';
import { sourceFiles } from './source-files';
import { ROOT } from '../support/root';

describe('failpoints', () => {
  it('are never armed in src, and src never reads FAIL_AT', () => {
    const files = sourceFiles()
      .map(({ path }) => path)
      .filter((path) => path !== 'src/common/failpoint.ts')
      .filter((path) => /armFailpoints|FAIL_AT/.test(readFileSync(join(ROOT, path), 'utf8')));
    expect(files).toEqual([]);
  });

  it('cannot be armed outside of tests', () => {
    const { NODE_ENV } = process.env;
    process.env.NODE_ENV = 'production';
    try {
      const reached: string[] = [];
      expect(() => armFailpoints((name) => reached.push(name))).toThrow('only in tests');
      failpoint('transaction.begun');
      expect(reached).toEqual([]);
    } finally {
      process.env.NODE_ENV = NODE_ENV;
    }
  });
});
