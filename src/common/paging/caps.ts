/** Applies the caps of a request. */
import { Problem } from '../problems/problem';
import type { DetailLevel } from '../response-detail/detail-levels';
import { type Cap, CAP_NAMES, CAP_TABLE, type CapName, type EffectiveCaps, PAGE_LIMIT } from './cap-table';

/** Clamps a cap: absent, zero or negative values give the default; values above the maximum give the maximum. */
export function clampToCap(value: number | undefined, cap: Cap): number {
  if (value === undefined || value <= 0) return cap.default;
  return Math.min(value, cap.max);
}

/** The caps whose default is their maximum with the level of detail `full`. They do not limit the number of rows. */
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
export interface RequestedSizes {
  readonly caps?: Partial<Record<CapName, number>>;
  readonly pagination?: { readonly limit?: number };
  readonly detail?: DetailLevel;
}

/**
 * The caps of an answer that is paged by the cap `paged`. That cap is the page size: the smaller of the cap and
 * `pagination.limit`. An absent, zero or negative limit does not lower the cap.
 */
export function pagedCaps({ caps: requested, pagination, detail }: RequestedSizes, paged: CapName): EffectiveCaps {
  const caps = effectiveCaps(requested, detail);
  const limit = requireInteger(pagination?.limit, 'pagination.limit') ?? 0;
  if (limit > 0) caps[paged] = Math.min(caps[paged], limit, PAGE_LIMIT.max);
  return caps;
}

function requireInteger(value: number | undefined, field: string): number | undefined {
  if (value === undefined || Number.isSafeInteger(value)) return value;
  throw Problem.invalidField(field, 'must be an integer between -(2^53 - 1) and 2^53 - 1');
}
