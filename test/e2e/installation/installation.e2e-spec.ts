import { appendFileSync, existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from '../../support/network/free-port';
import { library, movie } from '../../support/catalog/catalog';
import { eventually } from '../../support/eventually';
import { clone, EMBEDDED, install, runBuilt, STRONG_SECRET, uninstall } from '../../support/installation/installation';
import { type ProgramEnd, ProgramRun } from '../../support/programs/program-run';
import { client } from '../../support/requests/client';
import { withTakenPort } from '../../support/network/taken-port';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../support/databases/test-database';

let directory: string;
let migrated: TestDatabase;
let empty: TestDatabase;

beforeAll(async () => {
  [directory, migrated, empty] = await Promise.all([install(), createTestDatabase(), createEmptyDatabase()]);
});
afterEach(() => rmSync(join(directory, '.env'), { recursive: true, force: true }));
afterAll(async () => {
  uninstall(directory);
  await Promise.all([migrated.drop(), empty.drop()]);
});

/** Runs a script of the installation to its end. */
function npm(script: string, args: readonly string[] = [], env: Record<string, string> = {}): Promise<ProgramEnd> {
  return ProgramRun.run('npm', ['run', '--silent', script, '--', ...args], { cwd: directory, env });
}

const node = (args: readonly string[], env: Record<string, string> = {}): Promise<ProgramEnd> =>
  runBuilt(directory, args, env);

function writeSettings(settings: Record<string, string>): void {
  const text = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(join(directory, '.env'), text.join(''));
}

describe('an installation without sources and development packages', () => {
  it('runs the commands and the server with the settings of .env', async () => {
    const port = await findFreePort();
    writeSettings({
      DATABASE_URL: empty.url,
      JWT_SECRET: STRONG_SECRET,
      PORT: String(port),
      METRICS_PORT: '0',
      WARM_UP_MS: '0',
    });
    const catalog = [library('Reels'), movie('Reels', 'Nosferatu')].map((record) => `${JSON.stringify(record)}\n`);
    writeFileSync(join(directory, 'catalog.ndjson'), catalog.join(''));
    mkdirSync(join(directory, 'films', 'Metropolis (1927)'), { recursive: true });
    writeFileSync(join(directory, 'films', 'Metropolis (1927)', 'Metropolis (1927).mkv'), 'frames');
    const commands: readonly (readonly [RegExp, ...string[]])[] = [
      [/Migrated: /, 'migrate'],
      [/"accepted": 2/, 'import', 'catalog.ndjson'],
      [/"accepted": \d/, 'scan', 'Films', 'films', '--kind', 'movies'],
      [/Created operator/, 'users', 'create', '--username', 'operator', '--role', 'admin'],
      [/operator/, 'users', 'list'],
      [/^eyJ/, 'token', '--username', 'operator'],
      [/"queued": 2,/, 'refresh'],
      [/"total": 0/, 'reconcile', '--check'],
    ];
    for (const [answer, ...args] of commands) {
      expect(await npm('cli', args)).toMatchObject({ code: 0, output: expect.stringMatching(answer) });
    }
    const server = new ProgramRun('npm', ['run', '--silent', 'start'], { cwd: directory });
    try {
      await server.prints(/"Serving"/);
      expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200);
      expect(await ProgramRun.run('node', ['bin/healthy.js'], { cwd: directory })).toMatchObject({
        code: 0,
        output: '',
      });
      server.kill('SIGTERM');
      expect(await server.ended).toMatchObject({ code: 0 });
    } finally {
      await server.destroy();
    }
  });

  // An empty setting counts as absent, so the quick start uses its own secret.
  const startQuickstart = (): ProgramRun =>
    new ProgramRun('npm', ['run', '--silent', 'quickstart'], {
      cwd: directory,
      env: { WARM_UP_MS: '0', JWT_SECRET: '' },
    });

  it('serves the quick start on another port if the default port is in use', async () => {
    await withTakenPort(async () => {
      const run = startQuickstart();
      try {
        const [, port] = await run.prints(/Serving on http:\/\/127\.0\.0\.1:(\d+)/);
        expect(port).not.toBe('3000');
        expect(run.output).toMatch(/^Port 3000 is not free for the API, so the quick start takes another one\.\n/);
        await run.prints(/the data stays\.\n/);
        const lines = run.output.trimEnd().split('\n');
        expect(lines.filter((line) => line.length > 80)).toEqual([]);
        expect(lines.length).toBeLessThanOrEqual(24);
        // Leaves out the commands for the inspector, because they download it.
        const commands = /^API=.*?(?=\ntry_mcp\(\) )/ms.exec(run.output)?.[0] ?? '';
        const { output } = await ProgramRun.run('sh', ['-c', commands], { cwd: directory });
        expect(output).toMatch(/"candidates":\[\{/);
        run.kill('SIGTERM');
        expect(await run.ended).toMatchObject({ code: 0 });
      } finally {
        await run.destroy();
      }
    }, 3000);
  });

  it('prints only passwords that are still valid when it starts the quick start', async () => {
    for (const isChanged of [false, true]) {
      const run = startQuickstart();
      try {
        const [, url = ''] = await run.prints(/Serving on (\S+)/);
        await run.prints(/the data stays\.\n/);
        const password = /Administrator: admin, password (\S+)/.exec(run.output)?.[1];
        const users = /^Users: .*/m.exec(run.output)?.[0];
        expect([password !== undefined, users]).toEqual(
          isChanged ? [false, 'Users: bob'] : [true, 'Users: alice, bob'],
        );
        if (password !== undefined) await changePasswords(url, password, ['alice', 'admin']);
        run.kill('SIGTERM');
        expect(await run.ended).toMatchObject({ code: 0 });
      } finally {
        await run.destroy();
      }
    }
  });

  async function changePasswords(url: string, password: string, names: readonly string[]): Promise<void> {
    const api = client({ url });
    const { body } = await api.post<{ access_token: string }>('/auth/login', { username: 'admin', password });
    const asAdmin = api.as(body.access_token);
    const { body: list } = await asAdmin.get<{ users: { user_id: string; username: string }[] }>('/admin/users');
    for (const name of names) {
      const id = list.users.find(({ username }) => username === name)?.user_id;
      await asAdmin.patch(`/admin/users/${id}`, { password: `another one of ${name}` }, { expect: 200 });
    }
  }

  it('reports that there is no build if dist is missing', async () => {
    renameSync(join(directory, 'dist'), join(directory, 'elsewhere'));
    try {
      for (const script of ['start', 'cli']) {
        const { code, output } = await npm(script);
        expect({ code, output }).toEqual({
          code: 1,
          output: expect.stringMatching(/^There is no build in dist: .*\n$/),
        });
      }
    } finally {
      renameSync(join(directory, 'elsewhere'), join(directory, 'dist'));
    }
  });
});

describe('an installation without the embedded database', () => {
  beforeAll(() => renameSync(join(directory, EMBEDDED), join(directory, 'embedded')));
  afterAll(() => renameSync(join(directory, 'embedded'), join(directory, EMBEDDED)));

  it('reports in one line what to do if EMBEDDED_DATABASE is set', async () => {
    for (const args of [[], ['migrate']]) {
      const { code, output } = await node(args, { EMBEDDED_DATABASE: '1' });
      expect({ code, output }).toEqual({
        code: 1,
        output: expect.stringMatching(
          /^The embedded PostgreSQL is not installed \(\S+\): set DATABASE_URL, or install .*\.\n$/,
        ),
      });
    }
  });

  it('works with another database if files contain its URL and the secret', async () => {
    writeFileSync(join(directory, 'url'), `${migrated.url}\n`);
    writeFileSync(join(directory, 'secret'), `${STRONG_SECRET}\n`);
    const files = {
      DATABASE_URL_FILE: join(directory, 'url'),
      JWT_SECRET: '',
      JWT_SECRET_FILE: join(directory, 'secret'),
    };
    expect(await node(['migrate'], files)).toMatchObject({ code: 0, output: 'Nothing to migrate.\n' });
    const misspelled = { ...files, DATABASE_POOLSIZE: '5' };
    expect(await node(['users', 'list'], misspelled)).toMatchObject({
      code: 0,
      output: 'DATABASE_POOLSIZE is not a setting: did you mean DATABASE_POOL_SIZE?\n',
    });
  });
});

describe('the file .env', () => {
  it('is overridden by environment variables, even by empty ones', async () => {
    writeSettings({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing', JWT_SECRET: 'short' });
    const withUrl = await node(['users', 'list'], { DATABASE_URL: migrated.url });
    expect(withUrl).toMatchObject({ code: 0, output: '' });
    const withoutUrl = await node([], { DATABASE_URL: '' });
    expect(withoutUrl.output).toMatch(/^The configuration is not valid: DATABASE_URL is required in production/);
  });

  it('with an invalid line makes the server and a command fail with a message that names this line', async () => {
    writeFileSync(join(directory, '.env'), '# a\nPORT=0\nsecret words\n');
    for (const args of [[], ['migrate']]) {
      const { code, output } = await node(args);
      expect({ code, output }).toEqual({
        code: 1,
        output: expect.stringMatching(/^\S+\.env, line 3: write NAME=value, .*\n$/),
      });
    }
  });
});

describe('a clone of the repository', () => {
  let source: string;
  beforeAll(() => {
    source = clone();
  });
  afterAll(() => uninstall(source));

  it.each([
    ['quickstart', 'PORT'],
    ['quickstart', 'METRICS_PORT'],
    ['demo', 'PORT'],
    ['demo', 'METRICS_PORT'],
  ])('reports before it builds for %s that the port in %s is in use', async (script, setting) => {
    const { code, output } = await withTakenPort((port) => {
      writeFileSync(join(source, '.env'), `PORT=0\n${setting}=${port}\n`);
      return ProgramRun.run('npm', ['run', '--silent', script], { cwd: source });
    });
    rmSync(join(source, '.env'));
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringMatching(
        new RegExp(`^Port .* in use: set ${setting} to a free port, or stop the program that uses it\\.\\n$`),
      ),
    });
    expect(existsSync(join(source, 'dist'))).toBe(false);
  });

  it('starts without building again if no source is newer than the last build', async () => {
    const program = join(source, 'dist/src/cli/main.js');
    mkdirSync(join(program, '..'), { recursive: true });
    writeFileSync(program, "console.log('started', ...process.argv.slice(2));");
    try {
      const started = await ProgramRun.run('npm', ['run', '--silent', 'quickstart'], { cwd: source });
      expect(started).toMatchObject({ code: 0, output: 'started quickstart\n' });
    } finally {
      rmSync(join(source, 'dist'), { recursive: true });
    }
  });

  it.each<[string, () => void]>([
    ['a source was deleted', () => rmSync(join(source, 'src/cli/extra.ts'))],
    ['a setting of the build was changed', () => appendFileSync(join(source, 'tsconfig.build.json'), '\n')],
  ])('builds again if %s after the last build', async (_what, change) => {
    writeFileSync(join(source, 'src/cli/extra.ts'), '');
    const program = join(source, 'dist/src/cli/main.js');
    mkdirSync(join(program, '..'), { recursive: true });
    writeFileSync(program, "console.log('started');");
    // File systems round the times of files, on Linux to a few milliseconds.
    await eventually(() => Date.now() > statSync(program).mtimeMs + 20);
    change();
    try {
      // The program checks the ports only if it builds, so the message shows that it does.
      const { output } = await withTakenPort((port) =>
        ProgramRun.run('npm', ['run', '--silent', 'quickstart'], { cwd: source, env: { PORT: String(port) } }),
      );
      expect(output).toMatch(/^Port .* in use/);
    } finally {
      rmSync(join(source, 'dist'), { recursive: true });
    }
  });

  it('stops the build when npm receives a signal', async () => {
    const run = new ProgramRun('npm', ['run', '--silent', 'cli', '--', 'migrate'], { cwd: source });
    try {
      await run.waitFor(() => run.leftOver.some((command) => /nest\.js build/.test(command)));
      run.kill('SIGTERM');
      await eventually(() => run.leftOver.length === 0, 120_000);
      expect((await run.ended).code).toBe(143);
    } finally {
      await run.destroy();
    }
  });
});
