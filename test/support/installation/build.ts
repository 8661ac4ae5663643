import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../root';

interface BuildConfig {
  readonly compilerOptions: { readonly builder: { readonly options: object } };
}

/** Builds the project into `target` with one of its configurations, but without checking types. */
export async function build(name: 'nest-cli.json' | 'nest-cli.demo.json', target: string): Promise<void> {
  const { compilerOptions } = JSON.parse(readFileSync(join(ROOT, name), 'utf8')) as BuildConfig;
  const builder = { type: 'swc', options: { ...compilerOptions.builder.options, outDir: target } };
  const targetOptions = { ...compilerOptions, builder, deleteOutDir: false, typeCheck: false };
  const scratch = mkdtempSync(join(tmpdir(), 'build-'));
  try {
    const path = join(scratch, name);
    writeFileSync(path, JSON.stringify({ sourceRoot: 'src', compilerOptions: targetOptions }));
    const nest = join(ROOT, 'node_modules/.bin/nest');
    await promisify(execFile)(nest, ['build', '--config', relative(ROOT, path)], { cwd: ROOT });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
