/** The possible interpretations of a part of a query. */
export const UNDERSTOOD_KINDS = ['years', 'genre', 'country', 'excluded', 'role', 'phrase', 'id'] as const;

export type UnderstoodKind = (typeof UNDERSTOOD_KINDS)[number];

/** Maximum number of interpreted parts of one query in an answer. */
export const UNDERSTOOD_MAX = 16;
