/** Caps of requests and responses, and the rule that clamps them. */
import { Problem } from '../problems/problem';
import type { DetailLevel } from '../response-detail/detail-levels';

/** Default and maximum of one cap. The minimum is always 1. */
export interface Cap {
  readonly default: number;
  readonly max: number;
}

/** All caps that a request may set, in rows. `summary_max_chars` is in code points. */
export const CAP_TABLE = Object.freeze({
  candidate_limit: { default: 12, max: 50 },
  artifact_limit: { default: 8, max: 24 },
  related_limit: { default: 8, max: 24 },
  facet_limit: { default: 12, max: 32 },
  grounding_limit: { default: 12, max: 48 },
  tool_call_limit: { default: 16, max: 64 },
  summary_max_chars: { default: 400, max: 800 },
} as const satisfies Record<string, Cap>);

/** Name of a cap in requests. */
export type CapName = keyof typeof CAP_TABLE;

/** All cap names, in table order. */
export const CAP_NAMES = Object.freeze(Object.keys(CAP_TABLE) as CapName[]);

/** The caps applied to one request. Every value is between 1 and its maximum. */
export type EffectiveCaps = Record<CapName, number>;

/**
 * Bounds of `pagination.limit`, in rows. The default applies to lists without a cap; other lists default to their cap.
 */
export const PAGE_LIMIT = Object.freeze({ default: 20, max: 50 } as const satisfies Cap);

/** Maximum length of a search text, in code points after trimming. */
export const QUERY_MAX_CHARS = 512;

/** Clamps a cap: absent, zero or negative values give the default; values above the maximum give the maximum. */
export function clampToCap(value: number | undefined, cap: Cap): number {
  if (value === undefined || value <= 0) return cap.default;
  return Math.min(value, cap.max);
}

/** The caps whose default is their maximum with the level of detail `full`: those that bound no rows. */
const RAISED_BY_FULL: ReadonlySet<CapName> = new Set<CapName>(['facet_limit', 'grounding_limit', 'summary_max_chars']);

/**
 * The caps of a request. Throws `invalid-request` with the field name for values that are not safe integers. The DTOs
 * refuse those earlier; the check is for callers that get caps elsewhere.
 */
export function effectiveCaps(
  input: Partial<Record<CapName, number>> = {},
  detail: DetailLevel = 'standard',
): EffectiveCaps {
  const caps = {} as EffectiveCaps;
  for (const name of CAP_NAMES) {
    const { max, ...cap }: Cap = CAP_TABLE[name];
    const initial = detail === 'full' && RAISED_BY_FULL.has(name) ? max : cap.default;
    caps[name] = clampToCap(requireInteger(input[name], `caps.${name}`), { default: initial, max });
  }
  return caps;
}

/** Page size of a list without a cap, such as libraries or runs. */
export function pageLimit(pagination: { limit?: number } | undefined): number {
  return clampToCap(requireInteger(pagination?.limit, 'pagination.limit'), PAGE_LIMIT);
}

/** The sizes given in a request. */
export interface SizesAsked {
  readonly caps?: Partial<Record<CapName, number>>;
  readonly pagination?: { readonly limit?: number };
  readonly detail?: DetailLevel;
}

/**
 * The caps of an answer that is paged by the cap `paged`. That cap is the page size: the smaller of the cap and
 * `pagination.limit`. An absent, zero or negative limit does not lower the cap.
 */
export function pagedCaps({ caps: asked, pagination, detail }: SizesAsked, paged: CapName): EffectiveCaps {
  const caps = effectiveCaps(asked, detail);
  const limit = requireInteger(pagination?.limit, 'pagination.limit') ?? 0;
  if (limit > 0) caps[paged] = Math.min(caps[paged], limit, PAGE_LIMIT.max);
  return caps;
}

function requireInteger(value: number | undefined, field: string): number | undefined {
  if (value === undefined || Number.isSafeInteger(value)) return value;
  throw Problem.invalidRequest([{ field, message: 'must be an integer between -(2^53 - 1) and 2^53 - 1' }]);
}
