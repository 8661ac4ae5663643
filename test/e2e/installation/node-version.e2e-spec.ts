import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProgramRun } from '../../support/programs/program-run';
import { ROOT } from '../../support/root';

const { findVersionError } = jest.requireActual<{ findVersionError: (version: string) => string | null }>(
  '../../../bin/node-version',
);

describe('the version of Node', () => {
  it.each(['20.19.0', '20.20.2', '22.13.0', '22.13.1', '22.22.0', '24.11.0', '24.12.1', '25.0.0', '26.1.0'])(
    'is accepted: %s',
    (version) => expect(findVersionError(version)).toBeNull(),
  );

  it.each(['0.12.18', '12.22.12', '18.20.8', '20.18.3', '21.7.3', '22.12.0', '23.11.1', '24.10.9'])(
    'is refused: %s',
    (version) => expect(findVersionError(version)).toMatch(/^Node [\d.]+ is not supported: install Node 24 or 22\./),
  );

  it('in .nvmrc is supported, and .npmrc makes npm refuse unsupported versions', () => {
    expect(findVersionError(`${readFileSync(join(ROOT, '.nvmrc'), 'utf8').trim()}.99.0`)).toBeNull();
    expect(readFileSync(join(ROOT, '.npmrc'), 'utf8')).toContain('engine-strict=true');
  });

  it('is checked before a program loads anything else, and refused in one line', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'node-version-'));
    try {
      const preload = join(folder, 'old-node.js');
      writeFileSync(
        preload,
        "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.8' } });",
      );
      for (const script of ['start', 'cli', 'quickstart']) {
        const env = { NODE_OPTIONS: `--require ${preload}` };
        const { code, output } = await ProgramRun.run('node', ['bin/launch.js', script], { cwd: ROOT, env });
        expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(/^Node 18\.20\.8 is not .*\n$/) });
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
