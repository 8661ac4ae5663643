import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { ROOT } from '../support/root';

/** A source file and its imports. */
export interface SourceFile {
  /** Relative to the project root, such as `src/http/problem.filter.ts`. */
  readonly path: string;
  readonly imports: readonly ImportedModule[];
  /** Number of lines, including comments and blank lines. */
  readonly lines: number;
}

/** An imported project file or package. */
export interface ImportedModule {
  /** Path of a project file relative to the project root, or name of a package. */
  readonly target: string;
  /** Whether the target is a project file. */
  readonly own: boolean;
  /** Whether the target is imported only with `import type`. The compiled code does not contain such an import. */
  readonly typeOnly: boolean;
}

const GENERATED = join(ROOT, 'src', 'metadata.ts');

/** The results of `sourceFiles` by folder, because to read all files takes half a second. */
const known = new Map<string, readonly SourceFile[]>();

/** Returns every TypeScript file below a folder, except spec files and the generated `src/metadata.ts`. */
export function sourceFiles(folder = 'src'): readonly SourceFile[] {
  const files = known.get(folder) ?? readSourceFiles(folder);
  known.set(folder, files);
  return files;
}

function readSourceFiles(folder: string): SourceFile[] {
  return filesBelow(join(ROOT, folder))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('spec.ts') && path !== GENERATED)
    .map((path) => {
      const text = readFileSync(path, 'utf8');
      return { path: relative(ROOT, path), imports: importsOf(path, text), lines: text.split('\n').length - 1 };
    });
}

/** Returns the path of every spec file, relative to the project root. */
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

function importsOf(path: string, text: string): ImportedModule[] {
  const names = ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName);
  return names.map((name) => {
    const escaped = name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
    const has = (start: string): boolean => new RegExp(`${start}[^;]*from '${escaped}'`, 'm').test(text);
    const typeOnly = has('^import type ') && !has('^(?:import|export) (?!type )');
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
