import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/root';

interface LockedPackage {
  version?: string;
  resolved?: string;
  /** Whether the package is a folder of this repository. */
  link?: boolean;
  dev?: boolean;
  optional?: boolean;
  devOptional?: boolean;
  hasInstallScript?: boolean;
  optionalDependencies?: Record<string, string>;
}

const text = readFileSync(join(ROOT, 'package-lock.json'), 'utf8');
const { packages } = JSON.parse(text) as { packages: Record<string, LockedPackage> };
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<string, Record<string, string>>;

describe('the lock file', () => {
  it('contains every optional package, so that `npm ci` works on every platform', () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies }]) =>
      Object.keys(optionalDependencies ?? {})
        .filter((name) => findInstalled(path, name) === null)
        .map((name) => `${path} needs ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it('contains no URL of a registry', () => {
    const remote = Object.entries(packages).filter(([, { resolved, link }]) => resolved !== undefined && link !== true);
    expect(remote.map(([path]) => path)).toEqual([]);
    expect(text).not.toMatch(/https?:\/\/[^"]*\.tgz/);
  });

  it('comes with a package.json that contains only exact versions', () => {
    const versions = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });

  it('has install scripts only in packages that package.json allows or refuses by name', () => {
    const decided = Object.keys(manifest['allowScripts'] ?? {});
    const withScript = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript === true);
    expect(withScript.length).toBeGreaterThan(0);
    expect(withScript.map(([path]) => toName(path)).filter((name) => !decided.includes(name))).toEqual([]);
  });
});

test('the software bill of materials lists every production package that is not optional', () => {
  const { stdout } = spawnSync('npm', ['run', '--silent', 'sbom'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 });
  const bill = JSON.parse(stdout) as { bomFormat: string; components: { group?: string; name: string }[] };
  expect(bill.bomFormat).toBe('CycloneDX');
  const listed = new Set(bill.components.map(({ group, name }) => (group === undefined ? name : `${group}/${name}`)));
  const needed = Object.entries(packages).filter(
    ([path, { dev, optional, devOptional, link }]) =>
      path.startsWith('node_modules/') && !(dev ?? optional ?? devOptional ?? link ?? false),
  );
  expect(needed.length).toBeGreaterThan(50);
  expect(needed.map(([path]) => toName(path)).filter((name) => !listed.has(name))).toEqual([]);
});

const toName = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Finds a package as Node.js does: first in the folder of the package that needs it, then in each parent folder. */
function findInstalled(path: string, name: string): string | null {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const candidate = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (candidate in packages) return candidate;
    if (folder === '') return null;
  }
}
