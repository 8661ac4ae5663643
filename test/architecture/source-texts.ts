import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from '../support/root';

/** A string or template literal of a source file. */
export interface SourceText {
  readonly path: string;
  /** The path and the enclosing declaration, such as `src/http/problem.filter.ts#toProblem`. */
  readonly holder: string;
  /** The source code of the literal, with the quotes. */
  readonly text: string;
}

/** Returns the string and template literals of a file, including literals in the expressions of a template. */
export function textsOf(path: string): SourceText[] {
  const source = ts.createSourceFile(path, readFileSync(join(ROOT, path), 'utf8'), ts.ScriptTarget.Latest, true);
  const texts: SourceText[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTemplateExpression(node) || ts.isStringLiteralLike(node)) {
      texts.push({ path, holder: `${path}#${declarationOf(node)}`, text: node.getText() });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

/** Returns the name of the outermost variable, function or method that contains the node; `unnamed` if none does. */
function declarationOf(node: ts.Node): string {
  let name = 'unnamed';
  for (let at: ts.Node | undefined = node; at !== undefined && !ts.isSourceFile(at); at = at.parent) {
    if (ts.isMethodDeclaration(at) || ts.isFunctionDeclaration(at) || ts.isVariableDeclaration(at)) {
      name = at.name?.getText() ?? name;
    }
  }
  return name;
}
