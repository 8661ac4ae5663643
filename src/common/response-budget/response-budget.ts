/** Reads the response budget of a request. */
import { type DetailedRequest, hasOptionsInQuery } from '../response-detail/detail-levels';
import type { FieldError } from '../problems/problem';
import type { ResponseBudget } from './pack-to-budget';

/** Maximum of each budget. Higher values count as the maximum. */
const BUDGET_MAX = Object.freeze({ max_chars: 100_000, max_tokens: 32_000 });

/** A validated request with a budget and a level of detail: in the body of a POST, or in the query of a GET or HEAD. */
export interface BudgetedRequest extends DetailedRequest {
  readonly body?: DetailedRequest['body'] & {
    readonly budget?: { readonly max_chars?: number; readonly max_tokens?: number };
  };
}

/** Returns the budget of a validated request; null if it sets none. */
export function findBudget(request: BudgetedRequest): ResponseBudget | null {
  const { body, query } = request;
  const { max_chars: chars, max_tokens: tokens } = hasOptionsInQuery(request) ? (query ?? {}) : (body?.budget ?? {});
  if (chars === undefined && tokens === undefined) return null;
  return { maxChars: clamp(chars, BUDGET_MAX.max_chars), maxTokens: clamp(tokens, BUDGET_MAX.max_tokens) };
}

/** Returns an error with the least valid value for each maximum that is too small for the smallest body. */
export function budgetErrors(
  request: BudgetedRequest,
  budget: ResponseBudget,
  smallest: { readonly chars: number; readonly tokens: number },
): FieldError[] {
  const parent = hasOptionsInQuery(request) ? '' : 'budget.';
  const errorIfTooSmall = (field: string, maximum: number | null, needed: number): FieldError[] =>
    maximum === null || maximum >= needed
      ? []
      : [{ field: parent + field, message: `must be at least ${needed} for this answer` }];
  return [
    ...errorIfTooSmall('max_chars', budget.maxChars, smallest.chars),
    ...errorIfTooSmall('max_tokens', budget.maxTokens, smallest.tokens),
  ];
}

function clamp(value: unknown, max: number): number | null {
  return value === undefined ? null : Math.min(Number(value), max);
}
