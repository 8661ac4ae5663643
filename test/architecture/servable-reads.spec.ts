import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { ROOT, sourceFiles } from './source-files';

/**
 * Statements that read rows of the read model without asking whether they may be served, and why they may. Everything
 * else has `servable()` for each alias, so that a new read cannot forget it.
 */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'src/artifacts/writing/artifact-sources.store.ts#MEDIA_SQL':
    'locks the rows an artifact is derived from and keeps their hash; serves nothing of them',
  'src/audit/audit.repository.ts#ITEM': 'a join; the statements that hold it ask for m',
  'src/items/context/item-context.sql.ts#ITEM_CONTEXT': 'its rows come from SEED_FROM, which asks for c',
  'src/items/related/related.sql.ts#SEED_SELECT': 'd is the document of c, both are marked in one transaction',
  'src/ops/read-models/read-models.repository.ts#LIBRARIES': 'counts the stale rows for administrators',
  'src/read-model/artifacts/artifact-page.sql.ts#ITEM': 'a join; the statements that hold it ask for m',
  'src/read-model/artifacts/artifact-page.sql.ts#ITEM_OF_ROW': 'a join as m; the statements that hold it ask for m',
  'src/read-model/refresh/drift.sql.ts#nextIds': 'looks for rows that must not be served',
  'src/read-model/refresh/drift.sql.ts#DRIFT_SQL': 'looks for rows that must not be served',
  'src/read-model/refresh/drift.sql.ts#RECONCILED_LIBRARIES_SQL': 'looks for rows left behind by libraries',
  'src/read-model/refresh/drift.sql.ts#ARTIFACT_DRIFT_SQL': 'compares hashes to find artifacts that must not be served',
  'src/read-model/media/media-context.store.ts#listChildren': 'a writer marks them stale',
  'src/read-model/refresh/media-freshness.ts#FIND_NOT_READY':
    'looks for the row that must be derived before it is served',
  'src/read-model/refresh/media-freshness.ts#READ_STATE_SQL': 'looks whether a row must be derived before it is served',
  'src/read-model/media/media-table.ts#remove': 'removes rows',
  'src/read-model/media/media-table.ts#removeLibrary': 'removes rows',
  'src/read-model/media/search-document.store.ts#write': 'a writer looks for what it is about to replace',
};

/** Migrations and entities say what tables are, not what is read. */
const NO_READS = /^src\/database\/(migrations|entities)\//;

/** A table of the read model, or one that only the caller knows. */
const TABLE = String.raw`(intelligence_(?:media_context|search_documents)\b|\$\{(?:this\.)?table\})`;
/** One that is read under an alias, or under its own name. */
const READ = new RegExp(String.raw`\b(?:FROM|JOIN|USING)\s+${TABLE}(?:\s+(?:AS\s+)?([a-z_]+))?`, 'g');
const PLAIN_DELETE = new RegExp(String.raw`\bDELETE FROM\s+${TABLE}`);
const NO_ALIAS = new Set(['where', 'using', 'group', 'order', 'on', 'set', 'left', 'join', 'cross', 'union', 'limit']);

interface Reading {
  /** File and name of the constant, function or method that holds the statement. */
  readonly place: string;
  readonly aliases: readonly string[];
  /** The statement's source with all that it is put together from in the same file. */
  readonly text: string;
}

const READINGS = sourceFiles()
  .filter(({ path }) => !NO_READS.test(path))
  .flatMap(({ path }) => readingsOf(path));

describe('statements that read the read model', () => {
  it('are found', () => {
    expect(READINGS.length).toBeGreaterThan(20);
  });

  it('ask for every row whether it may be served', () => {
    const wrong = READINGS.filter(({ place }) => !(place in EXCEPTIONS)).flatMap(({ place, aliases, text }) =>
      aliases.filter((alias) => !asks(text, alias)).map((alias) => `${place} reads ${alias} without servable()`),
    );
    expect(wrong).toEqual([]);
  });

  it('are excepted by name only where that is needed', () => {
    const needed = new Set(
      READINGS.filter(({ aliases, text }) => aliases.some((alias) => !asks(text, alias))).map(({ place }) => place),
    );
    expect(Object.keys(EXCEPTIONS).filter((place) => !needed.has(place))).toEqual([]);
  });
});

/** `servable('c')`, or `servable(alias)` in a helper that is called with `'c'`; or the same written out. */
function asks(text: string, alias: string): boolean {
  if (text.includes(`servable('${alias}')`)) return true;
  if (/servable\([a-z]+\)/i.test(text) && text.includes(`'${alias}'`)) return true;
  const prefix = alias === '' ? '' : `(?:${alias}\\.)?`;
  return new RegExp(`${prefix}status = 'ready' AND ${prefix}available`).test(text);
}

function readingsOf(path: string): Reading[] {
  const source = ts.createSourceFile(path, readFileSync(join(ROOT, path), 'utf8'), ts.ScriptTarget.Latest, true);
  const declarations = declarationsOf(source);
  const readings: Reading[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTemplateExpression(node) || ts.isStringLiteralLike(node)) {
      const aliases = aliasesIn(node.getText());
      if (aliases.length > 0) {
        const text = expand(holderOf(node), declarations, new Set());
        readings.push({ place: `${path}#${nameOf(node)}`, aliases, text });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return readings;
}

function aliasesIn(text: string): string[] {
  const statement = text.replace(/\bDELETE FROM\s+\w+\b(?=\s+WHERE)/g, 'FROM removed');
  const plain = PLAIN_DELETE.test(text) ? [''] : [];
  const read = Array.from(statement.matchAll(READ), ([, , alias = '']) =>
    NO_ALIAS.has(alias.toLowerCase()) ? '' : alias,
  );
  return [...new Set([...plain, ...read])];
}

/** Constants and functions of a file by name. */
function declarationsOf(source: ts.SourceFile): Map<string, ts.Node> {
  const found = new Map<string, ts.Node>();
  const visit = (node: ts.Node): void => {
    if ((ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node)) && node.name && ts.isIdentifier(node.name)) {
      found.set(node.name.text, node);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The outermost declaration or method that a node belongs to. */
function holderOf(node: ts.Node): ts.Node {
  let holder = node;
  for (let at: ts.Node | undefined = node; at !== undefined && !ts.isSourceFile(at); at = at.parent) {
    if (ts.isMethodDeclaration(at) || ts.isFunctionDeclaration(at) || ts.isVariableDeclaration(at)) holder = at;
  }
  return holder;
}

function nameOf(node: ts.Node): string {
  const holder = holderOf(node);
  const named = ts.isMethodDeclaration(holder) || ts.isFunctionDeclaration(holder) || ts.isVariableDeclaration(holder);
  return named && holder.name ? holder.name.getText() : 'unnamed';
}

/** The source of a node and of everything in the file that it names, and those name in turn. */
function expand(node: ts.Node, declarations: ReadonlyMap<string, ts.Node>, seen: Set<ts.Node>): string {
  if (seen.has(node)) return '';
  seen.add(node);
  const parts = [node.getText()];
  const visit = (child: ts.Node): void => {
    if (ts.isIdentifier(child)) {
      const declaration = declarations.get(child.text);
      if (declaration !== undefined) parts.push(expand(declaration, declarations, seen));
    }
    ts.forEachChild(child, visit);
  };
  visit(node);
  return parts.join('\n');
}
