import { join } from 'node:path';
import ts from 'typescript';
import type { ProblemCode } from '../../src/common/problems/problem-codes';
import { ROOT } from '../support/root';
import { sourceFiles } from './source-files';

/** Codes of the factory methods of `Problem` whose code differs from the method's name. */
const FACTORIES: Readonly<Record<string, ProblemCode>> = {
  notFound: 'not-found',
  invalidCursor: 'invalid-cursor',
  invalidField: 'invalid-request',
  invalidRequest: 'invalid-request',
  invalidMediaId: 'invalid-media-id',
  loginDelayed: 'rate-limited',
  upstreamFailed: 'upstream-failed',
};
/** The foreign key of this table refuses the state of a user who was deleted meanwhile. */
const REFUSED_INSERT = /INSERT INTO watch_states\b/;

interface Scan {
  readonly codes: ReadonlySet<string>;
  /** The functions that a declaration names. */
  readonly next: readonly ts.Node[];
}

/**
 * Returns the problem codes that each handler can throw, by the name of its method. Follows the names of functions,
 * methods and constants from the handler and from its guard of owned resources. So the result can contain codes that no
 * request causes. Does not find problems of the other guards, of middleware and of the rules of request bodies.
 */
export function findThrownProblems(): ReadonlyMap<string, ReadonlySet<string>> {
  const files = sourceFiles().map(({ path }) => join(ROOT, path));
  const config = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, ROOT);
  const program = ts.createProgram(files, { ...options, noEmit: true });
  const reader = new CodeReader(program.getTypeChecker());
  const methods = files.flatMap((path) => {
    const classes = program.getSourceFile(path)?.statements.filter((each) => ts.isClassDeclaration(each)) ?? [];
    return classes.flatMap(({ members }) => members.filter((each) => ts.isMethodDeclaration(each)));
  });
  const guards = methods.filter(({ parent }) => ts.isClassLike(parent) && parent.name?.text === 'OwnershipGuard');
  const handlers = methods.filter(({ parent }) => ts.isClassLike(parent) && isController(parent));
  return new Map(
    handlers.map((handler) => {
      const isGuarded = decoratorsOf(handler).includes('OwnedResource');
      return [handler.name.getText(), reader.codesOf([handler, ...(isGuarded ? guards : [])])];
    }),
  );
}

function isController(declaration: ts.ClassLikeDeclaration): boolean {
  return decoratorsOf(declaration).includes('Controller');
}

function decoratorsOf(node: ts.HasDecorators): string[] {
  const calls = (ts.getDecorators(node) ?? []).map(({ expression }) => expression);
  return calls.map((call) => (ts.isCallExpression(call) ? call.expression.getText() : ''));
}

class CodeReader {
  private readonly scans = new Map<ts.Node, Scan>();

  constructor(private readonly checker: ts.TypeChecker) {}

  codesOf(roots: readonly ts.Node[]): Set<string> {
    const reached = new Set(roots);
    const codes = new Set<string>();
    // A set that grows during its iteration is iterated to its end.
    for (const node of reached) {
      const scan = this.scan(node);
      for (const code of scan.codes) codes.add(code);
      for (const next of scan.next) reached.add(next);
    }
    return codes;
  }

  private scan(declaration: ts.Node): Scan {
    const known = this.scans.get(declaration);
    if (known !== undefined) return known;
    const codes = new Set<string>();
    const next: ts.Node[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isTypeNode(node) || ts.isDecorator(node)) return;
      if (ts.isTryStatement(node) && node.catchClause?.block.getText().includes('throw ') === false) {
        [node.catchClause, node.finallyBlock].forEach((part) => part && visit(part));
        return;
      }
      const code = codeOf(node);
      if (code !== null) codes.add(code);
      if (ts.isIdentifier(node) && node.parent !== declaration) next.push(...this.functionsOf(node));
      ts.forEachChild(node, visit);
    };
    ts.forEachChild(declaration, visit);
    const scan = { codes, next };
    this.scans.set(declaration, scan);
    return scan;
  }

  private functionsOf(name: ts.Identifier): ts.Node[] {
    const symbol = this.checker.getSymbolAtLocation(name);
    const isAlias = symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    const { declarations = [] } = (isAlias ? this.checker.getAliasedSymbol(symbol) : symbol) ?? {};
    return declarations.flatMap((found): ts.Node[] => {
      const isOfProblem = ts.isClassLike(found.parent) && found.parent.name?.text === 'Problem';
      if (found.getSourceFile().isDeclarationFile || isOfProblem) return [];
      if (ts.isClassDeclaration(found)) {
        return ts.isNewExpression(name.parent) ? found.members.filter((each) => ts.isConstructorDeclaration(each)) : [];
      }
      const isFunction = ts.isFunctionDeclaration(found) || ts.isMethodDeclaration(found) || ts.isGetAccessor(found);
      const isConstant = ts.isVariableDeclaration(found) && ts.isSourceFile(found.parent.parent.parent);
      return isFunction || isConstant || ts.isPropertyDeclaration(found) ? [found] : [];
    });
  }
}

/** Returns the code of the problem that an expression creates; null for other nodes. */
function codeOf(node: ts.Node): string | null {
  if (ts.isNewExpression(node) && node.expression.getText() === 'Problem') {
    const [code] = node.arguments ?? [];
    return code !== undefined && ts.isStringLiteral(code) ? code.text : null;
  }
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { expression, name } = node.expression;
    return expression.getText() === 'Problem' ? (FACTORIES[name.text] ?? name.text) : null;
  }
  const isText = ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateHead(node);
  return isText && REFUSED_INSERT.test(node.text) ? 'conflict' : null;
}
