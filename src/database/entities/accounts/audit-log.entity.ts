import { Check, Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import { oneOf } from '../one-of';
import { SqlIndex } from '../sql-index.decorator';

/** Where an act came from: a request, a command, or the service itself. */
export const AUDIT_ORIGINS = ['api', 'command', 'service'] as const;
export type AuditOrigin = (typeof AUDIT_ORIGINS)[number];

export const AUDIT_ACTIONS = [
  ...(['account.create', 'account.change', 'account.delete'] as const),
  ...(['key.create', 'key.rotate', 'key.revoke'] as const),
  ...(['library.create', 'library.rename', 'library.delete'] as const),
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** The values that an act removed from a field, and the values that it added. */
export interface AuditChange {
  readonly field: string;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/**
 * One administrative act. The table is append-only: a trigger rejects UPDATE, DELETE and TRUNCATE. It has no foreign
 * keys, because entries outlast their accounts and libraries.
 */
@Entity('admin_audit_log')
@Check('admin_audit_log_origin_ck', oneOf('origin', AUDIT_ORIGINS))
@Check('admin_audit_log_action_ck', oneOf('action', AUDIT_ACTIONS))
@Unique('admin_audit_log_chain_uq', ['chain_sequence'])
@SqlIndex('admin_audit_log_newest_ix', '(recorded_at DESC, entry_id DESC)')
export class AuditLogEntity {
  @PrimaryColumn('uuid')
  entry_id: string;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'clock_timestamp()' })
  recorded_at: Date;

  @Column('text')
  origin: AuditOrigin;

  /**
   * The account that acted, and its name at the time of the act; null for a command and for the service itself. If a
   * service account acted for a user, this is the user.
   */
  @Column('uuid', { nullable: true })
  actor_user_id: string | null;

  @Column('text', { nullable: true })
  actor_username: string | null;

  /** The API key of the request, or the key that was exchanged for the request's token; null without one. */
  @Column('uuid', { nullable: true })
  actor_key_id: string | null;

  /** The service account that has this key, also if it acted for a user; null without a key. */
  @Column('uuid', { nullable: true })
  actor_service_id: string | null;

  @Column('text', { nullable: true })
  request_id: string | null;

  @Column('text')
  action: AuditAction;

  /** The account, key or library that the act changed. */
  @Column('uuid')
  target_id: string;

  /** Name of the target after the act, or before a deletion. */
  @Column('text')
  target_name: string;

  /** The changed account, or the account of the changed key; null for a library. */
  @Column('uuid', { nullable: true })
  account_id: string | null;

  /** The changed library; null for accounts and keys. */
  @Column('uuid', { nullable: true })
  library_id: string | null;

  @Column('jsonb', { default: [] })
  changes: readonly AuditChange[];

  /** Position in the chain of entries, from 1 without gaps; null for entries of releases without a chain. */
  @Column('integer', { nullable: true })
  chain_sequence: number | null;

  @Column('text', { nullable: true })
  previous_hash: string | null;

  /**
   * SHA-256 of the previous hash, a line feed and the columns from `entry_id` to `chain_sequence` as canonical JSON, in
   * hex.
   */
  @Column('text', { nullable: true })
  hash: string | null;

  /** Id of the key of `keyed_hash`; null if the service or command that wrote the entry had no key. */
  @Column('text', { nullable: true })
  key_id: string | null;

  /** HMAC-SHA256 of the position and the hash, in hex. */
  @Column('text', { nullable: true })
  keyed_hash: string | null;
}
