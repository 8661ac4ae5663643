import { estimateIntersection } from '../../../search/retrieval-cost';
import * as tsquery from '../../../search/tsquery';

/** A condition and the expected number of documents that meet it. */
export interface Term {
  readonly expression: tsquery.Tsquery;
  readonly documents: number;
  /** The conditions that a document must all meet; absent if the term has only one condition. */
  readonly all?: readonly Term[];
}

/** Two words of a query are assumed to occur in the same document this many times as often as by chance. */
const AFFINITY = 4;

/** Returns the condition for documents with a lexeme. */
export function lexemeTerm(lexeme: string, documents: number): Term {
  return { expression: tsquery.lexemeQuery(lexeme), documents };
}

/** Returns the condition for documents that meet at least one of the conditions; null without conditions. */
export function eitherOf(terms: readonly Term[]): Term | null {
  if (terms.length === 0) return null;
  return {
    expression: tsquery.anyOf(terms.map(({ expression }) => expression)),
    documents: terms.reduce((sum, { documents }) => sum + documents, 0),
  };
}

/**
 * Returns the condition for documents that meet all conditions, in a catalog of `total` documents; null without
 * conditions.
 */
export function allOf(terms: readonly Term[], total: number): Term | null {
  const [first] = terms;
  if (first === undefined || terms.length === 1) return first ?? null;
  const counts = terms.map(({ documents }) => documents);
  return {
    expression: tsquery.allOf(terms.map(({ expression }) => expression)),
    documents: estimateIntersection(counts, total, AFFINITY),
    all: terms,
  };
}

/** Returns the conditions of a term, each as a separate `tsquery`, rare conditions first. */
export function conditionsOf(term: Term): tsquery.Tsquery[] {
  return [...conditionTermsOf(term)].sort(rarestFirst).map(({ expression }) => expression);
}

/** Removes terms that contain all conditions of another term, because they find no further documents. */
export function withoutImplied(terms: readonly Term[]): Term[] {
  const sets = terms.map((term) => new Set(conditionTermsOf(term).map(({ expression }) => expression)));
  return terms.filter((_, index) => {
    return !sets.some((other, otherIndex) => isImplied(sets[index], other, otherIndex < index));
  });
}

/** Returns one term of each group of terms with equal conditions. */
export function distinct(terms: readonly Term[]): Term[] {
  return [...new Map(terms.map((term) => [term.expression, term])).values()];
}

/** Compares terms by their number of documents, the fewest first. */
export function rarestFirst(a: Term, b: Term): number {
  return a.documents - b.documents || (a.expression < b.expression ? -1 : 1);
}

/**
 * Returns whether `conditions` contains all of `other`. Of two terms with equal conditions, only the later one is
 * implied.
 */
function isImplied(
  conditions: ReadonlySet<string> | undefined,
  other: ReadonlySet<string>,
  isOtherEarlier: boolean,
): boolean {
  if (conditions === undefined || conditions === other || other.size > conditions.size) return false;
  if (other.size === conditions.size && !isOtherEarlier) return false;
  return [...other].every((expression) => conditions.has(expression));
}

function conditionTermsOf(term: Term): readonly Term[] {
  return term.all ?? [term];
}
