/** The caps of requests and responses as data, and the one rule that clamps them. */
import { Problem } from '../problems/problem';

/** Default and upper bound of one cap; the lower bound is always 1. */
export interface Cap {
  readonly default: number;
  readonly max: number;
}

/** Every cap a request may set: counts of rows, or Unicode code points for `summary_max_chars`. */
export const CAP_TABLE = Object.freeze({
  candidate_limit: { default: 12, max: 50 },
  artifact_limit: { default: 8, max: 24 },
  related_limit: { default: 8, max: 24 },
  facet_limit: { default: 12, max: 32 },
  grounding_limit: { default: 12, max: 48 },
  tool_call_limit: { default: 16, max: 64 },
  summary_max_chars: { default: 400, max: 800 },
} as const satisfies Record<string, Cap>);

/** The name of a cap, as requests spell it. */
export type CapName = keyof typeof CAP_TABLE;

/** All cap names, in the order of the table. */
export const CAP_NAMES = Object.freeze(Object.keys(CAP_TABLE) as CapName[]);

/** The caps that apply to one request; every value lies in 1..max. */
export type EffectiveCaps = Record<CapName, number>;

/** `pagination.limit`, in rows. The default is for lists that no cap bounds: the others have the default of their cap. */
export const PAGE_LIMIT = Object.freeze({ default: 20, max: 50 } as const satisfies Cap);

/** The longest title or label, in code points. */
export const TITLE_MAX_CHARS = 512;

/** The longest search text, in code points after trimming. */
export const QUERY_MAX_CHARS = 512;

/** The clamping rule: absent or not positive gives the default, above the maximum gives the maximum. */
export function clampToCap(value: number | undefined, cap: Cap): number {
  if (value === undefined || value <= 0) return cap.default;
  return Math.min(value, cap.max);
}

/**
 * The caps a request gets. Values that are no safe integers throw `invalid-request` naming the field; the DTOs refuse
 * them earlier, this is for callers that take caps from elsewhere.
 */
export function effectiveCaps(input: Partial<Record<CapName, number>> = {}): EffectiveCaps {
  const caps = {} as EffectiveCaps;
  for (const name of CAP_NAMES) {
    caps[name] = clampToCap(requireInteger(input[name], `caps.${name}`), CAP_TABLE[name]);
  }
  return caps;
}

/** The page size of a list that no cap bounds (libraries, runs). */
export function pageLimit(pagination: { limit?: number } | undefined): number {
  return clampToCap(requireInteger(pagination?.limit, 'pagination.limit'), PAGE_LIMIT);
}

/** What a request says about the sizes of its lists. */
export interface SizesAsked {
  readonly caps?: Partial<Record<CapName, number>>;
  readonly pagination?: { readonly limit?: number };
}

/**
 * The caps of an answer whose pages the cap `paged` bounds; that one is the page size: the smaller of the cap and
 * `pagination.limit`. An absent (or not positive) limit does not lower the cap.
 */
export function pagedCaps({ caps: asked, pagination }: SizesAsked, paged: CapName): EffectiveCaps {
  const caps = effectiveCaps(asked);
  const limit = requireInteger(pagination?.limit, 'pagination.limit') ?? 0;
  if (limit > 0) caps[paged] = Math.min(caps[paged], limit, PAGE_LIMIT.max);
  return caps;
}

function requireInteger(value: number | undefined, field: string): number | undefined {
  if (value === undefined || Number.isSafeInteger(value)) return value;
  throw Problem.invalidRequest([{ field, message: 'must be an integer between -(2^53 - 1) and 2^53 - 1' }]);
}
