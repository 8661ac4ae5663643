import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';

export const ROOT = resolve(__dirname, '../..');

/** A source file and what it imports. */
export interface SourceFile {
  /** From the root, such as `src/http/problem.filter.ts`. */
  readonly path: string;
  readonly imports: readonly ImportedModule[];
}

/** One import: a file of ours or a package. */
export interface ImportedModule {
  /** From the root for our own files, the package's name for others. */
  readonly target: string;
  readonly own: boolean;
  /** `import type`: names alone, nothing that runs. */
  readonly typeOnly: boolean;
}

/** Every TypeScript file below a folder; generated ones and specs are left out. */
export function sourceFiles(folder = 'src'): SourceFile[] {
  return filesBelow(join(ROOT, folder))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts') && !path.endsWith('metadata.ts'))
    .map((path) => ({ path: relative(ROOT, path), imports: importsOf(path) }));
}

/** The path of every spec, from the root. */
export function specFiles(): string[] {
  return ['src', 'test']
    .flatMap((folder) => filesBelow(join(ROOT, folder)))
    .filter((path) => path.endsWith('spec.ts'))
    .map((path) => relative(ROOT, path));
}

function filesBelow(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

function importsOf(path: string): ImportedModule[] {
  const text = readFileSync(path, 'utf8');
  const names = ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName);
  return names.map((name) => {
    const typeOnly = new RegExp(`import type [^;]*from '${name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}'`).test(text);
    if (!name.startsWith('.')) return { target: packageName(name), own: false, typeOnly };
    return { target: relative(ROOT, findFile(resolve(dirname(path), name))), own: true, typeOnly };
  });
}

function packageName(specifier: string): string {
  const [scope = '', name = ''] = specifier.split('/');
  return scope.startsWith('@') ? `${scope}/${name}` : scope;
}

function findFile(path: string): string {
  const candidates = [`${path}.ts`, join(path, 'index.ts'), path];
  return candidates.find((candidate) => statSync(candidate, { throwIfNoEntry: false })?.isFile() === true) ?? path;
}
