import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withoutPrivileges } from '../../../test/support/without-privileges';
import { loadConfig, loadDatabaseConfig } from './config';
import { ConfigError } from './config-error';
import { SECRET_NAMES, readSecretFiles } from './secret-files';

const STRONG = 'Qk3rT9vXw2LmZp8sNc5yHb7dJf4gUa6e';
const OTHER = 'Zk3rT9vXw2LmZp8sNc5yHb7dJf4gUa6f';
const URL_TEXT = 'postgres://u:p@db:5432/x';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'secret-files-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function file(name: string, text: string | Buffer): string {
  const path = join(directory, name);
  writeFileSync(path, text);
  return path;
}

function problemsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    readSecretFiles(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

describe('secrets in files', () => {
  it('can be used for exactly the settings in this list', () => {
    expect(SECRET_NAMES).toEqual([
      'DATABASE_URL',
      'DATABASE_READ_URL',
      'DATABASE_MIGRATION_URL',
      'JWT_SECRET',
      'JWT_SECRETS_ACCEPTED',
      'CURSOR_SECRET',
      'CURSOR_SECRETS_ACCEPTED',
      'AUDIT_KEY',
      'AUDIT_KEYS_ACCEPTED',
      'ADMIN_PASSWORD',
      'METADATA_API_KEY',
      'DEMO_DATABASE_URL',
      'SERVICE_DEMO_PASSWORD',
    ]);
  });

  it('configure the service like variables', () => {
    const config = loadConfig({
      DATABASE_URL_FILE: file('url', `${URL_TEXT}\n`),
      JWT_SECRET_FILE: file('jwt', STRONG),
      CURSOR_SECRET_FILE: file('cursor', `${OTHER}\r\n`),
      ADMIN_USERNAME: 'root',
      ADMIN_PASSWORD_FILE: file('password', ' correct horse battery \n'),
      METADATA_API_KEY_FILE: file('key', 'k'),
      SERVICE_DEMO_PASSWORD_FILE: file('demo', 'another one'),
    });
    expect(config.database).toMatchObject({ url: URL_TEXT, embedded: false });
    expect(config.auth).toMatchObject({ jwtSecret: STRONG, bootstrapAdmin: { password: ' correct horse battery ' } });
    expect(config.cursor.secret).toBe(OTHER);
    expect(config.demo).toMatchObject({ metadataApiKey: 'k', password: 'another one' });
    expect(loadDatabaseConfig({ DATABASE_URL_FILE: join(directory, 'url') }).url).toBe(URL_TEXT);
  });

  it('are validated like variables, and error messages never contain them', () => {
    expect(() => loadConfig({ NODE_ENV: 'test', JWT_SECRET_FILE: file('jwt', 'too short') })).toThrow(
      /^The configuration is not valid: JWT_SECRET must have at least 32 bytes/,
    );
    expect(() => loadConfig({ NODE_ENV: 'test', JWT_SECRET_FILE: join(directory, 'jwt') })).not.toThrow(/too short/);
  });

  it('are refused together: the error lists each variable with its reason', () => {
    mkdirSync(join(directory, 'folder'));
    expect(
      problemsOf({
        DATABASE_URL_FILE: join(directory, 'absent'),
        JWT_SECRET: STRONG,
        JWT_SECRET_FILE: file('jwt', STRONG),
        CURSOR_SECRET_FILE: file('empty', '\n'),
        ADMIN_PASSWORD_FILE: join(directory, 'folder'),
        METADATA_API_KEY_FILE: file('large', 'x'.repeat(65_537)),
        SERVICE_DEMO_PASSWORD_FILE: '',
        AUDIT_KEY_FILE: file('latin-1', Buffer.from(`${STRONG}é`, 'latin1')),
      }),
    ).toEqual([
      'DATABASE_URL_FILE names a file that cannot be read (ENOENT).',
      'JWT_SECRET_FILE and JWT_SECRET are both set: set one of them.',
      'CURSOR_SECRET_FILE names an empty file.',
      'AUDIT_KEY_FILE names a file that is not valid UTF-8.',
      'ADMIN_PASSWORD_FILE names a file that cannot be read (EISDIR).',
      'METADATA_API_KEY_FILE names a file of more than 65536 bytes.',
    ]);
  });

  it('are refused if the user of the process may not read them', async () => {
    const path = file('closed', STRONG);
    chmodSync(directory, 0o711);
    chmodSync(path, 0o000);
    expect(await withoutPrivileges(() => problemsOf({ JWT_SECRET_FILE: path }))).toEqual([
      'JWT_SECRET_FILE names a file that cannot be read (EACCES).',
    ]);
  });

  it('replace an empty variable, and do not change the environment that was passed in', () => {
    const env = { JWT_SECRET: '', JWT_SECRET_FILE: file('jwt', STRONG), PORT_FILE: 'x' };
    const read = readSecretFiles(env);
    expect(read).toEqual({ JWT_SECRET: STRONG, PORT_FILE: 'x' });
    expect(readSecretFiles(read)).toEqual(read);
    expect(env.JWT_SECRET).toBe('');
  });
});
