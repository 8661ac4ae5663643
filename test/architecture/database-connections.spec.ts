import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WriteClient } from '../../src/database/connections/write-client';
import { dataSourceOptions } from '../../src/database/data-source-options';
import { QuietClient } from '../../src/database/connections/quiet-client';
import { sourceFiles } from './source-files';
import { ROOT } from '../support/root';

/** An 'error' event without a listener ends the process, and a server may end a connection at any moment. */
describe('connections of the driver `pg`', () => {
  const sources = sourceFiles()
    .filter(({ imports }) =>
      imports.some(({ target, own }) => target === 'pg' || (own && target.endsWith('-client.ts'))),
    )
    .map(({ path }) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

  it('are never plain clients, which have no error listener', () => {
    expect(sources.length).toBeGreaterThan(5);
    const plain = sources.filter(({ text }) => /new (?:\w+\.)?Client\(/.test(text));
    expect(plain.map(({ path }) => path)).toEqual([]);
  });

  it('have an error listener in every pool, and each pool has a listener of its own', () => {
    const pools = sources.filter(({ text }) => text.includes('new Pool('));
    expect(pools.length).toBeGreaterThan(0);
    const wrong = pools.filter(({ text }) => {
      const count = (part: string): number => text.split(part).length;
      const needed = ['Client: QuietClient', "pool.on('error', () => undefined)"];
      return needed.some((part) => count(part) < count('new Pool('));
    });
    expect(wrong.map(({ path }) => path)).toEqual([]);
    expect(dataSourceOptions({ url: 'postgres://localhost/a' })).toMatchObject({ extra: { Client: WriteClient } });
  });

  it('have an error listener before they are opened', () => {
    expect(new QuietClient().listenerCount('error')).toBe(1);
    expect(new WriteClient().listenerCount('error')).toBe(1);
  });
});
