import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createUser } from '../../support/accounts/accounts';
import { importCatalog } from '../../support/catalog/catalog';
import { client } from '../../support/requests/client';
import { refreshLexicon } from '../../support/catalog/refresh-lexicon';
import { SAMPLE_RECORDS } from '../../support/catalog/samples';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { ROOT } from '../../support/root';

describe('the request in the README', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  it('gets the answer in the README', async () => {
    const admin = await createUser(app, { role: 'admin' });
    await importCatalog(app, admin, SAMPLE_RECORDS);
    await refreshLexicon(app);
    const [request, answer] = jsonBlocks('README.md');
    const user = client(app).as(admin.token);
    const { body } = await user.post('/intelligence/candidates:search', request, { expect: 200 });
    expect(body).toEqual(answer);
  });
});

function jsonBlocks(page: string): unknown[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return Array.from(text.matchAll(/^```json\n(.*?)^```$/gms), ([, block = '']) => JSON.parse(block) as unknown);
}
