import { Injectable } from '@nestjs/common';
import type { AuditLogHead } from '../../auth/audit-log/audit-chain';
import { columnsOf } from '../../database/entities/entity-columns';
import { AuditLogEntity } from '../../database/entities/accounts/audit-log.entity';
import type { ReadScope } from '../../database/read-scope';

/** An entry in the chain. In the entries outside the chain, which old releases wrote, these columns are null. */
export type ChainedEntry = AuditLogEntity & {
  readonly chain_sequence: number;
  readonly previous_hash: string;
  readonly hash: string;
};

const HEAD = {
  name: 'audit_log_head',
  text: `SELECT length, hash, unchained, key_id, keyed_hash,
                (SELECT count(*)::integer FROM admin_audit_log WHERE chain_sequence IS NULL) AS unchained_count
           FROM admin_audit_log_head`,
};

/** Number of entries in a page. A constant, because PostgreSQL plans to sort all rows if the limit is a parameter. */
const ENTRIES_PER_PAGE = 500;

const ENTRIES = {
  name: 'audit_log_chain',
  text: `SELECT ${Object.keys(columnsOf(AuditLogEntity)).join(', ')} FROM admin_audit_log
          WHERE chain_sequence > $1 ORDER BY chain_sequence LIMIT ${ENTRIES_PER_PAGE}`,
};

/** Reads the chain of the audit log, for the command that verifies it. */
@Injectable()
export class AuditChainRepository {
  /**
   * Returns the head of the chain; null if there is none. `unchained` is the stored number of entries outside the
   * chain, and `unchained_count` their current number.
   */
  async findHead(scope: ReadScope): Promise<(AuditLogHead & { readonly unchained_count: number }) | null> {
    const rows = await scope.rows<AuditLogHead & { unchained_count: number }>(HEAD);
    return rows[0] ?? null;
  }

  /** Returns up to 500 entries after a position, in the order of the chain. */
  listEntries(scope: ReadScope, after: number): Promise<ChainedEntry[]> {
    return scope.rows<ChainedEntry>(ENTRIES, [after]);
  }
}
