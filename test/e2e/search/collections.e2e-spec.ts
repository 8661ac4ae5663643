import type { SearchCandidatesResponse } from '../../../src/candidates/candidates.dto';
import type { IntelligenceFacetGroup } from '../../../src/common/dto/facets.dto';
import type { ItemContextResponse } from '../../../src/items/context/item-context.dto';
import type { OverviewResponse } from '../../../src/overview/overview.dto';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { importCatalog, library, mediaIdOf, movie } from '../../support/catalog/catalog';
import { client } from '../../support/requests/client';
import { createTestApp, type TestApp } from '../../support/app/test-app';

describe('the collection of a movie', () => {
  let app: TestApp;
  let admin: TestUser;
  const lantern = mediaIdOf('movie', 'The Paper Lantern');

  beforeAll(async () => {
    app = await createTestApp();
    admin = await createUser(app, { role: 'admin' });
  });
  beforeEach(async () => {
    await importCatalog(app, admin, [
      library('Films'),
      movie('Films', 'The Paper Lantern', { collection: 'Quayside Mysteries', genres: ['Crime'] }),
      movie('Films', 'The Glass Lantern', { collection: 'Quayside  mysteries' }),
      movie('Films', 'Alone'),
    ]);
  });
  afterAll(() => app.close());

  const search = async (query: string): Promise<SearchCandidatesResponse['candidates']> =>
    (await client(app).as(admin).post<SearchCandidatesResponse>('/intelligence/candidates:search', { query })).body
      .candidates;

  async function readCollectionFacet(): Promise<IntelligenceFacetGroup | undefined> {
    const request = { facet_kinds: ['collection'] };
    const { body } = await client(app)
      .as(admin)
      .post<OverviewResponse>('/intelligence/libraries/overview', request, { expect: 200 });
    return body.facets.find(({ kind }) => kind === 'collection');
  }

  it('is one facet value, whatever its case and spaces', async () => {
    expect(await readCollectionFacet()).toMatchObject({
      values: [{ key: 'quayside mysteries', count: 2 }],
      cardinality: 1,
      missing_count: 1,
    });
  });

  it('is shown in the context of the item', async () => {
    const { body } = await client(app)
      .as(admin)
      .post<ItemContextResponse>(`/intelligence/items/${lantern}/context`, {}, { expect: 200 });
    expect(body.item.facets.find(({ kind }) => kind === 'collection')).toMatchObject({
      values: [{ key: 'quayside mysteries', label: 'Quayside Mysteries' }],
    });
  });

  it('is found by a search and quoted as evidence', async () => {
    const candidate = (await search('quayside mysteries')).find(({ media }) => media.media_id === lantern);
    expect(candidate).toMatchObject({
      match_reason: 'Found "Quayside", "Mysteries" in genres, keywords and collection.',
    });
    expect(candidate?.grounding).toMatchObject([{ field: 'genres', evidence: { text: 'Crime, Quayside Mysteries' } }]);
  });

  it('is gone from search and facets when the next import leaves it out', async () => {
    await importCatalog(app, admin, [movie('Films', 'The Paper Lantern'), movie('Films', 'The Glass Lantern')]);
    expect(await search('quayside')).toEqual([]);
    expect(await readCollectionFacet()).toMatchObject({ values: [], missing_count: 3 });
  });
});
