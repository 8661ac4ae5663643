/**
 * Builds the texts that statements cast to `tsquery`. Only this file builds them, from quoted lexemes. So every
 * `Tsquery` is valid, and a request cannot add operators.
 */
import { quoteLexeme } from './index/lexemes';

declare const tsquery: unique symbol;

/** A `tsquery` as text. It needs no parentheses inside a larger `tsquery`. */
export type Tsquery = string & { readonly [tsquery]: true };

/** Matches documents that have a lexeme. */
export function lexemeQuery(lexeme: string): Tsquery {
  return quoteLexeme(lexeme) as Tsquery;
}

/** Matches documents that match at least one of the queries. */
export function anyOf(queries: readonly Tsquery[]): Tsquery {
  return combine(queries, ' | ');
}

/** Matches documents that match all of the queries. */
export function allOf(queries: readonly Tsquery[]): Tsquery {
  return combine(queries, ' & ');
}

/** Matches documents that do not match the query. */
export function not(query: Tsquery): Tsquery {
  return `!${query}` as Tsquery;
}

/** Throws if there are no queries, because an empty `tsquery` matches no document. */
function combine(queries: readonly Tsquery[], operator: ' | ' | ' & '): Tsquery {
  const distinct = [...new Set(queries)];
  const [first] = distinct;
  if (first === undefined) throw new RangeError('A tsquery needs at least one lexeme.');
  return distinct.length === 1 ? first : (`(${distinct.join(operator)})` as Tsquery);
}
