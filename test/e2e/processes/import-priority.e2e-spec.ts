import { existsSync, readdirSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { openClusterHome } from '../../../src/database/embedded/cluster/cluster-home';
import { findRunningServer } from '../../../src/database/embedded/server/server-process';
import { InstalledService } from '../../support/installation/installed-service';

const IMPORT = ['node', 'dist/src/cli/main.js', 'import', '-'] as const;
const LOWERED = Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL);

let service: InstalledService;
beforeAll(async () => {
  service = await InstalledService.create();
});
afterEach(() => service.end());
afterAll(() => service.remove());

const findServer = (data: string): ReturnType<typeof findRunningServer> =>
  findRunningServer(openClusterHome(service.clusterOf(data)));

/** Returns the priorities of the threads of a process. Only on Linux, each thread has its own. */
function prioritiesOf(pid: number): number[] {
  const folder = `/proc/${pid}/task`;
  return (existsSync(folder) ? readdirSync(folder).map(Number) : [pid]).map((id) => getPriority(id));
}

describe('an import', () => {
  it('lowers the priority of all its threads, but not that of the database that it starts, because a server may use it later', async () => {
    const run = service.start('imported', IMPORT);
    await run.waitFor(
      async () => (await findServer('imported')) !== null && prioritiesOf(run.pid).every((each) => each >= LOWERED),
    );
    expect(getPriority((await findServer('imported'))?.pid)).toBe(getPriority());
    run.stdin.end();
    expect(await service.endOf(run, 'imported')).toMatchObject({ code: 0 });
  });

  it('that was started with a lower priority keeps it', async () => {
    const run = service.start('slow', ['nice', '-n', '19', ...IMPORT]);
    await run.waitFor(async () => (await findServer('slow')) !== null);
    run.stdin.write('{');
    await run.prints(/ lines/);
    expect(getPriority(run.pid)).toBe(constants.priority.PRIORITY_LOW);
    run.stdin.end();
    await service.endOf(run, 'slow');
  });
});
