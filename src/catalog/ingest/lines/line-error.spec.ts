import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { LINE_ERROR_CODES } from './line-error';

describe('LINE_ERROR_CODES', () => {
  it('are in docs/import.md with the same meanings', () => {
    const page = readFileSync(resolve(__dirname, '../../../../docs/import.md'), 'utf8');
    const rows = [...page.matchAll(/^\| `([a-z0-9-]+)` +\| (.*?) *\|$/gm)].map(([, code, meaning]) => [code, meaning]);
    const documented = Object.fromEntries(rows) as Record<string, string>;
    expect(documented).toMatchObject(LINE_ERROR_CODES);
  });
});
