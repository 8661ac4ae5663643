import { Client, type ClientConfig } from 'pg';
import { requireScram, requiresScram } from './require-scram';

/**
 * A connection that never ends the process. A server may end a connection after its start-up and before its user adds a
 * listener. Node ends the process if an 'error' event has no listener, so this class adds one. The statements of a
 * broken connection fail, so its user learns of the error. Supports `require_auth=scram-sha-256` in the URL.
 */
export class QuietClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    this.on('error', () => undefined);
    const url = typeof config === 'string' ? config : config?.connectionString;
    if (url !== undefined && requiresScram(url)) requireScram(this);
  }
}
