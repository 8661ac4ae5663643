import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import { requestContext } from '../../common/request-context';
import { truncateText } from '../../common/text/summary';
import { AuditLogEntity, type AuditOrigin } from '../../database/entities/accounts/audit-log.entity';
import type { AuditEntry } from './audit-entry';
import { AuditLogHeadEntity } from '../../database/entities/accounts/audit-log-head.entity';
import { beforeCommit } from '../../database/transactions';
import { AuditKeys } from '../../common/hash-chain/audit-keys';
import { auditHeadText, type AuditLogHead, chainEntries, type EntryContent, entryText } from './audit-chain';

/** Maximum number of entries that one statement appends. */
const ENTRIES_PER_STATEMENT = 1_000;

/** Locks the head of the chain. The clock is read after the wait for the lock. */
const LOCK_HEAD_SQL = `
SELECT date_trunc('milliseconds', clock_timestamp()) AS now, head.*
  FROM (SELECT length, hash, unchained, key_id, keyed_hash FROM admin_audit_log_head FOR UPDATE) AS head`;

/** Appends entries to the audit log, each in the transaction of the act that it records. */
@Injectable()
export class AuditLog {
  /**
   * `origin` is recorded for changes without a known caller: those of commands and of the service, and those that a
   * request makes before its caller is known. For example, the rights that a token of an external issuer grants are
   * stored while the guard identifies the caller.
   */
  constructor(
    private readonly origin: Exclude<AuditOrigin, 'api'>,
    private readonly keys: AuditKeys,
  ) {}

  /**
   * Appends entries directly before the commit, so that the head of the chain is locked as briefly as possible. The
   * actor is the caller of the current request, if there is a request and its caller is known. The transaction must be
   * one of `Transactions.run`.
   */
  append(manager: EntityManager, entries: readonly AuditEntry[]): Promise<void> {
    const context = requestContext.getStore();
    const actor = context?.actor ?? null;
    const rows = entries.map(({ action, target, accountId, libraryId, changes = [] }) => ({
      entry_id: randomUUID(),
      origin: actor === null ? this.origin : ('api' as const),
      actor_user_id: actor?.userId ?? null,
      actor_username: actor?.username ?? null,
      actor_key_id: actor?.key?.keyId ?? null,
      actor_service_id: actor?.key?.serviceId ?? null,
      request_id: actor === null ? null : (context?.origin.requestId ?? null),
      action,
      target_id: target.id.toLowerCase(),
      target_name: truncateText(target.name),
      account_id: accountId ?? null,
      library_id: libraryId ?? null,
      changes,
    }));
    if (rows.length > 0) beforeCommit(manager, () => this.appendToChain(manager, rows));
    return Promise.resolve();
  }

  /**
   * Signs the head of the chain with the current key. Does nothing if the head is no longer `expected`. With
   * `recount`, first counts again the entries of old releases, which are outside the chain. Returns whether it signed.
   */
  async signHead(
    manager: EntityManager,
    expected: Pick<AuditLogHead, 'length' | 'hash'>,
    recount: boolean,
  ): Promise<boolean> {
    const { head } = await this.lockHead(manager);
    const { length, hash } = head;
    if (length !== expected.length || hash !== expected.hash) return false;
    const unchained = recount ? await manager.countBy(AuditLogEntity, { chain_sequence: IsNull() }) : head.unchained;
    const keyedHash = this.keys.sign(auditHeadText({ length, hash, unchained }));
    await manager.update(AuditLogHeadEntity, { only_row: true }, { unchained, ...keyedHash });
    return true;
  }

  /** Locks the head of the chain until the transaction ends. Throws if there is no head. */
  private async lockHead(manager: EntityManager): Promise<{ now: Date; head: AuditLogHead }> {
    const [row]: ({ now: Date } & AuditLogHead)[] = await manager.query(LOCK_HEAD_SQL);
    if (row === undefined) throw new Error('The head of the audit log is missing.');
    const { now, ...head } = row;
    return { now, head };
  }

  private async appendToChain(
    manager: EntityManager,
    entries: readonly Omit<EntryContent, 'recorded_at'>[],
  ): Promise<void> {
    const { now, head } = await this.lockHead(manager);
    const rows = chainEntries(
      head,
      entries.map((entry) => ({ ...entry, recorded_at: now })),
    ).map((row) => ({ ...row, ...this.keys.sign(entryText(row.chain_sequence, row.hash)) }));
    await this.insert(manager, rows);
    const last = rows.at(-1);
    if (last === undefined) return;
    const next = { length: last.chain_sequence, hash: last.hash, unchained: head.unchained };
    // The new head gets a keyed hash only if that of the previous head is genuine. Before the first entry, there is
    // none to check, unless a command has signed the empty head.
    const isFirst = head.length === 0 && head.key_id === null;
    const previous = isFirst ? null : { text: auditHeadText(head), keyedHash: head };
    await manager.update(
      AuditLogHeadEntity,
      { only_row: true },
      { ...next, ...this.keys.signNextHead(auditHeadText(next), previous) },
    );
  }

  private async insert(manager: EntityManager, rows: readonly AuditLogEntity[]): Promise<void> {
    for (let start = 0; start < rows.length; start += ENTRIES_PER_STATEMENT) {
      await manager
        .createQueryBuilder()
        .insert()
        .into(AuditLogEntity)
        .values(rows.slice(start, start + ENTRIES_PER_STATEMENT))
        .updateEntity(false)
        .execute();
    }
  }
}
