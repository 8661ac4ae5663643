import { Client, type ClientConfig } from 'pg';
import { requireScram, requiresScram } from './require-scram';

/**
 * A connection that never ends the process. A server may end a connection in the moment between its start-up and the first
 * listener that its user adds; the 'error' event would then have no listener. The statements of a broken connection fail
 * in any case, and tell its user. It honours `require_auth=scram-sha-256` in the URL.
 */
export class QuietClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    this.on('error', () => undefined);
    const url = typeof config === 'string' ? config : config?.connectionString;
    if (url !== undefined && requiresScram(url)) requireScram(this);
  }
}
