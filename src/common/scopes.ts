/** The rights that an account can have in addition to its role, except the rights for a single library. */
export const SCOPES = ['catalog:write', 'artifacts:write', 'watch-states:write', 'act_for_users'] as const;

/**
 * The right of a service account to act for users. It is the only right that administrators do not have by their role.
 */
export const ACT_FOR_USERS = 'act_for_users';

/** A right; `catalog:write:<library id>` is the right to write the catalog of one library. */
export type Scope = (typeof SCOPES)[number] | `catalog:write:${string}`;

/** Matches the texts that are rights. */
export const SCOPE_PATTERN = new RegExp(
  `^(?:${SCOPES.join('|')}|catalog:write:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$`,
);

/** The rule that error messages state if a text is not a right. */
export const SCOPE_RULE = `must be ${SCOPES.join(', ')} or catalog:write:<library id>`;

export function isScope(text: string): text is Scope {
  return SCOPE_PATTERN.test(text);
}
