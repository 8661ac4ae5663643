import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ProgramEnd, ProgramRun, runningProcesses } from '../support/programs/program-run';
import { ROOT } from '../support/root';

const PROGRAMS = ['eslint', 'jest', 'nest', 'prettier', 'redocly', 'spectral', 'tsc'];

describe('CI', () => {
  let directory: string;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'time-limit-'));
    for (const path of ['bin/ci.js', '.ci/run']) cpSync(join(ROOT, path), join(directory, path));
    const programs = join(directory, 'node_modules/.bin');
    mkdirSync(programs, { recursive: true });
    writeFileSync(join(directory, 'npm'), '#!/bin/sh\nexit "${NPM_EXIT:-0}"\n', { mode: 0o755 });
    for (const name of PROGRAMS) writeFileSync(join(programs, name), '#!/bin/sh\nsleep 600 & wait\n', { mode: 0o755 });
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  it('ends programs that never end, with their child processes, and states the result in its last line', async () => {
    const env = { CI_MAX_SECONDS: '1.5' };
    const { code, output } = await ProgramRun.run('node', [join(directory, 'bin/ci.js')], { cwd: directory, env });
    expect(code).toBe(1);
    expect(output).toContain(`Ended after 1.5 s, the time limit: ${directory}/node_modules/.bin/eslint . `);
    expect(output).toMatch(/\n0 passed, \d+ failed\n$/);
    expect(runningProcesses().filter(({ command }) => command.includes(directory))).toEqual([]);
  });

  /** Runs `.ci/run` with an `npm` that installs nothing. */
  function runAll(env: Readonly<Record<string, string>>): Promise<ProgramEnd> {
    const PATH = `${directory}:${process.env['PATH'] ?? ''}`;
    return ProgramRun.run('bash', [join(directory, '.ci/run')], { cwd: directory, env: { ...env, PATH } });
  }

  // bash counts on from the value of SECONDS that it inherits, as if the installation had taken this time.
  it('includes the time of the installation in its limit', async () => {
    const { code, output } = await runAll({ CI_MAX_SECONDS: '3600', SECONDS: '3599' });
    expect(code).toBe(1);
    expect(output).toContain(`Ended after 3600 s, the time limit: ${directory}/node_modules/.bin/eslint . `);
    expect(output).toMatch(/\n0 passed, \d+ failed\n$/);
  });

  it('states the result in its last line if the installation fails', async () => {
    const { code, output } = await runAll({ NPM_EXIT: '1' });
    expect([code, output]).toEqual([1, 'The installation failed.\n0 passed, 1 failed\n']);
  });

  it.each(['20 min', '2000001', 'Infinity', '-1'])('refuses the time limit "%s"', async (seconds) => {
    const { code, output } = await runAll({ CI_MAX_SECONDS: seconds });
    expect([code, output]).toEqual([1, `CI_MAX_SECONDS must be a number from 0 to 2000000: ${seconds}\n`]);
  });
});
