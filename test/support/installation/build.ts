import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../root';

interface BuildConfig {
  readonly compilerOptions: { readonly builder: { readonly options: object } };
}

/**
 * Builds the project into `target` with one of its configurations, but without checking types.
 *
 * @param sources the folders and files to build; default: those of the configuration
 */
export async function build(
  name: 'nest-cli.json' | 'nest-cli.demo.json',
  target: string,
  sources?: readonly string[],
): Promise<void> {
  const { compilerOptions } = JSON.parse(readFileSync(join(ROOT, name), 'utf8')) as BuildConfig;
  const chosen = sources === undefined ? {} : { filenames: sources };
  const builder = { type: 'swc', options: { ...compilerOptions.builder.options, ...chosen, outDir: target } };
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
