import { type AuditEntry, describeChange } from '../../auth/audit-log/audit-entry';
import type { BatchPlan } from '../ingest/batch-plan';
import type { KnownCatalog } from '../ingest/known-catalog';

/** Returns the audit entries for the libraries that a batch creates or renames. */
export function toAuditEntries({ libraries }: BatchPlan, known: KnownCatalog): AuditEntry[] {
  return [...libraries.values()].flatMap(({ libraryId, name }): AuditEntry[] => {
    const before = known.libraries.get(libraryId);
    const target = { id: libraryId, name };
    if (before === undefined) return [{ action: 'library.create', target, libraryId }];
    const changes = describeChange('name', [before.name], [name]);
    return changes.length === 0 ? [] : [{ action: 'library.rename', target, libraryId, changes }];
  });
}
