// Builds the package: ES modules in `dist/esm`, CommonJS in `dist/cjs`. Argument: a folder to use instead of `dist`.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const root = import.meta.dirname;
const dist = resolve(process.argv[2] ?? join(root, 'dist'));
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const FORMATS = [
  ['esm', 'module', []],
  ['cjs', 'commonjs', ['--module', 'commonjs', '--moduleResolution', 'bundler']],
];

rmSync(dist, { recursive: true, force: true });
for (const [folder, type, options] of FORMATS) {
  const outDir = join(dist, folder);
  const common = ['-p', join(root, 'tsconfig.build.json'), '--outDir', outDir];
  const { status } = spawnSync(process.execPath, [tsc, ...common, ...options], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
  mkdirSync(outDir, { recursive: true });
  writeFileSync(join(outDir, 'package.json'), `${JSON.stringify({ type })}\n`);
}
