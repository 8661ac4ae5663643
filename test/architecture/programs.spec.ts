import { Command } from 'commander';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { START_FLAGS } from '../../src/engine';
import { sourceFiles } from './source-files';
import { ROOT } from '../support/root';

const PROGRAMS = ['src/main.ts', 'src/cli/main.ts', 'bench/server.ts'];
/** Matches the V8 flags that the programs use, and the function that sets flags at run time. */
const FLAG = /--(?:no-)?(?:max-|min-)?(?:semi-space|old-space|parallel-scavenge|allocation-site)|setFlagsFromString/;
const STOPPABLE = ['src/main.ts', 'src/cli/main.ts'];

/** A module of a command. */
interface CommandFile {
  register(program: Command): void;
}

/** The lines of `COMMANDS` in `src/cli/main.ts`. */
const COMMAND = /^ {2}(\w+): async \(\) => \[(.+)\],$/gm;

describe('the programs', () => {
  it.each(PROGRAMS)('%s imports src/engine.ts, which sets V8 flags, before any other module', (program) => {
    const { imports } = [...sourceFiles(), ...sourceFiles('bench')].find(({ path }) => path === program) ?? {};
    expect(imports?.[0]).toMatchObject({ target: 'src/engine.ts' });
  });

  it.each(STOPPABLE)('%s installs the stop signal handlers before it loads the service', (program) => {
    const { imports } = sourceFiles().find(({ path }) => path === program) ?? {};
    expect(imports?.[1]).toMatchObject({ target: 'src/stop-signals.ts' });
  });

  it('take V8 flags only from src/engine.ts; bin/engine-flags.js prints them, or nothing without a build', () => {
    const folders = ['bin', 'bench', 'deploy', 'src', 'test'];
    const files = ['Dockerfile', 'compose.yaml', 'package.json', ...folders.flatMap(filesIn)];
    const withFlags = files.filter((path) => FLAG.test(readFileSync(join(ROOT, path), 'utf8')));
    // The entry point of the image repeats the flags, which `test/e2e/installation/image` verifies. The fault that
    // restarts the server with a small heap sets another one.
    const fault = 'test/faults/kinds/resources.ts';
    expect(withFlags.sort()).toEqual(['Dockerfile', 'src/engine.ts', 'test/architecture/programs.spec.ts', fault]);
    const run = (program: string): string =>
      execFileSync(process.execPath, [join(ROOT, 'bin/engine-flags.js'), program], { encoding: 'utf8' }).trim();
    const built = existsSync(join(ROOT, 'dist/src/engine.js'));
    expect([run('start'), run('cli')]).toEqual(
      built ? [START_FLAGS.start.join(' '), START_FLAGS.cli.join(' ')] : ['', ''],
    );
  });

  it('the command line imports, for each command, the modules that add it and no other command', async () => {
    const commands = [...readFileSync(join(ROOT, 'src/cli/main.ts'), 'utf8').matchAll(COMMAND)];
    const imported: string[] = [];
    for (const [, name, modules] of commands) {
      const program = new Command();
      for (const [, path = ''] of modules?.matchAll(/import\('\.\/([^']+)'\)/g) ?? []) {
        imported.push(`src/cli/${path}.ts`);
        ((await import(join(ROOT, 'src/cli', path))) as CommandFile).register(program);
      }
      expect(program.commands.map((command) => command.name())).toEqual([name]);
    }
    const written = filesIn('src/cli').filter((path) => path.endsWith('.command.ts'));
    expect(imported.sort()).toEqual(written.sort());
  });

  it('replace the shell of their npm script, because a shell does not pass on signals', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const launches = Object.entries(scripts).filter(([, script]) => /launch\.js|dist\//.test(script));
    expect(launches.map(([name]) => name)).toEqual(expect.arrayContaining(['start', 'quickstart', 'demo', 'cli']));
    expect(launches.filter(([, script]) => !/(?:^|&& )exec node [^&|;]*$/.test(script))).toEqual([]);
  });
});

/** Returns the JavaScript, TypeScript and YAML files below a folder, relative to the project root. */
function filesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:[jt]s|ya?ml)$/.test(name))
    .map((name) => join(folder, name));
}
