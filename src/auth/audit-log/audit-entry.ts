/** Entries of the audit log, and pure functions that describe the changes in an entry. */
import type { AuditAction, AuditChange } from '../../database/entities/accounts/audit-log.entity';
import type { UserEntity } from '../../database/entities/accounts/user.entity';

/** An administrative act. The log adds the actor and the time. */
export interface AuditEntry {
  readonly action: AuditAction;
  /** The account, key or library that the act changed. */
  readonly target: { readonly id: string; readonly name: string };
  /** The account that the act concerns: the target itself, or the owner of the key. */
  readonly accountId?: string;
  /** The library that the act concerns. Administrators who may not see the library do not see the entry. */
  readonly libraryId?: string;
  readonly changes?: readonly AuditChange[];
}

type Rights = Pick<UserEntity, 'role' | 'scopes' | 'library_ids' | 'disabled'>;

/** Value that stands for all libraries in an entry. */
const ALL = 'all';

/** Returns a change for each changed right of an account. `before` is null for a new account. */
export function describeRightsChanges(before: Rights | null, after: Rights): AuditChange[] {
  const oldValues = before === null ? {} : toValues(before);
  return Object.entries(toValues(after)).flatMap(([field, values]) =>
    describeChange(field, oldValues[field] ?? [], values),
  );
}

/** Returns a list with the change of a field; an empty list if the field did not change. */
export function describeChange(field: string, before: readonly string[], after: readonly string[]): AuditChange[] {
  const removed = before.filter((value) => !after.includes(value));
  const added = after.filter((value) => !before.includes(value));
  return removed.length + added.length === 0 ? [] : [{ field, removed, added }];
}

function toValues({ role, scopes, library_ids: libraryIds, disabled }: Rights): Record<string, readonly string[]> {
  return { role: [role], scopes, library_ids: libraryIds ?? [ALL], disabled: disabled ? ['true'] : [] };
}
