/** Provides programs of Debian packages for tests, such as nginx. */
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
  const draft = `${folder}-${process.pid}`;
  const program = join(folder, path);
  try {
    if (!existsSync(program)) {
      unpackDebianPackage(packageName, draft);
      if (!existsSync(join(draft, path))) throw new Error(`it does not contain ${path}`);
      // Only a folder with the program gets this name.
      renameSync(draft, folder);
    }
    return program;
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another process may have unpacked the package in the meantime.
    if (existsSync(program)) return program;
    const reason = error instanceof Error ? error.message.split('\n', 1)[0] : 'unknown';
    process.stderr.write(`Skipped: the Debian package ${packageName} is not available (${reason}).\n`);
    return null;
  }
}

/**
 * Unpacks the newest version of a package into a folder. Downloads the package lists, because the lists of the system
 * may be old and only root can update them. Throws if apt-get fails.
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
