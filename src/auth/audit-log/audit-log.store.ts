import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { requestContext } from '../../common/request-context';
import { boundText } from '../../common/text/summary';
import { AuditLogEntity, type AuditOrigin } from '../../database/entities/accounts/audit-log.entity';
import type { AuditEntry } from './audit-entry';

/** Maximum number of entries that one statement appends. */
const APPENDED_AT_ONCE = 1_000;

/**
 * Appends administrative acts to the audit log, in the transaction of the act. So an act and its entry are committed
 * together.
 */
@Injectable()
export class AuditLog {
  /** `origin` is the origin of acts outside of requests. */
  constructor(private readonly origin: Exclude<AuditOrigin, 'api'>) {}

  /** Appends entries. The actor is the caller of the current request; a command and the service itself have none. */
  async append(manager: EntityManager, entries: readonly AuditEntry[]): Promise<void> {
    const actor = requestContext.getStore()?.actor ?? null;
    const rows = entries.map(({ action, target, accountId, libraryId, changes = [] }) => ({
      entry_id: randomUUID(),
      origin: actor === null ? this.origin : ('api' as const),
      actor_user_id: actor?.userId ?? null,
      actor_username: actor?.username ?? null,
      actor_key_id: actor?.keyId ?? null,
      actor_service_id: actor?.serviceId ?? null,
      request_id: actor?.requestId ?? null,
      action,
      target_id: target.id,
      target_name: boundText(target.name),
      account_id: accountId ?? null,
      library_id: libraryId ?? null,
      changes,
    }));
    for (let start = 0; start < rows.length; start += APPENDED_AT_ONCE) {
      await manager
        .createQueryBuilder()
        .insert()
        .into(AuditLogEntity)
        .values(rows.slice(start, start + APPENDED_AT_ONCE))
        .updateEntity(false)
        .execute();
    }
  }
}
