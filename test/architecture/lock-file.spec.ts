import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './source-files';

interface LockedPackage {
  resolved?: string;
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
    const hosts = Object.entries(packages).filter(([, { resolved }]) => resolved !== undefined);
    expect(hosts.map(([path]) => path)).toEqual([]);
    expect(text).not.toMatch(/https?:\/\/[^"]*\.tgz/);
  });

  it('comes with a package.json that contains only exact versions', () => {
    const versions = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });
});

/** Finds a package as Node.js does: first in the folder of the package that needs it, then in each parent folder. */
function findInstalled(path: string, name: string): string | null {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const candidate = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (candidate in packages) return candidate;
    if (folder === '') return null;
    if (!folder.includes('/node_modules/')) folder = '/node_modules/';
  }
}
