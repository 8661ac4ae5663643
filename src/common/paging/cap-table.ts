/** Defaults and maxima of caps. The minimum of a cap is always 1. */

export interface Cap {
  readonly default: number;
  readonly max: number;
}

/** All caps that a request may set, in list elements; only `summary_max_chars` is in code points. */
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

export const CAP_NAMES = Object.freeze(Object.keys(CAP_TABLE) as CapName[]);

/** The caps of a request, after clamping. */
export type EffectiveCaps = Record<CapName, number>;

/**
 * Default and maximum of `pagination.limit`, in rows. For a list with a cap, the effective cap replaces the default and
 * is a second maximum. For item contexts, both values are `CONTEXTS_MAX`.
 */
export const PAGE_LIMIT = Object.freeze({ default: 20, max: 50 } as const satisfies Cap);

/** Maximum length of a search text, in code points after trimming. */
export const QUERY_MAX_CHARS = 512;
