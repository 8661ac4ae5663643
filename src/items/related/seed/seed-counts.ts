/**
 * Reads the document counts of the terms of a seed on a distributed database. There, the statement that reads the seed
 * reads only one library, so it cannot add up the counts of all libraries.
 */
import { compareCodePoints } from '../../../common/text/code-point-order';
import type { ReadScope } from '../../../database/read-scope';
import { FIELD_PREFIX } from '../../../search/index/lexemes';
import type { SeedRow } from './seed-row';
import { SEED_COUNTS, SEED_LEXEMES_MAX, type SeedCount } from './related-seed.sql';

/** Stands for a missing count, so that lexemes without a count are sorted last. */
const COUNT_MAX = Number.MAX_SAFE_INTEGER;

type Counts = ReadonlyMap<string, number>;

/**
 * Returns the seed with its counts over all visible libraries. One round trip on a distributed database, otherwise
 * none.
 */
export async function addCounts<Row extends SeedRow>(scope: ReadScope, seed: Row): Promise<Row> {
  if (scope.distributed === null) return seed;
  const facetKeys = seed.facets.map(([, key]) => key);
  const lexemes = seed.lexemes.map(([lexeme]) => lexeme);
  const libraries = await scope.distributed.listLibraries();
  const rows = await scope.rows<SeedCount>(SEED_COUNTS, [
    libraries,
    facetKeys,
    [...lexemes, ...lexemes.map(toOtherField)],
  ]);
  const counts = new Map<string, number>();
  for (const { what, key, documents } of rows) {
    counts.set(`${what} ${key}`, (counts.get(`${what} ${key}`) ?? 0) + documents);
  }
  const countOf = (what: SeedCount['what'], key: string): number => counts.get(`${what} ${key}`) ?? 0;
  return {
    ...seed,
    facets: seed.facets.map(([kind, key, label]) => [kind, key, label, countOf(kind, key)] as const),
    lexemes: pickRarestLexemes(lexemes, counts),
    titles_total: countOf('media_kind', 'movie') + countOf('media_kind', 'series'),
    documents_total: countOf('documents', ''),
  };
}

/** Returns the lexeme of the same word in the other field: in the overview for the title, and vice versa. */
function toOtherField(lexeme: string): string {
  const isTitle = lexeme.startsWith(FIELD_PREFIX.title);
  return `${isTitle ? FIELD_PREFIX.overview : FIELD_PREFIX.title}${lexeme.slice(1)}`;
}

/**
 * Returns the same lexemes as `seedQuery` on one PostgreSQL server: title words before overview words, the rarest
 * first. Leaves out lexemes that no other document has.
 */
function pickRarestLexemes(lexemes: readonly string[], counts: Counts): [string, number, number][] {
  const counted = lexemes.map((lexeme) => {
    const documents = counts.get(`lexeme ${lexeme}`);
    return { lexeme, documents, fromOverview: Number(lexeme.startsWith(FIELD_PREFIX.overview)) };
  });
  return counted
    .filter(({ documents }) => documents !== 1)
    .sort(
      (a, b) =>
        a.fromOverview - b.fromOverview ||
        (a.documents ?? COUNT_MAX) - (b.documents ?? COUNT_MAX) ||
        compareCodePoints(a.lexeme, b.lexeme),
    )
    .slice(0, SEED_LEXEMES_MAX)
    .map(({ lexeme, documents }) => [lexeme, documents ?? 0, counts.get(`lexeme ${toOtherField(lexeme)}`) ?? 0]);
}
