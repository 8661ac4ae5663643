/** Reads the response budget of a request. */
import type { DetailLevel } from '../response-detail/detail-levels';
import type { FieldError } from '../problems/problem';
import type { ResponseBudget } from './pack-to-budget';

/** Highest budgets. Higher values count as these. */
export const BUDGET_MAX = Object.freeze({ max_chars: 100_000, max_tokens: 32_000 });

/** A validated request with a budget and a level of detail: in the body of a POST, or in the query of a GET. */
export interface BudgetedRequest {
  readonly method: string;
  readonly body?: {
    readonly budget?: { readonly max_chars?: number; readonly max_tokens?: number };
    readonly detail?: DetailLevel;
  };
  readonly query?: Readonly<Record<string, unknown>>;
}

/** The budget of a validated request, or null if it sets none. */
export function findBudget({ method, body, query }: BudgetedRequest): ResponseBudget | null {
  const { max_chars: chars, max_tokens: tokens } = method === 'GET' ? (query ?? {}) : (body?.budget ?? {});
  if (chars === undefined && tokens === undefined) return null;
  return { maxChars: clamp(chars, BUDGET_MAX.max_chars), maxTokens: clamp(tokens, BUDGET_MAX.max_tokens) };
}

/** Names each maximum of a budget that is too small for the smallest body, and the least value that suffices. */
export function budgetErrors(
  { method }: BudgetedRequest,
  budget: ResponseBudget,
  smallest: { readonly chars: number; readonly tokens: number },
): FieldError[] {
  const parent = method === 'GET' ? '' : 'budget.';
  const errors: FieldError[] = [];
  const require = (field: string, given: number | null, needed: number): void => {
    if (given === null || given >= needed) return;
    errors.push({ field: parent + field, message: `must be at least ${needed} for this answer` });
  };
  require('max_chars', budget.maxChars, smallest.chars);
  require('max_tokens', budget.maxTokens, smallest.tokens);
  return errors;
}

function clamp(value: unknown, max: number): number | null {
  return value === undefined ? null : Math.min(Number(value), max);
}
