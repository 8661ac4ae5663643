import type { SeedRow } from '../../../src/items/related/seed/seed-row';
import { RELATED_SEED, SEED_LEXEMES_MAX } from '../../../src/items/related/seed/related-seed.sql';
import { LexiconLoop } from '../../../src/search/lexicon/lexicon-loop';
import { type CatalogFixture, openCatalog } from '../../support/catalog/catalog-fixture';
import { library, movie, movieId } from '../../support/catalog/catalog-records';
import { createEnglishDatabase } from '../../support/databases/test-database';

let catalog: CatalogFixture;

beforeAll(async () => {
  catalog = await openCatalog(createEnglishDatabase());
});

afterAll(() => catalog.close());

test('equally rare words that find related items are sorted by code point, whatever the collation', async () => {
  // By code point, "і" follows "я". An English collation sorts it before "я".
  const letters = [...'бвгджзклмнпрстфхцчш'];
  const words = ['я', 'і'].flatMap((first) => letters.flatMap((last) => [`${first}но${last}`, `${first}ра${last}`]));
  const overview = words.join(' ');
  await catalog.importLines([library(1), movie(1, { overview }), movie(2, { overview })]);
  await catalog.module.get(LexiconLoop).refresh();
  const [seed] = await catalog.dataSource.query<SeedRow[]>(RELATED_SEED.text, [
    ...[movieId(1).split(':')[1], 'movie', null, null, [], 0],
  ]);
  const read = seed?.lexemes.map(([lexeme]) => lexeme.slice(1)).filter((lexeme) => /^[яі]/.test(lexeme)) ?? [];
  const sorted = words.sort();
  // The words of the title count towards the maximum.
  expect(read.length).toBeGreaterThan(SEED_LEXEMES_MAX - 4);
  expect(read).toEqual(sorted.slice(0, read.length));
});
