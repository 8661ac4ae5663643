import { Injectable } from '@nestjs/common';
import { AuditLogEntity } from '../../database/entities/accounts/audit-log.entity';
import { Transactions } from '../../database/transactions';

/** The position of an entry in the log: its time (RFC 3339) and id. */
export type EntryPosition = readonly [recordedAt: string, entryId: string];

/** Reads the audit log for administrators. */
@Injectable()
export class AuditLogRepository {
  constructor(private readonly transactions: Transactions) {}

  /**
   * Returns up to `limit` entries after a position, newest first. Entries about libraries that are not in `libraryIds`
   * are left out; null includes all.
   */
  list(libraryIds: readonly string[] | null, limit: number, after: EntryPosition | null): Promise<AuditLogEntity[]> {
    return this.transactions.read((manager) => {
      const query = manager
        .createQueryBuilder(AuditLogEntity, 'e')
        .orderBy({ 'e.recorded_at': 'DESC', 'e.entry_id': 'DESC' })
        .limit(limit);
      if (libraryIds !== null) query.where('(e.library_id IS NULL OR e.library_id = ANY(:libraryIds))', { libraryIds });
      if (after !== null) {
        const [recordedAt, entryId] = after;
        query.andWhere('(e.recorded_at, e.entry_id) < (:recordedAt::timestamptz, :entryId::uuid)', {
          recordedAt,
          entryId,
        });
      }
      return query.getMany();
    });
  }
}
