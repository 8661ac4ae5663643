import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { ROOT, sourceFiles } from './source-files';

/** The tables that hold stale rows and rows of unavailable items, too. Reads take the rows from views without these. */
const TABLE = /\bintelligence_(?:media_context|search_documents)\b/;
const VIEW = /\bserved_(?:media_context|search_documents)\b/;

/** Migrations and entities define the tables and views. */
const DEFINITIONS = /^src\/database\/(migrations|entities)\//;

/** Stores write the tables, lock their rows and maintain their indexes; they serve nothing of them. */
const STORE = /\.store\.ts$/;

/** Other statements that name the tables, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'src/candidates/retrieval/retrieval.sql.ts#addWalked':
    'the bound counts rows read, served or not; filters them itself',
  'src/ops/read-models/read-models.repository.ts#LIBRARIES': 'counts the stale rows for administrators',
  'src/read-model/refresh/drift.sql.ts#ARTIFACT_DRIFT_SQL': 'compares hashes to find artifacts that must not be served',
  'src/read-model/refresh/drift.sql.ts#DRIFT_SQL': 'looks for rows that must not be served',
  'src/read-model/refresh/drift.sql.ts#RECONCILED_LIBRARIES_SQL': 'looks for rows that removed libraries left behind',
  'src/read-model/refresh/media-freshness.ts#FIND_NOT_READY':
    'looks for a row that must be derived before it is served',
  'src/read-model/refresh/media-freshness.ts#READ_STATE_SQL': 'tells whether a row must be derived before it is served',
};

const TEXTS = sourceFiles()
  .filter(({ path }) => !DEFINITIONS.test(path))
  .flatMap(({ path }) => textsOf(path));

describe('statements that read the read model', () => {
  it('take its rows from the views, except in stores and where a reason is given', () => {
    const named = TEXTS.filter(({ path, text }) => TABLE.test(text) && !STORE.test(path)).map(({ place }) => place);
    expect([...new Set(named)].sort()).toEqual(Object.keys(EXCEPTIONS));
    expect(TEXTS.filter(({ text }) => VIEW.test(text)).length).toBeGreaterThan(20);
  });
});

/** The string and template literals of a file, each with the constant, function or method that holds it. */
function textsOf(path: string): { readonly path: string; readonly place: string; readonly text: string }[] {
  const source = ts.createSourceFile(path, readFileSync(join(ROOT, path), 'utf8'), ts.ScriptTarget.Latest, true);
  const texts: { path: string; place: string; text: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTemplateExpression(node) || ts.isStringLiteralLike(node)) {
      texts.push({ path, place: `${path}#${holderOf(node)}`, text: node.getText() });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

/** The name of the outermost declaration or method that a node belongs to. */
function holderOf(node: ts.Node): string {
  let name = 'unnamed';
  for (let at: ts.Node | undefined = node; at !== undefined && !ts.isSourceFile(at); at = at.parent) {
    if (ts.isMethodDeclaration(at) || ts.isFunctionDeclaration(at) || ts.isVariableDeclaration(at)) {
      name = at.name?.getText() ?? name;
    }
  }
  return name;
}
