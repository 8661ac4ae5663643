import { ReadPool } from '../../../src/database/read-pool';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { importCatalog, library, movie } from '../../support/catalog/catalog';
import { refreshLexicon } from '../../support/catalog/refresh-lexicon';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { actor, nameOf, search } from './candidates-fixture';

const FILMS = Array.from({ length: 7 }, (_, index) => `Ferry ${String.fromCharCode(65 + index)}`);

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await createTestApp({ workers: false });
  admin = await createUser(app, { role: 'admin' });
  await importCatalog(app, admin, [
    library('Films'),
    ...FILMS.map((title) => movie('Films', title, { people: [actor('Ilse Marchetti')] })),
    movie('Films', 'Violin', { people: [actor('Otto March')] }),
    movie('Films', 'Candle', { people: [actor('Otto March')] }),
    movie('Films', 'The Long Gray Night of a Vampire', { people: [actor('Jane Barry')] }),
    movie('Films', 'The Last Song in the Small Bar', { people: [actor('Philip Seymour Hoffman')] }),
    movie('Films', 'Rain', { people: [actor('Philip Hoffmanns')] }),
    movie('Films', 'A Few Old Songs of the Sea'),
  ]);
  await refreshLexicon(app);
});
afterAll(() => app.close());

describe('the beginning of a name, which is also a word of other items,', () => {
  it('is completed if no item has the words together', async () => {
    const answer = await search(app, admin, 'ilse march');
    expect(answer.candidates.slice(0, FILMS.length).map(nameOf).sort()).toEqual(FILMS);
    expect(answer.did_you_mean).toBe('ilse marchetti');
  });

  it('is not completed if an item has the words together', async () => {
    const answer = await search(app, admin, 'otto march');
    expect(answer.candidates.slice(0, 2).map(nameOf).sort()).toEqual(['Candle', 'Violin']);
    expect(answer.did_you_mean).toBeNull();
  });

  it('is not completed if no name has the completion beside the other word', async () => {
    const answer = await search(app, admin, 'vampire bar');
    expect(answer.candidates.length).toBeGreaterThan(0);
    expect(answer.did_you_mean).toBeNull();
  });

  it('is not completed if a name has all its words, with another name between them', async () => {
    const answer = await search(app, admin, 'philip hoffman');
    expect(answer.candidates.slice(0, 1).map(nameOf)).toEqual(['The Last Song in the Small Bar']);
    expect(answer.did_you_mean).toBeNull();
  });

  it('is completed on all pages alike', async () => {
    const all = (await search(app, admin, 'ilse march')).candidates.map(nameOf);
    const pages: string[] = [];
    let cursor: string | undefined;
    do {
      const answer = await search(app, admin, 'ilse march', { pagination: { limit: 3, cursor } });
      pages.push(...answer.candidates.map(nameOf));
      cursor = answer.page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(pages).toEqual(all);
  });

  it('takes at most four round trips more than a whole name, and one if only other forms begin with it', async () => {
    const pool = app.app.get(ReadPool);
    const countFor = async (query: string): Promise<number> => {
      const before = pool.statistics.roundTrips;
      await search(app, admin, query);
      return pool.statistics.roundTrips - before;
    };
    await countFor('otto march');
    const ofWholeName = await countFor('otto march');
    expect(await countFor('ilse march')).toBeLessThanOrEqual(ofWholeName + 4);
    expect(await countFor('vampire song')).toBeLessThanOrEqual(ofWholeName + 1);
  });
});
