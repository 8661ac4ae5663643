import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeSyntheticCatalog } from '../../bench/catalogs/synthetic-catalog';

describe('a synthetic catalog', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'synthetic-catalog-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  it('has a sample that pairs titles with six words of their overviews', async () => {
    const path = join(directory, 'catalog.ndjson');
    const { titles, words } = await writeSyntheticCatalog(path, 200);
    const records = readRecords(path);
    expect(words).toHaveLength(100);
    for (const [index, text] of words.entries()) {
      expect(text.split(' ')).toHaveLength(6);
      // Several records may have the same title.
      const overviews = records.filter(({ title }) => title === titles[index]).map(({ overview }) => overview ?? '');
      expect(overviews.some((overview) => overview.includes(text))).toBe(true);
    }
  });

  it('has the libraries, but no item, of a catalog with another seed', async () => {
    const [first, second] = [join(directory, 'first.ndjson'), join(directory, 'second.ndjson')];
    await writeSyntheticCatalog(first, 200);
    await writeSyntheticCatalog(second, 200, 1);
    const idsOf = (path: string): string[] => readRecords(path).flatMap(({ media_id }) => media_id ?? []);
    const librariesOf = (path: string): string[] => readRecords(path).flatMap(({ library_id }) => library_id ?? []);
    expect(idsOf(second).filter((id) => idsOf(first).includes(id))).toEqual([]);
    expect(new Set(librariesOf(second))).toEqual(new Set(librariesOf(first)));
  });
});

interface SyntheticRecord {
  readonly media_id?: string;
  readonly library_id?: string;
  readonly title?: string;
  readonly overview?: string;
}

function readRecords(path: string): SyntheticRecord[] {
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as SyntheticRecord);
}
