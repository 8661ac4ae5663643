import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProgramRun, runningProcesses } from '../support/programs/program-run';
import { ROOT } from '../support/root';

const PROGRAMS = ['eslint', 'jest', 'nest', 'prettier', 'redocly', 'spectral', 'tsc'];

describe('CI', () => {
  let directory: string;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'time-limit-'));
    cpSync(join(ROOT, 'bin/ci.js'), join(directory, 'bin/ci.js'));
    const programs = join(directory, 'node_modules/.bin');
    mkdirSync(programs, { recursive: true });
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
});
