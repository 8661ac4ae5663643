/** Levels of detail: how much of each row an answer contains. The lowest level comes first. */
export const DETAIL_LEVELS = ['ids', 'brief', 'standard', 'full'] as const;
export type DetailLevel = (typeof DETAIL_LEVELS)[number];

/** The levels that leave fields out. */
export type PrunedLevel = 'ids' | 'brief';

/** A validated request. Its level, if any, is in the body of a POST, or in the query of a GET or HEAD. */
export interface DetailedRequest {
  readonly method: string;
  readonly body?: { readonly detail?: DetailLevel };
  readonly query?: Readonly<Record<string, unknown>>;
}

/** Returns whether the options of a request are in its query, because it has no body. */
export function hasOptionsInQuery({ method }: DetailedRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Returns the level of a validated request; undefined if it sets none. */
export function findLevel(request: DetailedRequest): DetailLevel | undefined {
  const { body, query } = request;
  return hasOptionsInQuery(request) ? (query?.['detail'] as DetailLevel | undefined) : body?.detail;
}

/** Returns the level of a validated request if it leaves fields out, otherwise null. */
export function findPrunedLevel(request: DetailedRequest): PrunedLevel | null {
  const level = findLevel(request);
  return level === 'ids' || level === 'brief' ? level : null;
}
