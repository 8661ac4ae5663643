import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { findFreePort } from '../../support/network/free-port';
import { isClusterRunning } from '../../support/databases/embedded-cluster';
import { eventually } from '../../support/eventually';
import { startFakeProvider } from '../../support/demo/fake-provider';
import { build } from '../../support/installation/build';
import { InstalledService, npm, STOP_MAX_MS } from '../../support/installation/installed-service';
import { runningProcesses } from '../../support/programs/program-run';

let service: InstalledService;
beforeAll(async () => {
  service = await InstalledService.create();
});
afterEach(() => service.end());
afterAll(() => service.remove());

describe('a SIGTERM to npm alone', () => {
  it.each(['start', 'quickstart'])('ends npm run %s, its server and its database', async (script) => {
    const port = await findFreePort();
    const run = service.start('served', npm(script), { PORT: String(port) });
    expect(await service.addressOf(run)).toBe(`http://127.0.0.1:${port}`);
    run.kill('SIGTERM');
    expect(await service.endOf(run, 'served')).toMatchObject({ code: 0, signal: null });
    expect(await isFree(port)).toBe(true);
  });

  it('ends npm run demo', async () => {
    const provider = await startFakeProvider();
    try {
      const run = service.start('demo', npm('demo'), {
        METADATA_API_KEY: provider.key,
        METADATA_API_BASE_URL: provider.url,
      });
      await service.addressOf(run);
      run.kill('SIGTERM');
      expect(await service.endOf(run, 'demo')).toMatchObject({ code: 0, signal: null });
    } finally {
      await provider.close();
    }
  });
});

const NAMESPACE = ['unshare', '--pid', '--fork', '--mount-proc'] as const;
const mayCreateNamespace = spawnSync(NAMESPACE[0], [...NAMESPACE.slice(1), 'true']).status === 0;

describe('a server that is PID 1 of a container', () => {
  (mayCreateNamespace ? it : it.skip)('stops on SIGTERM and stops its database', async () => {
    const run = service.start('served', [...NAMESPACE, 'node', 'dist/src/main.js']);
    await service.addressOf(run);
    const server = runningProcesses().find(({ parent }) => parent === run.pid);
    if (server === undefined) throw new Error('The server does not run.');
    process.kill(server.id, 'SIGTERM');
    expect(await service.endOf(run, 'served')).toMatchObject({ code: 0, signal: null });
  });
});

describe('a terminal that is closed', () => {
  it('ends the server and its database', async () => {
    const run = service.start('served', npm('start'));
    await service.addressOf(run);
    run.killGroup('SIGHUP');
    expect(await service.endOf(run, 'served')).toMatchObject({ code: null, signal: 'SIGHUP' });
    expect(run.output).toContain('"Stopped"');
  });

  it('ends a CLI command and its database', async () => {
    const run = service.start('imported', npm('cli', 'import', '-'));
    await run.waitFor(() => isClusterRunning(service.clusterOf('imported')));
    run.killGroup('SIGHUP');
    await service.endOf(run, 'imported');
  });

  it('ends the server and its database when the terminal program is killed', async () => {
    const run = service.start('served', ['script', '-qfc', npm('start').join(' '), '/dev/null']);
    await service.addressOf(run);
    run.kill('SIGKILL');
    await eventually(() => !isClusterRunning(service.clusterOf('served')) && liveServers().length === 0, STOP_MAX_MS);
  });

  const liveServers = (): string[] =>
    runningProcesses()
      .filter(({ id, command }) => /^node .*launch\.js start/.test(command) && cwdOf(id) === service.directory)
      .map(({ command }) => command);
});

describe('a stopped benchmark', () => {
  it('ends on SIGINT with the code 130, and leaves no process and no file', async () => {
    // The installation contains the build without the benchmark.
    await build('nest-cli.json', join(service.directory, 'dist'), ['bench']);
    const scratch = join(service.directory, 'scratch');
    mkdirSync(scratch);
    const args = ['--items', '2000', '--only', ''];
    const run = service.start('bench', ['node', 'dist/bench/main.js', ...args], { TMPDIR: scratch });
    await run.prints(/Import of a synthetic catalog/);
    await run.waitFor(() => run.leftOver.some((command) => command.includes('cli/main.js')));
    run.kill('SIGINT');
    expect(await run.ended).toMatchObject({ code: 130, output: expect.stringContaining('Stopped by SIGINT') });
    expect(run.leftOver).toEqual([]);
    expect(runningProcesses().filter(({ command }) => command.includes(scratch))).toEqual([]);
    expect(readdirSync(scratch).filter((name) => name.startsWith('intelligence-bench-'))).toEqual([]);
  });
});

/** Returns the working directory of a process; null if the process has ended or belongs to another account. */
function cwdOf(id: number): string | null {
  try {
    return readlinkSync(`/proc/${id}/cwd`);
  } catch {
    return null;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((settle) => {
    const probe = createServer();
    probe.once('error', () => settle(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => settle(true)));
  });
}
