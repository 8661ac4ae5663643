/** Levels of detail: how much of each row an answer contains. The lowest level comes first. */
export const DETAIL_LEVELS = ['ids', 'brief', 'standard', 'full'] as const;
export type DetailLevel = (typeof DETAIL_LEVELS)[number];

/** The levels that leave fields out. */
export type PrunedLevel = 'ids' | 'brief';

/** A validated request with a level: in the body of a POST, or in the query of a GET. */
export interface DetailedRequest {
  readonly method: string;
  readonly body?: { readonly detail?: DetailLevel };
  readonly query?: Readonly<Record<string, unknown>>;
}

/** Returns the level of a validated request; undefined if it sets none. */
export function findLevel({ method, body, query }: DetailedRequest): DetailLevel | undefined {
  return method === 'GET' ? (query?.['detail'] as DetailLevel | undefined) : body?.detail;
}

/** Returns the level of a validated request if it leaves fields out, otherwise null. */
export function findPrunedLevel(request: DetailedRequest): PrunedLevel | null {
  const level = findLevel(request);
  return level === 'ids' || level === 'brief' ? level : null;
}
