import { Client, type ClientConfig } from 'pg';
import { requireScram, requiresScram } from './require-scram';

declare module 'pg' {
  interface Client {
    /** The settings that the driver sends when it connects. The types of the driver leave this method out. */
    getStartupConf(): Record<string, string>;
  }
}

type ConnectCallback = ((error: Error) => void) | ((error: null, client: Client) => void);

/**
 * Settings that change what a statement means, or what it returns as text. The database or the role may have other
 * values, for other programs. A statement sets them, because poolers refuse most settings in the startup message.
 */
const SETTINGS = [
  "array_nulls = 'on'",
  "bytea_output = 'hex'",
  "default_transaction_isolation = 'read committed'",
  'extra_float_digits = 1',
  "IntervalStyle = 'postgres'",
  "standard_conforming_strings = 'on'",
  "transform_null_equals = 'off'",
];
const SET = SETTINGS.map((setting) => `SET ${setting}`).join('; ');

/**
 * A connection whose failure never ends the process. Node ends the process if an 'error' event has no listener, so this
 * class adds one. The caller gets the error when a statement fails. Supports `require_auth=scram-sha-256` in the URL.
 * Gets dates in the format ISO, the only one that the driver reads, whatever `DateStyle` of the database or role is, and
 * has the `SETTINGS`.
 */
export class QuietClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    this.on('error', () => undefined);
    const url = typeof config === 'string' ? config : config?.connectionString;
    if (url !== undefined && requiresScram(url)) requireScram(this);
  }

  override connect(): Promise<Client>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<Client> | undefined {
    const opened = this.open();
    if (callback === undefined) return opened;
    opened.then(
      () => (callback as (error: null, client: Client) => void)(null, this),
      callback as (error: Error) => void,
    );
    return undefined;
  }

  private async open(): Promise<Client> {
    await super.connect();
    try {
      await this.query(SET);
      return this;
    } catch (error) {
      // Pools do not end a client that has failed to connect.
      this.end().catch(() => undefined);
      throw error;
    }
  }

  override getStartupConf(): Record<string, string> {
    return { ...super.getStartupConf(), DateStyle: 'ISO' };
  }
}
