import { CONFINED_CANDIDATES } from '../../../src/items/related/related.sql';
import { type CatalogFixture, openCatalog } from '../../support/catalog/catalog-fixture';
import { library, libraryId, movie, movieId } from '../../support/catalog/catalog-records';
import { findCollision } from '../../support/databases/hash-collisions';

const PERSON = 'person:orla obscure name';
const WORD = 'omarimbaxylophonecelesta';
const VISIBLE = libraryId(1);
const HIDDEN = libraryId(2);

const uuidOf = (number: number): string => movieId(number).split(':')[1] ?? '';
const nameOf = (person: string): string => person.slice('person:'.length);

let catalog: CatalogFixture;

beforeAll(async () => {
  catalog = await openCatalog();
});
afterAll(() => catalog.close());

/** Returns the seed of the hashes of a library's terms. */
async function seedOf(id: string): Promise<bigint> {
  const [row] = await catalog.dataSource.query<{ seed: string }[]>('SELECT uuid_hash_extended($1, 0) AS seed', [id]);
  return BigInt(row?.seed ?? 0);
}

/** Returns how many rows of a table have the hash of a term in the visible library. */
async function countHashes(table: string, terms: string, term: string): Promise<number> {
  const [row] = await catalog.dataSource.query<{ count: string }[]>(
    `SELECT count(*) FROM ${table}
      WHERE intelligence_library_terms(library_id, ${terms}) && ARRAY[hashtextextended($1, uuid_hash_extended($2, 0))]`,
    [term, VISIBLE],
  );
  return Number(row?.count);
}

/** Looks up a person and a word in the visible library. Returns the numbers of the look-ups that found each movie. */
async function lookUp(): Promise<Record<string, unknown>> {
  const rows = await catalog.dataSource.query<{ media_id: string; probes: number[] | null }[]>(
    CONFINED_CANDIDATES.movie.text,
    [
      ...[VISIBLE, uuidOf(9), [VISIBLE], uuidOf(9), 1950, 0, [PERSON], [null], [1]],
      ...[[`'${WORD}'`], [1], 250, [], [], 100, [PERSON], 'none', [WORD], [null]],
    ],
  );
  return Object.fromEntries(rows.map(({ media_id, probes }) => [media_id, probes]));
}

test('a look-up finds no row of a hidden library and no other person, even if the hashes are equal', async () => {
  const [seed, hiddenSeed] = [await seedOf(VISIBLE), await seedOf(HIDDEN)];
  const others = [
    { number: 2, of: VISIBLE, seed },
    { number: 3, of: HIDDEN, seed: hiddenSeed },
  ].map((other) => ({
    ...other,
    person: findCollision(PERSON, seed, 'person:', other.seed),
    word: findCollision(WORD, seed, 'o', other.seed),
  }));
  const people = (person: string): Record<string, unknown> => ({ people: [{ name: nameOf(person), role: 'actor' }] });
  await catalog.importLines([
    library(1),
    library(2),
    movie(1, { library_id: VISIBLE, ...people(PERSON) }),
    ...others.map(({ number, of, person }) => movie(number, { library_id: of, ...people(person) })),
  ]);
  for (const { number, word } of [{ number: 1, word: WORD }, ...others]) {
    await catalog.dataSource.query(
      'UPDATE intelligence_search_documents SET lexemes = lexemes || array_to_tsvector($2::text[]) WHERE media_id = $1',
      [uuidOf(number), [word]],
    );
  }
  expect(await countHashes('intelligence_media_context', `facet_keys, '{person:}'`, PERSON)).toBe(3);
  expect(await countHashes('intelligence_search_documents', `tsvector_to_array(lexemes), '{o}'`, WORD)).toBe(3);
  // The look-up of the word also finds the other word of the visible library. The ranking compares the texts.
  expect(await lookUp()).toEqual({ [uuidOf(1)]: expect.arrayContaining([1, -1]), [uuidOf(2)]: [-1] });
}, 60_000);
