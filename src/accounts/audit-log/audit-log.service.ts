import { Injectable } from '@nestjs/common';
import type { PageQuery } from '../../common/dto/page-query.dto';
import { resolvePageLimit } from '../../common/paging/caps';
import { CursorCodec } from '../../common/paging/cursor';
import { findPageStart, type PageCursor, toPage } from '../../common/paging/paging';
import type { Principal } from '../../common/principal';
import type { AuditLogEntity } from '../../database/entities/accounts/audit-log.entity';
import type { AuditEntryResponse, AuditLogResponse } from './audit-log.dto';
import { AuditLogRepository, type EntryPosition } from './audit-log.repository';

/** Reads the audit log for administrators. */
@Injectable()
export class AuditLogService {
  constructor(
    private readonly repository: AuditLogRepository,
    private readonly cursors: CursorCodec,
  ) {}

  /**
   * Returns a page of entries, newest first, without entries about libraries that the caller does not see. Throws
   * `invalid-cursor`.
   */
  async list({ userId, libraryIds }: Principal, query: PageQuery): Promise<AuditLogResponse> {
    const limit = resolvePageLimit(query);
    const cursor: PageCursor<AuditLogEntity> = {
      codec: this.cursors,
      binding: { userId, route: 'admin/audit-log', filters: null },
      keyOf: (entry) => [entry.recorded_at.toISOString(), entry.entry_id],
    };
    const after = findPageStart(query, cursor.codec, cursor.binding) as EntryPosition | null;
    const { rows, page } = toPage(await this.repository.list(libraryIds, limit + 1, after), limit, cursor);
    return { entries: rows.map(toResponse), page };
  }
}

function toResponse(entry: AuditLogEntity): AuditEntryResponse {
  return {
    entry_id: entry.entry_id,
    recorded_at: entry.recorded_at.toISOString(),
    action: entry.action,
    actor: {
      origin: entry.origin,
      user_id: entry.actor_user_id,
      username: entry.actor_username,
      key_id: entry.actor_key_id,
      service_id: entry.actor_service_id,
    },
    target_id: entry.target_id,
    target_name: entry.target_name,
    account_id: entry.account_id,
    changes: entry.changes.map(({ field, removed, added }) => ({ field, removed: [...removed], added: [...added] })),
    request_id: entry.request_id,
  };
}
