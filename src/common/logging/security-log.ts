import { Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { requestContext } from '../request-context';
import { ServiceLogger } from './service-logger';

/** Version of the format. A removed member or a member with a new meaning needs a new version. */
const VERSION = 1;

/** Names of the events, which `docs/security.md` describes. */
type SecurityEventName =
  | 'login'
  | 'refresh'
  | 'logout'
  | 'account-created'
  | 'account-changed'
  | 'account-deleted'
  | 'item-deleted'
  | 'library-deleted'
  | 'import';

/** A security event. It contains no secrets, no names, and no text that the client sent. */
interface SecurityEvent {
  readonly event: SecurityEventName;
  /** `refused`: the login attempt came before the end of the delay that follows failed logins, and was not checked. */
  readonly outcome: 'success' | 'failure' | 'refused';
  /** Id of the account, item or library of the event; null if there is none, and for every refused login. */
  readonly target: string | null;
  /** The rights of a new or changed account (and whether its password changed), or the counts of an import. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/**
 * Writes security events to the log, as lines with `log: "security"`, at every `LOG_LEVEL` except `silent`. Each line
 * contains the request id, the address of the caller and the account of the caller, if they are known.
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
