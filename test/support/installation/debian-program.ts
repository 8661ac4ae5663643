/** Provides programs of Debian packages for tests, such as nginx. Unpacks a package without installing it. */
import { execFileSync, type ExecFileSyncOptions } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const OPTIONS: ExecFileSyncOptions = { stdio: 'ignore', timeout: 60_000 };

/**
 * Returns the path of an installed program, or else of the program in the unpacked package. The package is not
 * installed, because an installation starts services and requires root. If the package is not available, prints the
 * reason and returns null; the caller then skips its tests.
 */
export function findDebianProgram(packageName: string, path: string): string | null {
  if (existsSync(join('/', path))) return join('/', path);
  const folder = join(tmpdir(), `intelligence-tests-${process.getuid?.() ?? 0}`, packageName);
  try {
    if (!existsSync(join(folder, path))) {
      const draft = `${folder}-${process.pid}`;
      unpackDebianPackage(packageName, draft);
      moveComplete(draft, folder);
    }
    return join(folder, path);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n', 1)[0] : 'unknown';
    process.stderr.write(`Skipped: the Debian package ${packageName} is not available (${reason}).\n`);
    return null;
  }
}

/** Gives a complete folder its name, or removes it if another process has unpacked the same package in the meantime. */
function moveComplete(draft: string, folder: string): void {
  try {
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

/**
 * Unpacks the newest version of a package into a folder. Downloads the package lists, because the lists of the
 * system may be old and only root can update them. Throws if the archive of Debian cannot be reached.
 */
export function unpackDebianPackage(packageName: string, folder: string): void {
  const workFolder = mkdtempSync(join(tmpdir(), 'intelligence-package-'));
  const aptFolders = { 'Dir::State': 'state', 'Dir::Cache': 'cache' };
  const settings = [
    ...Object.entries(aptFolders).map(([name, subfolder]) => `${name}=${join(workFolder, subfolder)}`),
    'Dir::State::status=/var/lib/dpkg/status',
    'Acquire::Retries=0',
    'Acquire::http::Timeout=10',
  ];
  const run = (command: string): unknown =>
    execFileSync('apt-get', ['-q', ...settings.flatMap((setting) => ['-o', setting]), ...command.split(' ')], {
      ...OPTIONS,
      cwd: workFolder,
    });
  try {
    for (const subfolder of ['state/lists/partial', 'cache/archives/partial']) {
      mkdirSync(join(workFolder, subfolder), { recursive: true });
    }
    mkdirSync(folder, { recursive: true });
    run('update');
    run(`download ${packageName}`);
    const archive = readdirSync(workFolder).find((name) => name.endsWith('.deb')) ?? '';
    execFileSync('dpkg-deb', ['-x', join(workFolder, archive), folder], OPTIONS);
  } finally {
    rmSync(workFolder, { recursive: true, force: true });
  }
}
