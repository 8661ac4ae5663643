/** The rights that an account may have in addition to its role. */

/** The rights that do not name a library. */
export const SCOPES = ['catalog:write', 'artifacts:write', 'watch-states:write', 'act_for_users'] as const;

/** Lets a service account act for users. The role of an administrator includes all other rights, but not this one. */
export const ACT_FOR_USERS = 'act_for_users';

/** A right; `catalog:write:<library id>` is the right to write the catalog of one library. */
export type Scope = (typeof SCOPES)[number] | `catalog:write:${string}`;

/** Matches exactly the texts that are rights. */
export const SCOPE_PATTERN =
  /^(?:catalog:write|artifacts:write|watch-states:write|act_for_users|catalog:write:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/;

/** The rule that error messages state if a text is not a right. */
export const SCOPE_RULE = `must be ${SCOPES.join(', ')} or catalog:write:<library id>`;

/** Whether the text is a right. */
export function isScope(text: string): text is Scope {
  return SCOPE_PATTERN.test(text);
}
