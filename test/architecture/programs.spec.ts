import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { START_FLAGS } from '../../src/engine';
import { ROOT, sourceFiles } from './source-files';

const PROGRAMS = ['src/main.ts', 'src/cli/main.ts', 'bench/server.ts'];
/** How flags of V8 begin, and how they are set while a process runs. */
const FLAG = /--(?:no-)?(?:max-|min-)?(?:semi-space|old-space|parallel-scavenge|allocation-site)|setFlagsFromString/;
const STOPPABLE = ['src/main.ts', 'src/cli/main.ts'];

describe('the programs', () => {
  it.each(PROGRAMS)('%s tells the engine how to manage memory before it loads anything else', (program) => {
    const { imports } = [...sourceFiles(), ...sourceFiles('bench')].find(({ path }) => path === program) ?? {};
    expect(imports?.[0]).toMatchObject({ target: 'src/engine.ts' });
  });

  it.each(STOPPABLE)('%s hears that it is asked to stop before it loads what it would have to stop', (program) => {
    const { imports } = sourceFiles().find(({ path }) => path === program) ?? {};
    expect(imports?.[1]).toMatchObject({ target: 'src/stop-signals.ts' });
  });

  it('take the flags of V8 from src/engine.ts alone', () => {
    const files = ['package.json', ...['bin', 'bench', 'src', 'test'].flatMap(filesIn)];
    const naming = files.filter((path) => FLAG.test(readFileSync(join(ROOT, path), 'utf8')));
    expect(naming.sort()).toEqual(['src/engine.ts', 'test/architecture/programs.spec.ts']);
    const run = (program: string): string =>
      execFileSync(process.execPath, [join(ROOT, 'bin/engine-flags.js'), program], { encoding: 'utf8' }).trim();
    const built = existsSync(join(ROOT, 'dist/src/engine.js'));
    expect([run('start'), run('cli')]).toEqual(
      built ? [START_FLAGS.start.join(' '), START_FLAGS.cli.join(' ')] : ['', ''],
    );
  });

  it('are run by npm without a process between, which would keep the signals to itself', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const servers = Object.entries(scripts).filter(([, script]) => /launch\.js|dist\//.test(script));
    expect(servers.map(([name]) => name)).toEqual(expect.arrayContaining(['start', 'quickstart', 'demo', 'cli']));
    expect(servers.filter(([, script]) => !/(?:^|&& )exec node [^&|;]*$/.test(script))).toEqual([]);
  });
});

/** The programs and sources below a folder, from the root. */
function filesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.[jt]s$/.test(name))
    .map((name) => join(folder, name));
}
