/** Applies the caps of a request. */
import { Problem } from '../problems/problem';
import type { DetailLevel } from '../response-detail/detail-levels';
import { type Cap, CAP_NAMES, CAP_TABLE, type CapName, type EffectiveCaps, PAGE_LIMIT } from './cap-table';

/** Clamps a cap. Absent, zero and negative values give the default; values above the maximum give the maximum. */
export function clampToCap(value: number | undefined, cap: Cap): number {
  if (value === undefined || value <= 0) return cap.default;
  return Math.min(value, cap.max);
}

/**
 * The caps that default to their maximum with the level of detail `full`. None of them bounds the rows of a page, so
 * `full` makes no page longer.
 */
const RAISED_BY_FULL: ReadonlySet<CapName> = new Set<CapName>(['facet_limit', 'grounding_limit', 'summary_max_chars']);

/**
 * Returns the caps of a request. Throws `invalid-request` for values that are not safe integers. The DTOs refuse such
 * values, too, but not all callers get their caps from a DTO.
 */
export function resolveCaps(
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

/**
 * Returns the page size of a list without a cap, such as libraries or runs. In the query of a GET, `limit` is a text.
 */
export function resolvePageLimit({ limit }: { limit?: number | string } = {}): number {
  const requested = limit === undefined ? undefined : Number(limit);
  return clampToCap(requireInteger(requested, 'pagination.limit'), PAGE_LIMIT);
}

/** The fields of a request that set sizes. */
export interface RequestedSizes {
  readonly caps?: Partial<Record<CapName, number>>;
  readonly pagination?: { readonly limit?: number };
  readonly detail?: DetailLevel;
}

/**
 * Returns the caps of an answer whose page size is the cap `paged`. If `pagination.limit` is positive, this cap is at
 * most that limit and at most `PAGE_LIMIT.max`.
 */
export function resolvePagedCaps(
  { caps: requested, pagination, detail }: RequestedSizes,
  paged: CapName,
): EffectiveCaps {
  const caps = resolveCaps(requested, detail);
  const limit = requireInteger(pagination?.limit, 'pagination.limit') ?? 0;
  if (limit > 0) caps[paged] = Math.min(caps[paged], limit, PAGE_LIMIT.max);
  return caps;
}

function requireInteger(value: number | undefined, field: string): number | undefined {
  if (value === undefined || Number.isSafeInteger(value)) return value;
  throw Problem.invalidField(field, 'must be an integer between -(2^53 - 1) and 2^53 - 1');
}
