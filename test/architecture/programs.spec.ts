import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, sourceFiles } from './source-files';

const PROGRAMS = ['src/main.ts', 'src/cli/main.ts', 'bench/server.ts'];
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

  it('are run by npm without a process between, which would keep the signals to itself', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const servers = Object.entries(scripts).filter(([, script]) => /launch\.js|dist\//.test(script));
    expect(servers.map(([name]) => name)).toEqual(expect.arrayContaining(['start', 'quickstart', 'demo', 'cli']));
    expect(servers.filter(([, script]) => !/(?:^|&& )exec node [^&|;]*$/.test(script))).toEqual([]);
  });
});
