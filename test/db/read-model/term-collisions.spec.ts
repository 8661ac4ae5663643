import { CANDIDATE_HITS, CONFINED_CANDIDATES, hitValues } from '../../../src/items/related/related.sql';
import { type CatalogFixture, openCatalog } from '../../support/catalog/catalog-fixture';
import { library, libraryId, movie, movieId } from '../../support/catalog/catalog-records';

const PERSON = 'person:orla obscure name';
const WORD = 'omarimbaxylophonecelesta';
const VISIBLE = libraryId(1);
/** A hidden library, in which every term has the same hash as in the visible one. The first test verifies this. */
const HIDDEN = 'b5b90558-e1fc-75d5-2951-e9ed00000001';
/** A person and a word with the hashes of `PERSON` and `WORD` in the visible library. */
const OTHER_PERSON = 'person:gio61i[2oc`}s*jb%';
const OTHER_WORD = 'o0000001g35gi2\\m)zu(?*%8';

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
  const movieOf = (number: number, id: string, name: string): ReturnType<typeof movie> =>
    movie(number, { library_id: id, people: [{ name: nameOf(name), role: 'actor' }] });
  await catalog.importLines([
    library(1),
    library(2, { library_id: HIDDEN }),
    movieOf(ASKED, VISIBLE, PERSON),
    movieOf(OTHER, VISIBLE, OTHER_PERSON),
    movieOf(OF_HIDDEN, HIDDEN, PERSON),
  ]);
  for (const [number, added] of [[ASKED, WORD] as const, [OTHER, OTHER_WORD] as const, [OF_HIDDEN, WORD] as const]) {
    await catalog.dataSource.query(
      'UPDATE intelligence_search_documents SET lexemes = lexemes || array_to_tsvector($2::text[]) WHERE media_id = $1',
      [uuidOf(number), [added]],
    );
  }
});
afterAll(() => catalog.close());

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
