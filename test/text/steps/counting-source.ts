/** Compiles TypeScript sources and inserts statements that count the steps of a run. `step-meter.ts` defines a step. */
import ts from 'typescript';

/** The methods that the inserted statements call. */
export interface StepCounter {
  /** Counts steps; throws a `TooManyStepsError` above the limit. */
  add(steps: number): void;
  /**
   * Counts the values that a spread element (`...values`) adds to a list or a call, or that a constructor reads, and
   * returns them. With `intoCall`, throws an error if there are so many that the arguments could overflow the stack.
   */
  spread(values: unknown, intoCall: boolean): unknown;
  /** Counts the members that a spread (`{ ...values }`) copies into an object literal, and returns `values`. */
  spreadMembers(values: unknown): unknown;
  /** Counts the characters that a pattern reads, and returns the result of its method `exec`. */
  exec(pattern: unknown, text: unknown): unknown;
}

/** Name of the `StepCounter` variable in the compiled code. */
export const COUNTER_NAME = '__stepCounter';

/** Constructors that read every element of their first argument. Each element is a step. */
const COUNTED_CONSTRUCTORS: ReadonlySet<string> = new Set([
  'Set',
  'Map',
  'WeakSet',
  'WeakMap',
  'Float64Array',
  'Uint8Array',
]);

/**
 * Compiles a source to JavaScript that counts function calls, loop iterations, spread elements and members, and the
 * elements that `COUNTED_CONSTRUCTORS` read.
 */
export function compileCounting(source: string, fileName: string): string {
  return ts.transpileModule(source, {
    fileName,
    compilerOptions: {
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2022,
      experimentalDecorators: true,
      useDefineForClassFields: false,
      esModuleInterop: true,
    },
    transformers: { before: [(context) => (file) => insertCounting(file, context)] },
  }).outputText;
}

function insertCounting(file: ts.SourceFile, context: ts.TransformationContext): ts.SourceFile {
  const { factory } = context;
  const counter = (method: string, ...values: ts.Expression[]): ts.CallExpression =>
    factory.createCallExpression(
      factory.createPropertyAccessExpression(factory.createIdentifier(COUNTER_NAME), method),
      undefined,
      values,
    );
  const step = (): ts.Expression => counter('add', factory.createNumericLiteral(1));
  const stepStatement = (): ts.Statement => factory.createExpressionStatement(step());
  const inBlock = (statement: ts.Statement): ts.Block => factory.createBlock([stepStatement(), statement], true);
  const withStep = (body: ts.Block): ts.Block => factory.updateBlock(body, [stepStatement(), ...body.statements]);
  const countedSpread = (values: ts.Expression, intoCall: boolean): ts.Expression =>
    counter('spread', values, intoCall ? factory.createTrue() : factory.createFalse());

  const visit = (node: ts.Node): ts.Node => {
    const visited = ts.visitEachChild(node, visit, context);
    if (ts.isForStatement(visited)) {
      const { initializer, condition, incrementor, statement } = visited;
      return factory.updateForStatement(visited, initializer, condition, incrementor, inBlock(statement));
    }
    if (ts.isForOfStatement(visited)) {
      const { awaitModifier, initializer, expression, statement } = visited;
      return factory.updateForOfStatement(visited, awaitModifier, initializer, expression, inBlock(statement));
    }
    if (ts.isForInStatement(visited)) {
      return factory.updateForInStatement(visited, visited.initializer, visited.expression, inBlock(visited.statement));
    }
    if (ts.isWhileStatement(visited))
      return factory.updateWhileStatement(visited, visited.expression, inBlock(visited.statement));
    if (ts.isDoStatement(visited))
      return factory.updateDoStatement(visited, inBlock(visited.statement), visited.expression);
    if (ts.isSpreadElement(visited)) {
      const intoCall = ts.isCallExpression(node.parent) || ts.isNewExpression(node.parent);
      return factory.updateSpreadElement(visited, countedSpread(visited.expression, intoCall));
    }
    if (ts.isSpreadAssignment(visited)) {
      return factory.updateSpreadAssignment(visited, counter('spreadMembers', visited.expression));
    }
    // If `RegExp.prototype.exec` were replaced instead, V8 would take 70 times longer for `replace` and `split`.
    if (ts.isCallExpression(visited) && ts.isPropertyAccessExpression(visited.expression)) {
      const { expression, name } = visited.expression;
      return name.text === 'exec' ? counter('exec', expression, ...visited.arguments) : visited;
    }
    if (
      ts.isNewExpression(visited) &&
      ts.isIdentifier(visited.expression) &&
      COUNTED_CONSTRUCTORS.has(visited.expression.text)
    ) {
      const [first, ...others] = visited.arguments ?? [];
      if (first === undefined) return visited;
      return factory.updateNewExpression(visited, visited.expression, visited.typeArguments, [
        countedSpread(first, false),
        ...others,
      ]);
    }
    if (ts.isArrowFunction(visited)) {
      const { modifiers, typeParameters, parameters, type, equalsGreaterThanToken, body } = visited;
      const countedBody = ts.isBlock(body)
        ? withStep(body)
        : factory.createParenthesizedExpression(factory.createComma(step(), body));
      return factory.updateArrowFunction(
        ...([visited, modifiers, typeParameters, parameters, type, equalsGreaterThanToken, countedBody] as const),
      );
    }
    // Constructors are not counted, because a constructor of a derived class may have to begin with its super call.
    if (ts.isBlock(visited) && isFunctionWithBlock(node.parent)) return withStep(visited);
    return visited;
  };
  return ts.visitEachChild(file, visit, context);
}

function isFunctionWithBlock(node: ts.Node): boolean {
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isGetAccessor(node) ||
    ts.isSetAccessor(node)
  );
}
