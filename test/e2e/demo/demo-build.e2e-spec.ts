import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createUser } from '../../support/accounts/accounts';
import { build } from '../../support/installation/build';
import { readTree } from '../../support/demo/decoy';
import { STRONG_SECRET } from '../../support/installation/installation';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { ROOT } from '../../support/root';

const execute = promisify(execFile);

/** Runs a program and returns its exit code and its output. */
async function run(
  program: string,
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number; output: string }> {
  try {
    const { stdout, stderr } = await execute(program, args, {
      cwd: ROOT,
      env: { PATH: process.env['PATH'] ?? '', ...env },
    });
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
}

describe('the build', () => {
  let scratch: string;
  let normal: string;

  beforeAll(async () => {
    scratch = mkdtempSync(join(tmpdir(), 'demo-build-'));
    normal = join(scratch, 'normal');
    await build('nest-cli.json', normal);
  });

  afterAll(() => rmSync(scratch, { recursive: true, force: true }));

  const demoFiles = (target: string): string[] =>
    readTree(target)
      .map(([path]) => path)
      .filter((path) => /(?:^|\/)demo(?:\/|$)/.test(path));

  it('with nest-cli.json contains no file of the demo', () => {
    expect(existsSync(join(normal, 'src/main.js'))).toBe(true);
    expect(demoFiles(normal)).toEqual([]);
  });

  it('with nest-cli.demo.json contains the demo', async () => {
    const demo = join(scratch, 'demo');
    await build('nest-cli.demo.json', demo);
    expect(demoFiles(demo)).toContain('src/demo/demo.module.js');
  });

  it.each<[string, string[], Record<string, string>]>([
    ['--demo', ['--demo'], {}],
    ['SERVICE_DEMO_MODE=1', [], { SERVICE_DEMO_MODE: '1' }],
  ])('without the demo exits with code 1 and says why if it is started with %s', async (_what, args, env) => {
    const settings = {
      NODE_PATH: join(ROOT, 'node_modules'),
      NODE_ENV: 'development',
      JWT_SECRET: STRONG_SECRET,
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
      METADATA_API_KEY: '0123456789abcdef',
    };
    const main = join(normal, 'src/main.js');
    expect(await run(process.execPath, [main, ...args], { ...settings, ...env })).toEqual({
      code: 1,
      output: expect.stringMatching(
        /"msg":"This build has no demo mode: build it with `npm run build:demo`, then start with --demo\."}\n$/,
      ),
    });
    const keyless = await run(process.execPath, [main, ...args], { ...settings, ...env, METADATA_API_KEY: '' });
    expect(keyless).toMatchObject({ code: 1, output: expect.stringContaining('METADATA_API_KEY') });
  });
});

describe('a service without the demo', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app?.close());

  it.each([
    ['GET', 'status'],
    ['POST', 'reset'],
    ['POST', 'resize'],
  ])('answers %s /admin/demo/%s like an unknown route, even for administrators', async (method, route) => {
    const { token } = await createUser(app, { role: 'admin' });
    const send = (path: string): Promise<Response> =>
      fetch(`${app.url}/api/v1/admin/${path}`, { method, headers: { authorization: `Bearer ${token}` } });
    const [answer, unknown] = [await send(`demo/${route}`), await send(`unknown/${route}`)];
    expect([answer.status, unknown.status]).toEqual([404, 404]);
    const withoutIds = async (response: Response): Promise<string> =>
      JSON.stringify({ ...((await response.json()) as object), instance: '' });
    expect(await withoutIds(answer)).toBe(await withoutIds(unknown));
  });
});
