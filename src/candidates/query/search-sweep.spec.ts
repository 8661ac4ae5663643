import fc from 'fast-check';
import { searchRequest } from '../../../test/support/generators/search-requests';
import { uuidOf } from '../../../test/support/catalog/catalog';
import { findTsqueryError } from '../../../test/support/checks/tsquery-syntax';
import { PROMINENCE_TIERS } from '../../search/index/prominence-tiers';
import type { SearchCandidatesRequest } from '../candidates.dto';
import { retrievalStatement } from '../retrieval/retrieval.sql';
import { planRetrieval } from '../retrieval/plan/plan-retrieval';
import type { RetrievalPlan } from '../retrieval/retrieval-plan';
import { filterLexemes, type SearchFilter, toSearchFilter } from './search-filter';
import { countedLexemes } from './query-lexemes';
import type { SearchQuery } from './search-query';
import { toSearchQuery } from './query-parser';
import { planSecondRetrieval } from '../retrieval/second-retrieval';
import { weighWords } from './weights/term-weights';
import type { LexiconCounts } from './weights/lexicon-counts';

const SEARCHES = Number(process.env['SEARCH_PLANS'] ?? 10_000);
const USER_ID = '00000000-0000-4000-8000-000000000000';
/** The libraries that the callers see: all, none, one, and too many to name each in a condition. */
const VISIBLE_LIBRARIES = [
  null,
  [],
  [uuidOf('Films')],
  Array.from({ length: 17 }, (_, index) => uuidOf(index === 0 ? 'Films' : `Library ${index}`)),
];

/** A search with everything that its statements depend on. */
interface Search {
  readonly request: SearchCandidatesRequest;
  /** Determines the counts. */
  readonly seed: number;
  /** The libraries that the caller sees; null means all. */
  readonly libraryIds: readonly string[] | null;
}

const search: fc.Arbitrary<Search> = fc
  .record({
    request: searchRequest,
    seed: fc.nat(1_000),
    libraryIds: fc.constantFrom(...VISIBLE_LIBRARIES),
    namesNoLibrary: fc.nat(19).map((number) => number === 0),
  })
  .map(({ request, namesNoLibrary, ...rest }) => {
    return { ...rest, request: namesNoLibrary ? { ...request, library_ids: [] } : request };
  });

/** Returns random counts of a lexicon. A hash of the lexeme and `seed` makes a lexeme uncounted, rare or common. */
function countsOf(query: SearchQuery, lexemes: readonly string[], seed: number): LexiconCounts {
  const documents = new Map<string, number>();
  for (const lexeme of lexemes) {
    const count = [0, 0, 1, 40, 700, 30_000][hash(lexeme, seed) % 6] ?? 0;
    if (count > 0) documents.set(lexeme, count);
  }
  const nearSpellings = query.words
    .filter(({ folded }) => hash(folded, seed) % 3 === 0 && folded.length > 3)
    .map(({ folded }) => ({ lexeme: `t${[...folded].slice(1).join('')}`, documents: 1 + (hash(folded, seed) % 900) }));
  // If the counts list no libraries, no plan uses an ordered scan.
  const libraries = seed % 3 === 0 ? [] : [uuidOf('Films'), uuidOf('Shows')];
  const completions = query.words
    .slice(-1)
    .flatMap(({ folded }) => ['t', 'p'].map((field) => ({ lexeme: `${field}${folded}${seed % 7}`, documents: 3 })));
  return { total: seed % 5 === 0 ? 0 : 72_000, documents, nearSpellings, completions, libraries };
}

function hash(text: string, seed: number): number {
  let value = seed;
  for (let index = Math.min(text.length, 8) - 1; index >= 0; index -= 1)
    value = Math.imul(value, 31) + text.charCodeAt(index);
  return value >>> 3;
}

/** Returns the error of an invalid tsquery, or of a value without a parameter, in the statement of a plan; or null. */
function findPlanError(plan: RetrievalPlan, filter: SearchFilter, { libraryIds }: Search): string | null {
  const retrieval = retrievalStatement(plan, filter, { userId: USER_ID, libraryIds });
  if (retrieval === null) return null;
  const { statement, values } = retrieval;
  const tsqueryValues = /\$(\d+)::tsquery|\bunnest\(\$(\d+)::text\[\]\) AS one\(tsquery\)/g;
  for (const [, one, several] of statement.text.matchAll(tsqueryValues)) {
    for (const text of [values[Number(one ?? several) - 1]].flat()) {
      const error = findTsqueryError(String(text));
      if (error !== null) return error;
    }
  }
  const unusedIndex = values.findIndex((_, index) => !statement.text.includes(`$${index + 1}::`));
  return unusedIndex === -1 ? null : `the statement has no parameter for value ${unusedIndex + 1}`;
}

/** Returns the plan of a search, and its second plans after no rows and after many rows. */
function plansOf({ request, seed }: Search): { plans: RetrievalPlan[]; filter: SearchFilter } {
  const query = toSearchQuery(request.query, request.search_in);
  const counts = countsOf(query, [...countedLexemes(query), ...filterLexemes(request), ...PROMINENCE_TIERS], seed);
  const filter = toSearchFilter(request, counts);
  const plan = planRetrieval(query, weighWords(query, counts), counts, filter);
  const planAfterNoRows = planSecondRetrieval(plan, { total: 0, selective: 0, countOrdered: () => 0 });
  const planAfterManyRows = planSecondRetrieval(plan, { total: 1_201, selective: 1_201, countOrdered: () => 0 });
  return { plans: [plan, planAfterNoRows, planAfterManyRows].filter((each) => each !== null), filter };
}

describe('every search', () => {
  it(`has statements with valid tsqueries and a parameter for every value, in ${SEARCHES} random searches`, () => {
    let scans = 0;
    fc.assert(
      fc.property(search, (each) => {
        const { plans, filter } = plansOf(each);
        for (const plan of plans) {
          const error = findPlanError(plan, filter, each);
          if (error !== null) throw new Error(error);
          if (plan.ordered.some(({ path }) => path === 'scanned')) scans += 1;
        }
      }),
      {
        numRuns: SEARCHES,
        ...(process.env['SEARCH_PLANS'] === undefined
          ? {}
          : { interruptAfterTimeLimit: 3_600_000, markInterruptAsFailure: true }),
      },
    );
    expect(scans).toBeGreaterThan(SEARCHES / 100);
  });
});
