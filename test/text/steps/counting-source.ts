/** Sources with statements inserted that count their steps. */
import ts from 'typescript';

/** What the inserted statements call. */
export interface StepCounter {
  /** Counts steps; throws a `TooManyStepsError` above the limit. */
  add(steps: number): void;
  /** Counts what is spread into a list or into arguments, and gives it back. */
  spread(values: unknown, intoCall: boolean): unknown;
}

/** The name by which they know it. */
export const COUNTER_NAME = '__stepCounter';

/** Containers that read all of what they are made of. */
const CONTAINERS: ReadonlySet<string> = new Set(['Set', 'Map', 'WeakSet', 'WeakMap', 'Float64Array', 'Uint8Array']);

/** JavaScript of a source, in which calls of functions, turns of loops and spread elements are counted. */
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
  const begun = (body: ts.Block): ts.Block => factory.updateBlock(body, [stepStatement(), ...body.statements]);
  const taken = (values: ts.Expression, intoCall: boolean): ts.Expression =>
    counter('spread', values, intoCall ? factory.createTrue() : factory.createFalse());

  const visit = (node: ts.Node): ts.Node => {
    const made = ts.visitEachChild(node, visit, context);
    if (ts.isForStatement(made)) {
      const { initializer, condition, incrementor, statement } = made;
      return factory.updateForStatement(made, initializer, condition, incrementor, inBlock(statement));
    }
    if (ts.isForOfStatement(made)) {
      const { awaitModifier, initializer, expression, statement } = made;
      return factory.updateForOfStatement(made, awaitModifier, initializer, expression, inBlock(statement));
    }
    if (ts.isForInStatement(made)) {
      return factory.updateForInStatement(made, made.initializer, made.expression, inBlock(made.statement));
    }
    if (ts.isWhileStatement(made)) return factory.updateWhileStatement(made, made.expression, inBlock(made.statement));
    if (ts.isDoStatement(made)) return factory.updateDoStatement(made, inBlock(made.statement), made.expression);
    if (ts.isSpreadElement(made)) {
      const intoCall = ts.isCallExpression(node.parent) || ts.isNewExpression(node.parent);
      return factory.updateSpreadElement(made, taken(made.expression, intoCall));
    }
    if (ts.isNewExpression(made) && ts.isIdentifier(made.expression) && CONTAINERS.has(made.expression.text)) {
      const [first, ...others] = made.arguments ?? [];
      if (first === undefined) return made;
      return factory.updateNewExpression(made, made.expression, made.typeArguments, [taken(first, false), ...others]);
    }
    if (ts.isArrowFunction(made)) {
      const { modifiers, typeParameters, parameters, type, equalsGreaterThanToken, body } = made;
      const counted = ts.isBlock(body)
        ? begun(body)
        : factory.createParenthesizedExpression(factory.createComma(step(), body));
      return factory.updateArrowFunction(
        ...([made, modifiers, typeParameters, parameters, type, equalsGreaterThanToken, counted] as const),
      );
    }
    // The first statement of a derived class's constructor may have to be its super call.
    if (ts.isBlock(made) && isFunctionWithBlock(node.parent)) return begun(made);
    return made;
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
