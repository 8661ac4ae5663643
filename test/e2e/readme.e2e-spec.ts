import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LexiconLoop } from '../../src/search/lexicon/lexicon-loop';
import { createUser } from '../support/accounts';
import { type CatalogRecord, importCatalog } from '../support/catalog';
import { client } from '../support/client';
import { createTestApp, type TestApp } from '../support/test-app';

const ROOT = join(__dirname, '../..');

describe('the request in the README', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  it('gets the answer in the README', async () => {
    const admin = await createUser(app, { role: 'admin' });
    await importCatalog(app, admin, sampleCatalog());
    await app.app.get(LexiconLoop, { strict: false }).refresh();
    const [request, answer] = jsonBlocks('README.md');
    const user = client(app).as(admin.token);
    const { body } = await user.post('/intelligence/candidates:search', request, { expect: 200 });
    expect(body).toEqual(answer);
  });
});

/** The sample of the quick start without watch states, whose users do not exist here. */
function sampleCatalog(): CatalogRecord[] {
  const lines = readFileSync(join(ROOT, 'samples/catalog.ndjson'), 'utf8').split('\n');
  const records = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as CatalogRecord);
  return records.filter(({ type }) => type !== 'watch_state');
}

function jsonBlocks(page: string): unknown[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return Array.from(text.matchAll(/^```json\n(.*?)^```$/gms), ([, block = '']) => JSON.parse(block) as unknown);
}
