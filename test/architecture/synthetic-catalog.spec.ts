import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeSyntheticCatalog } from '../../bench/catalogs/synthetic-catalog';

test('the sample of a synthetic catalog pairs titles with six words of their overviews', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'synthetic-catalog-'));
  try {
    const path = join(directory, 'catalog.ndjson');
    const { titles, words } = await writeSyntheticCatalog(path, 200);
    const lines = readFileSync(path, 'utf8').trim().split('\n');
    const records = lines.map((line) => JSON.parse(line) as { title?: string; overview?: string });
    expect(words).toHaveLength(100);
    for (const [index, text] of words.entries()) {
      expect(text.split(' ')).toHaveLength(6);
      // Several records may have the same title.
      const overviews = records.filter(({ title }) => title === titles[index]).map(({ overview }) => overview ?? '');
      expect(overviews.some((overview) => overview.includes(text))).toBe(true);
    }
  } finally {
    rmSync(directory, { recursive: true });
  }
});
