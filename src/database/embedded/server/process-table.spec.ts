import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProcess, findWithPs, isRunning } from './process-table';

it('finds a program whose path contains spaces, and its arguments, also on a system without /proc', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'process-table-')), 'two  spaces');
  mkdirSync(folder);
  const program = join(folder, 'sleep');
  copyFileSync('/bin/sleep', program);
  const child = spawn(program, ['60', '0.1'], { cwd: folder });
  await once(child, 'spawn');
  const pid = child.pid ?? 0;
  try {
    for (const find of [findProcess, findWithPs]) {
      expect(find(pid)).toMatchObject({ running: true, program: 'sleep', commandLine: `${program} 60 0.1` });
    }
    if (existsSync('/proc/self/stat')) expect(findProcess(pid)?.directory).toBe(realpathSync(folder));
    expect(isRunning(pid, findProcess(pid)?.startTime ?? '')).toBe(true);
    expect(findWithPs(pid)?.startTime).toMatch(/^[A-Z][a-z]{2}-[A-Z][a-z]{2}-\d+-\d\d\.\d\d\.\d\d-\d{4}$/);
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
    rmSync(join(folder, '..'), { recursive: true });
  }
  for (const find of [findProcess, findWithPs]) expect(find(pid)).toBeNull();
});
