import { CANDIDATE_HITS, CONFINED_CANDIDATES, hitValues } from '../../../src/items/related/related.sql';
import { type CatalogFixture, openCatalog } from '../../support/catalog/catalog-fixture';
import { library, libraryId, movie, movieId } from '../../support/catalog/catalog-records';
import { findCollision } from '../../support/databases/hash-collisions';
import { findEqualHash } from '../../support/databases/uuid-collisions';

const PERSON = 'person:orla obscure name';
const WORD = 'omarimbaxylophonecelesta';
const VISIBLE = libraryId(1);
/** A hidden library, in which every term has the same hash as in the visible one. */
const HIDDEN = findEqualHash(VISIBLE);

const uuidOf = (number: number): string => movieId(number).split(':')[1] ?? '';
const nameOf = (person: string): string => person.slice('person:'.length);

/** Movies with the person and the word, with another person and word of equal hashes, and of the hidden library. */
const [ASKED, OTHER, OF_HIDDEN] = [1, 2, 3];

/**
 * Parameter values of the look-ups of a person and a word in the visible library. They keep at most two items, so a
 * third one, which a later condition removes, still makes the list count as cut.
 */
const VALUES = [
  ...[VISIBLE, uuidOf(9), [VISIBLE], uuidOf(9), 1950, 0, [PERSON], [null], [1]],
  ...[[`'${WORD}'`], [1], 250, [], [], 2, [PERSON], 'none', [WORD], [null]],
];

let catalog: CatalogFixture;

beforeAll(async () => {
  catalog = await openCatalog();
  const seed = await seedOf(VISIBLE);
  const [person, word] = [findCollision(PERSON, seed, 'person:', seed), findCollision(WORD, seed, 'o', seed)];
  const movieOf = (number: number, id: string, name: string): ReturnType<typeof movie> =>
    movie(number, { library_id: id, people: [{ name: nameOf(name), role: 'actor' }] });
  await catalog.importLines([
    library(1),
    library(2, { library_id: HIDDEN }),
    movieOf(ASKED, VISIBLE, PERSON),
    movieOf(OTHER, VISIBLE, person),
    movieOf(OF_HIDDEN, HIDDEN, PERSON),
  ]);
  for (const [number, added] of [[ASKED, WORD] as const, [OTHER, word] as const, [OF_HIDDEN, WORD] as const]) {
    await catalog.dataSource.query(
      'UPDATE intelligence_search_documents SET lexemes = lexemes || array_to_tsvector($2::text[]) WHERE media_id = $1',
      [uuidOf(number), [added]],
    );
  }
}, 60_000);
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

test('the person and the word have the same hashes in all three movies', async () => {
  expect(HIDDEN).not.toBe(VISIBLE);
  expect(await countHashes('intelligence_media_context', `facet_keys, '{person:}'`, PERSON)).toBe(3);
  expect(await countHashes('intelligence_search_documents', `tsvector_to_array(lexemes), '{o}'`, WORD)).toBe(3);
});

// The look-up of the word also finds the other word of the visible library. The ranking compares the texts.
test('a look-up finds no row of a hidden library and no other person, even if the hashes are equal', async () => {
  const rows = await catalog.dataSource.query<{ media_id: string; probes: number[]; cut: boolean }[]>(
    CONFINED_CANDIDATES.movie.text,
    VALUES,
  );
  expect(
    Object.fromEntries(rows.map(({ media_id, probes, cut }) => [media_id, { probes: probes.toSorted(), cut }])),
  ).toEqual({
    [uuidOf(ASKED)]: { probes: [-1, 1], cut: false },
    [uuidOf(OTHER)]: { probes: [-1], cut: false },
  });
});

test('on a distributed database, a look-up in one library finds no row of another one with equal hashes', async () => {
  const hits = await catalog.dataSource.query<{ media_id: string; probe: string }[]>(
    CANDIDATE_HITS.forOneLibrary?.text ?? '',
    [...hitValues(VALUES).slice(0, -1), VISIBLE],
  );
  expect(hits.map(({ media_id, probe }) => `${media_id} ${probe}`).sort()).toEqual([
    `${uuidOf(ASKED)} -1`,
    `${uuidOf(ASKED)} 1`,
    `${uuidOf(OTHER)} -1`,
  ]);
});
