import { Client, type ClientConfig } from 'pg';
import { requireScram, requiresScram } from './require-scram';

/**
 * A connection whose failure never ends the process. Node ends the process if an 'error' event has no listener, so this
 * class adds one. The caller gets the error when a statement fails. Supports `require_auth=scram-sha-256` in the URL.
 */
export class QuietClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    this.on('error', () => undefined);
    const url = typeof config === 'string' ? config : config?.connectionString;
    if (url !== undefined && requiresScram(url)) requireScram(this);
  }
}
