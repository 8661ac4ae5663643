import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** State of the audit log's chain after its last entry. The table has one row, whose lock orders the entries. */
@Entity('admin_audit_log_head')
@Check('admin_audit_log_head_only_ck', 'only_row')
export class AuditLogHeadEntity {
  @PrimaryColumn('boolean', { default: true })
  only_row: boolean;

  /** Number of entries in the chain. */
  @Column('integer', { default: 0 })
  length: number;

  /** Hash of the last entry, in hex; 64 zeros without entries. */
  @Column('text')
  hash: string;

  /** Number of entries that releases without a chain have written. */
  @Column('integer')
  unchained: number;

  /** Id of the key of `keyed_hash`. Both are null if the last writer did not sign (see `AuditKeys.signNextHead`). */
  @Column('text', { nullable: true })
  key_id: string | null;

  /** HMAC-SHA256 of `length`, `hash` and `unchained`, in hex. */
  @Column('text', { nullable: true })
  keyed_hash: string | null;
}
