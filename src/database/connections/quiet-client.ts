import { Client, type ClientConfig } from 'pg';
import { CertificateFileError, isFileFailure } from './certificate-file-error';
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
/** The time limits that the driver would send in the startup message. */
const DRIVER_LIMITS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
const TIME_LIMITS = [...DRIVER_LIMITS, 'idle_session_timeout', 'transaction_timeout'];
/** The name of a setting in `options`: `-c lock_timeout=7s`, `--lock-timeout=7s`. */
const NAMED_SETTING = /(?:^|\s)(?:-c\s*|--)([\w-]+)=/g;
const SET_SETTINGS = SETTINGS.map((setting) => `SET ${setting}`).join('; ');

/**
 * Returns the statement that removes the time limits that the server, the database or the role has for other programs.
 * These limits would end migrations, imports and idle connections. Keeps those that `options` names, because they are
 * for this service. PostgreSQL before 17 has no `transaction_timeout`.
 */
function limitRemovalStatement(options = ''): string {
  // PostgreSQL also accepts hyphens and capitals in these names.
  const named = [...options.matchAll(NAMED_SETTING)].map(([, name = '']) => name.toLowerCase().replaceAll('-', '_'));
  const names = TIME_LIMITS.filter((name) => !named.includes(name));
  return `SELECT set_config(name, '0', false) FROM unnest('{${names.join()}}'::text[]) AS name
    WHERE current_setting(name, true) IS NOT NULL`;
}

/**
 * A connection whose failure never ends the process. Node ends the process if an 'error' event has no listener, so this
 * class adds one. The caller gets the error when a statement fails. Supports `require_auth=scram-sha-256` in the URL.
 * Gets dates in the format ISO, the only one that the driver reads, whatever `DateStyle` the database or the role sets.
 * Has the `SETTINGS`, and no other time limits than those of its configuration, its URL and `PGOPTIONS`. An
 * `application_name` in the configuration replaces that of the URL, because the service finds connections by this name.
 */
export class QuietClient extends Client {
  /** Set if a file with a certificate cannot be read. The connection then fails to open. */
  declare private readonly fileError: CertificateFileError | undefined;
  /** The `application_name` of the configuration; undefined if it has none, even if the URL has one. */
  declare private readonly givenName: string | undefined;

  constructor(config?: string | ClientConfig) {
    try {
      super(config);
    } catch (error) {
      // The driver reads the files of certificates for each connection, so one can disappear while the service runs. A
      // pool also makes clients in callbacks, where an error would end the process.
      if (!isFileFailure(error)) throw error;
      super();
      this.fileError = new CertificateFileError(error);
    }
    this.on('error', () => undefined);
    const { connectionString: url, application_name } =
      typeof config === 'string' ? { connectionString: config } : (config ?? {});
    this.givenName = application_name;
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
    if (this.fileError !== undefined) throw this.fileError;
    await super.connect();
    try {
      await this.query(this.setupStatements());
      return this;
    } catch (error) {
      // Pools do not end a client that has failed to connect.
      this.end().catch(() => undefined);
      throw error;
    }
  }

  override getStartupConf(): Record<string, string> {
    const parameters = Object.entries(super.getStartupConf()).filter(([name]) => !DRIVER_LIMITS.includes(name));
    if (this.givenName !== undefined) parameters.push(['application_name', this.givenName]);
    return { ...Object.fromEntries(parameters), DateStyle: 'ISO' };
  }

  /**
   * The statements that set the settings and the time limits, for one round trip. Their transaction names its isolation
   * level, because a hot standby refuses transactions if the default is `serializable`.
   */
  private setupStatements(): string {
    const parameters = super.getStartupConf();
    const limits = Object.entries(parameters).filter(([name]) => DRIVER_LIMITS.includes(name));
    const setLimits = limits.map(([name, milliseconds]) => `SET ${name} = ${milliseconds}`);
    const settings = [SET_SETTINGS, limitRemovalStatement(parameters['options']), ...setLimits].join('; ');
    return `BEGIN ISOLATION LEVEL READ COMMITTED; ${settings}; COMMIT`;
  }
}
