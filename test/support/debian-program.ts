/** Provides programs of Debian packages for tests, such as nginx. Unpacks a package without installing it. */
import { execFileSync, type ExecFileSyncOptions } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const OPTIONS: ExecFileSyncOptions = { stdio: 'ignore', timeout: 60_000 };

/**
 * Returns the path of an installed program, or else of the program in the unpacked package. The package is not installed,
 * because an installation starts services and requires root. If the package is not available, prints the reason and
 * returns null; the caller then skips its tests.
 */
export function findDebianProgram(packageName: string, path: string): string | null {
  if (existsSync(join('/', path))) return join('/', path);
  const folder = join(tmpdir(), `intelligence-tests-${process.getuid?.() ?? 0}`, packageName);
  try {
    if (!existsSync(join(folder, path))) unpack(packageName, folder);
    return join(folder, path);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n', 1)[0] : 'unknown';
    process.stderr.write(`Skipped: the Debian package ${packageName} is not available (${reason}).\n`);
    return null;
  }
}

/** Downloads and unpacks a package. If the download fails, updates the package lists first, which requires root. */
function unpack(packageName: string, folder: string): void {
  mkdirSync(join(folder, '..'), { recursive: true });
  const draft = mkdtempSync(`${folder}-`);
  const download = (): unknown => execFileSync('apt-get', ['download', packageName], { ...OPTIONS, cwd: draft });
  try {
    try {
      download();
    } catch {
      execFileSync('apt-get', ['-q', 'update'], OPTIONS);
      download();
    }
    const [archive = ''] = readdirSync(draft).filter((name) => name.endsWith('.deb'));
    execFileSync('dpkg-deb', ['-x', join(draft, archive), draft], OPTIONS);
    rmSync(join(draft, archive));
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
