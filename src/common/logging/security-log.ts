import { Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { requestContext } from '../request-context';
import { ServiceLogger } from './service-logger';

/** Version of the format. It increases when a member changes its meaning or is removed, but not when one is added. */
const VERSION = 1;

/** What the security log records; docs/security.md describes each event. */
export type SecurityEventName =
  | 'login'
  | 'refresh'
  | 'logout'
  | 'account-created'
  | 'account-changed'
  | 'account-deleted'
  | 'item-deleted'
  | 'library-deleted'
  | 'import';

/** An event. It contains no secrets. Ids are the only client input in it. */
export interface SecurityEvent {
  readonly event: SecurityEventName;
  /** `refused`: the attempt was not evaluated, because it exceeded a limit. */
  readonly outcome: 'success' | 'failure' | 'refused';
  /** Id of the account, item or library that the event is about; null if there is none, such as for an unknown name. */
  readonly target: string | null;
  /** Rights after a change, or counts of an import. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/**
 * Writes security events as lines of the log with `log: "security"`, whatever `LOG_LEVEL` is, unless it is `silent`. Each
 * line contains the request id, the address of the caller and the account of the caller, if they are known.
 */
@Injectable()
export class SecurityLog {
  private readonly pino: Logger;

  constructor({ pino }: ServiceLogger) {
    const level = pino.level === 'silent' ? 'silent' : 'info';
    this.pino = pino.child({ log: 'security', version: VERSION }, { level });
  }

  record({ event, outcome, target, details }: SecurityEvent): void {
    const context = requestContext.getStore();
    const { requestId = null, address = null } = context?.origin ?? {};
    const actor = context?.actor?.userId ?? null;
    const fields = { event, outcome, target, actor, address, request_id: requestId, details: details ?? {} };
    this.pino[outcome === 'success' ? 'info' : 'warn'](fields, 'Security event');
  }
}
