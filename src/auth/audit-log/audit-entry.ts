/** Entries of the audit log. Pure. */
import type { AuditAction, AuditChange } from '../../database/entities/accounts/audit-log.entity';
import type { UserEntity } from '../../database/entities/accounts/user.entity';

/** An administrative act. The log adds the actor and the time. */
export interface AuditEntry {
  readonly action: AuditAction;
  /** The account, key or library; its name is a line of text. */
  readonly target: { readonly id: string; readonly name: string };
  /** The account that the act concerns: the target itself, or the owner of the key. */
  readonly accountId?: string;
  /** The library that the act concerns. Administrators who do not see it do not see the entry. */
  readonly libraryId?: string;
  readonly changes?: readonly AuditChange[];
}

type Rights = Pick<UserEntity, 'role' | 'scopes' | 'library_ids' | 'disabled'>;

/** Value that stands for all libraries in an entry. */
const ALL = 'all';

/** What changed in the rights of an account; `before` is null for a new one. Fields without a change are left out. */
export function describeRightChanges(before: Rights | null, after: Rights): AuditChange[] {
  const [old, next] = [before === null ? null : toValues(before), toValues(after)];
  return Object.entries(next).flatMap(([field, values]) => describeChange(field, old?.[field] ?? [], values));
}

/** Returns the change of one field in a list; an empty list if nothing changed. */
export function describeChange(field: string, before: readonly string[], after: readonly string[]): AuditChange[] {
  const removed = before.filter((value) => !after.includes(value));
  const added = after.filter((value) => !before.includes(value));
  return removed.length + added.length === 0 ? [] : [{ field, removed, added }];
}

function toValues({ role, scopes, library_ids: libraryIds, disabled }: Rights): Record<string, readonly string[]> {
  return { role: [role], scopes, library_ids: libraryIds ?? [ALL], disabled: disabled ? ['true'] : [] };
}
