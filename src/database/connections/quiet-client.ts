import { Client, type ClientConfig } from 'pg';
import { requireScram, requiresScram } from './require-scram';

declare module 'pg' {
  interface Client {
    /** The settings that the driver sends when it connects. The types of the driver leave this method out. */
    getStartupConf(): Record<string, string>;
  }
}

/**
 * A connection whose failure never ends the process. Node ends the process if an 'error' event has no listener, so this
 * class adds one. The caller gets the error when a statement fails. Supports `require_auth=scram-sha-256` in the URL.
 * Gets dates in the format ISO, the only one that the driver reads, whatever `DateStyle` of the database or role is.
 */
export class QuietClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    this.on('error', () => undefined);
    const url = typeof config === 'string' ? config : config?.connectionString;
    if (url !== undefined && requiresScram(url)) requireScram(this);
  }

  override getStartupConf(): Record<string, string> {
    return { ...super.getStartupConf(), DateStyle: 'ISO' };
  }
}
