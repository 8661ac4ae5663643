import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MIGRATIONS } from '../../../src/database/migrations';
import { install, runBuilt, uninstall } from '../../support/installation/installation';
import { type ProgramEnd, ProgramRun } from '../../support/programs/program-run';
import { withTakenPort } from '../../support/network/taken-port';
import { createTcpProxy } from '../../support/network/tcp-proxy';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../support/databases/test-database';

let directory: string;
let migrated: TestDatabase;
beforeAll(async () => {
  [directory, migrated] = await Promise.all([install(), createTestDatabase()]);
});
afterAll(async () => {
  uninstall(directory);
  await migrated.drop();
});

const node = (args: readonly string[], env: Record<string, string> = {}): Promise<ProgramEnd> =>
  runBuilt(directory, args, env);

describe('a port that is in use', () => {
  it.each(['PORT', 'METRICS_PORT'])('is reported before the embedded database starts: %s', async (name) => {
    const { code, output } = await withTakenPort((port) =>
      node([], { EMBEDDED_DATABASE: '1', DATA_DIRECTORY: 'untouched', [name]: String(port) }),
    );
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringMatching(
        new RegExp(`^Port \\d+ on 127\\.0\\.0\\.1 is in use: set ${name} to a free port, .*\\.\n$`),
      ),
    });
    expect(existsSync(join(directory, 'untouched'))).toBe(false);
  });

  it.each(['0', ''])('is reported by the quick start if METRICS_PORT names it and PORT is "%s"', async (PORT) => {
    const { code, output } = await withTakenPort((port) =>
      node(['quickstart'], { EMBEDDED_DATABASE: '1', PORT, METRICS_PORT: String(port) }),
    );
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringMatching(/^Port \d+ on 127\.0\.0\.1 is in use: set METRICS_PORT to a free port, .*\.\n$/),
    });
  });
});

it('the quick start says, before it connects, that it changes the database of DATABASE_URL', async () => {
  const end = await node(['quickstart'], { DATABASE_URL: 'postgres://reader:geheim@no-such-host.invalid/films' });
  expect(end.output).toMatch(
    /^The quick start migrates the database of DATABASE_URL, and adds accounts and the sample catalog to it\.\n/,
  );
  expect(end.output).toMatch(/The host no-such-host\.invalid cannot be resolved/);
});

describe('a failed start prints one line', () => {
  /** Expects that each program prints one line and ends with exit code 1. Default: the server and a command. */
  async function expectLine(
    env: Record<string, string>,
    line: RegExp,
    programs = [[], ['users', 'list']],
  ): Promise<void> {
    for (const args of programs) {
      const { code, output } = await node(args, env);
      expect({ args, code, lines: output.split('\n') }).toEqual({
        args,
        code: 1,
        lines: [expect.stringMatching(line), ''],
      });
    }
  }

  it('when the database refuses the login or is not migrated', async () => {
    const address = new URL(migrated.url);
    address.password = 'guess';
    const user = address.username;
    await expectLine(
      { DATABASE_URL: address.toString() },
      new RegExp(`refuses the login of ${user}: correct the user and the password in DATABASE_URL\\.$`),
    );
    const urlOf = (username: string): string => Object.assign(new URL(migrated.url), { username }).toString();
    await expectLine(
      { DATABASE_URL: urlOf('writer'), DATABASE_READ_URL: urlOf('reader'), DATABASE_MIGRATION_URL: address.toString() },
      /: correct the user and the password in DATABASE_MIGRATION_URL\.$/,
      [['migrate'], ['distribute'], ['roles']],
    );
    const fresh = await createEmptyDatabase();
    try {
      const count = MIGRATIONS.length;
      await expectLine(
        { DATABASE_URL: fresh.url },
        new RegExp(`^The database lacks ${count} of ${count} migrations: run \`npm run cli -- migrate\`\\.$`),
      );
    } finally {
      await fresh.drop();
    }
  });

  it('when the database answers too slowly for the connections of the service', async () => {
    const proxy = await createTcpProxy(migrated.url);
    proxy.delay(150);
    try {
      await expectLine(
        { DATABASE_URL: proxy.url, DATABASE_ACQUIRE_TIMEOUT_MS: '200', LOG_LEVEL: 'info' },
        /^PostgreSQL at 127\.0\.0\.1:\d+ does not answer in time \(.*timeout.*\): try again when it is less busy, or correct/,
      );
    } finally {
      await proxy.close();
    }
  });

  it('when the data directory cannot be created', async () => {
    writeFileSync(join(directory, 'a-file'), '');
    const env = { EMBEDDED_DATABASE: '1', DATA_DIRECTORY: 'a-file/data' };
    await expectLine(
      env,
      /^The data directory \S+a-file\/data cannot be used \(ENOTDIR\): .* or set DATA_DIRECTORY to another one\.$/,
      [[], ['migrate'], ['token', '--username', 'x'], ['quickstart']],
    );
    // A folder in which the system creates nothing.
    if (process.platform === 'linux') {
      await expectLine(
        { ...env, DATA_DIRECTORY: '/proc/x' },
        /^The data directory \/proc\/x cannot be used \(ENOENT\): .* or set DATA_DIRECTORY to another one\.$/,
        [[], ['quickstart']],
      );
    }
  });

  it('when the quick start could create no account that can log in', async () => {
    const env = {
      EMBEDDED_DATABASE: '1',
      AUTH_MODE: 'jwks',
      JWKS_URI: 'https://issuer.test/keys',
      JWT_ISSUER: 'https://issuer.test',
      JWT_AUDIENCE: 'service',
    };
    await expectLine(
      env,
      /^The quick start creates accounts with passwords, which AUTH_MODE=jwks refuses: remove AUTH_MODE\.$/,
      [['quickstart']],
    );
  });

  it('when the secret is too short or an option is unknown', async () => {
    const database = { DATABASE_URL: migrated.url };
    await expectLine(
      { ...database, JWT_SECRET: 'short' },
      /^The configuration is not valid: JWT_SECRET must have at least 32 bytes/,
      [[], ['token', '--username', 'x']],
    );
    const option = ['run', '--silent', 'start', '--', '--port', '80'];
    const { code, output } = await ProgramRun.run('npm', option, { cwd: directory });
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringMatching(/^{"level":"fatal",.*"msg":"Unknown option: [^"]*"}\n$/),
    });
  });
});
