/** Conditions for the index of words: which documents one stands for, how many they may be, and as what text. */
import { quoteLexeme } from '../../search/index/lexemes';

/** A condition and the number of documents it is expected to find. */
export interface Term {
  /** Part of a `tsquery`, made of quoted lexemes alone. */
  readonly expression: string;
  readonly documents: number;
  /** The conditions that it puts together, where it is several that must all hold. */
  readonly all?: readonly Term[];
}

/** Words occur together more often than by chance. */
const TOGETHERNESS = 4;

/** Documents with a lexeme, of which there are so many. */
export function lexemeTerm(lexeme: string, documents: number): Term {
  return { expression: quoteLexeme(lexeme), documents };
}

/** Documents that match any of some terms; null of none: a text without a lexeme is no `tsquery`. */
export function eitherOf(terms: readonly Term[]): Term | null {
  const expressions = [...new Set(terms.map(({ expression }) => expression))];
  const [first] = expressions;
  if (first === undefined) return null;
  return {
    expression: expressions.length === 1 ? first : `(${expressions.join(' | ')})`,
    documents: terms.reduce((sum, { documents }) => sum + documents, 0),
  };
}

/** Documents that match all of some terms, in a catalog of so many documents; null of none. */
export function allOf(terms: readonly Term[], total: number): Term | null {
  const [first] = terms;
  if (first === undefined || terms.length === 1) return first ?? null;
  const smallest = Math.min(...terms.map(({ documents }) => documents));
  const chance = terms.reduce((product, { documents }) => product * (documents / total), total);
  return {
    expression: `(${together(terms.map(({ expression }) => expression))})`,
    documents: Math.min(smallest, chance * TOGETHERNESS ** (terms.length - 1)),
    all: terms,
  };
}

/** One text for documents that match all of some texts. */
export function together(tsqueries: readonly string[]): string {
  return tsqueries.map((each) => `(${each})`).join(' & ');
}

/** The texts that documents of a term match, all of them; those that few documents match come first. */
export function textsOf(term: Term): string[] {
  return [...conditionsOf(term)].sort(byDocuments).map(({ expression }) => expression);
}

/** The terms without those that ask for more than another one does, and so find nothing besides. */
export function withoutImplied(terms: readonly Term[]): Term[] {
  const sets = terms.map((term) => new Set(conditionsOf(term).map(({ expression }) => expression)));
  return terms.filter((_, place) => !sets.some((other, index) => isImplied(sets[place], other, index < place)));
}

/** Orders from few documents to many. */
export function byDocuments(a: Term, b: Term): number {
  return a.documents - b.documents || (a.expression < b.expression ? -1 : 1);
}

/** Whether whatever matches all of `asked` matches all of `other`; of two that ask for the same, the earlier stays. */
function isImplied(asked: ReadonlySet<string> | undefined, other: ReadonlySet<string>, isEarlier: boolean): boolean {
  if (asked === undefined || asked === other || other.size > asked.size) return false;
  if (other.size === asked.size && !isEarlier) return false;
  return [...other].every((expression) => asked.has(expression));
}

function conditionsOf(term: Term): readonly Term[] {
  return term.all ?? [term];
}
