import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PERSON_ROLES } from '../../../src/database/entities/catalog/media-item.entity';
import { createUser } from '../../support/accounts/accounts';
import { importCatalog, type CatalogRecord } from '../../support/catalog/catalog';
import { client } from '../../support/requests/client';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { ROOT } from '../../support/root';

const PAGE = readFileSync(join(ROOT, 'docs/import.md'), 'utf8');

/** Returns the code block of the page in a language. Fails if there is not exactly one. */
function block(language: string): string {
  const blocks = Array.from(PAGE.matchAll(/^```(\w+)\n(.*?)^```$/gms)).filter(([, name]) => name === language);
  expect(blocks).toHaveLength(1);
  return blocks[0]?.[2] ?? '';
}

describe('the page about imports', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const records = (): CatalogRecord[] =>
    block('json')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as CatalogRecord);

  it('has an example of five lines that can be imported and found', async () => {
    expect(records()).toHaveLength(5);
    const admin = await createUser(app, { role: 'admin' });
    await importCatalog(app, admin, records());
    const [, movie] = records();
    const { body } = await client(app)
      .as(admin)
      .post(`/intelligence/items/${String(movie?.['media_id'])}/context`, {}, { expect: 200 });
    expect(body).toMatchObject({ item: { media: { title: 'Metropolis' } } });
  });

  it('has a program that prints the ids of the example', () => {
    const printed = execFileSync(process.execPath, ['-e', block('js')], { encoding: 'utf8' })
      .trim()
      .split('\n');
    const [library, ...items] = records();
    expect(printed).toEqual([library?.['library_id'], ...items.map(({ media_id }) => media_id)]);
  });

  it('lists the roles of people', () => {
    const [, list = ''] = /The `role` of a person is ([^.]+)\./.exec(PAGE) ?? [];
    expect(Array.from(list.matchAll(/`(\w+)`/g), ([, role]) => role)).toEqual([...PERSON_ROLES]);
  });
});
