/**
 * Counts the steps of sources, so that a test can limit their work independently of the load of the machine. A step is
 * a function call, a loop iteration, a spread element or member, or a character or element that built-in code reads.
 * The call of a constructor is no step. Each character that a regular expression may read counts once, because
 * `patterns.spec.ts` checks that patterns take linear time.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { type Cost, COUNTED, matchCost, type Method } from './counted-methods';
import { compileCounting, COUNTER_NAME, type StepCounter } from './counting-source';

/** Thrown when the steps exceed their limit, so that a test of slow code ends soon. */
export class TooManyStepsError extends Error {}

/** Maximum number of elements of one spread in the arguments of a call. Very long lists overflow the stack. */
const ARGUMENTS_MAX = 5_000;

/** Runs sources in a separate realm and counts their steps. */
export class StepMeter implements StepCounter {
  private readonly modules = new Map<string, Record<string, unknown>>();
  private readonly realm = createContext({ Buffer, URL, TextDecoder, TextEncoder, console, process, setTimeout });
  private steps = 0;
  private limit = Infinity;
  private isCounting = false;
  private readonly countedExec: Method;

  constructor() {
    const { exec } = runInContext('RegExp.prototype', this.realm) as Record<string, Method>;
    this.countedExec = this.withCost(exec ?? missing('RegExp.prototype.exec'), matchCost);
    for (const [path, names, cost] of COUNTED) {
      const owner = runInContext(path, this.realm) as Record<string, Method>;
      for (const name of names) owner[name] = this.withCost(owner[name] ?? missing(`${path}.${name}`), cost);
    }
  }

  /** Loads a source by its path without extension. Counts the steps of the source and its imports, except packages. */
  load(path: string): Record<string, unknown> {
    const loaded = this.modules.get(path);
    if (loaded !== undefined) return loaded;
    const module = { exports: {} as Record<string, unknown> };
    this.modules.set(path, module.exports);
    const filename = `${path}.ts`;
    const code = compileCounting(readFileSync(filename, 'utf8'), filename);
    const requirePackage = createRequire(filename);
    const load = (name: string): unknown =>
      name.startsWith('.') ? this.load(join(dirname(path), name)) : requirePackage(name);
    const wrapped = `(function (exports, require, module, ${COUNTER_NAME}) {${code}\n})`;
    const run: Run = runInContext(wrapped, this.realm, { filename });
    run(module.exports, load, module, this);
    return module.exports;
  }

  /** Returns the number of steps of `work`. Stops `work` when they exceed `limit`. Throws any other error of `work`. */
  async count(work: () => unknown, limit: number): Promise<number> {
    this.steps = 0;
    this.limit = limit;
    this.isCounting = true;
    try {
      await work();
    } catch (error) {
      if (!(error instanceof TooManyStepsError)) throw error;
    } finally {
      this.isCounting = false;
      this.limit = Infinity;
    }
    return this.steps;
  }

  add(steps: number): void {
    this.steps += steps;
    if (this.steps > this.limit) throw new TooManyStepsError(`more than ${this.limit} steps`);
  }

  spread(values: unknown, intoCall: boolean): unknown {
    // An iterator can be read only once.
    const elements = isIterator(values) ? [...values] : values;
    const { length, size } = Object(elements) as { length?: number; size?: number };
    const count = length ?? size ?? 0;
    if (intoCall && count > ARGUMENTS_MAX) throw new Error(`${count} arguments are spread into one call`);
    this.add(count);
    return elements;
  }

  spreadMembers(values: unknown): unknown {
    this.add(Object.keys(Object(values) as object).length);
    return values;
  }

  exec(pattern: unknown, text: unknown): unknown {
    return pattern === undefined ? undefined : Reflect.apply(this.countedExec, pattern, [text]);
  }

  /** Wraps a method to count its cost. Inside the method, counts only the calls and steps of its callbacks. */
  private withCost(method: Method, cost: Cost): Method {
    const call = (subject: unknown, values: unknown[]): unknown => {
      if (!this.isCounting) return Reflect.apply(method, subject, values);
      // Only the first two values of a counted method can be callbacks.
      const hasCallback = isFunction(values[0]) || isFunction(values[1]);
      const wrapped = hasCallback ? values.map((value) => this.withCountedCalls(value)) : values;
      const lastIndex = cost === matchCost ? (subject as RegExp).lastIndex : 0;
      this.isCounting = false;
      let result: unknown;
      try {
        result = Reflect.apply(method, subject, wrapped);
      } finally {
        this.isCounting = true;
      }
      this.add(1 + cost(subject, result, values, lastIndex));
      return result;
    };
    return function (this: unknown, ...values) {
      return call(this, values);
    };
  }

  /** Counts the calls and steps of a callback. Returns any other value unchanged. */
  private withCountedCalls(value: unknown): unknown {
    if (!isFunction(value)) return value;
    return (...values: unknown[]) => {
      this.add(1);
      const before = this.isCounting;
      this.isCounting = true;
      try {
        return value(...values);
      } finally {
        this.isCounting = before;
      }
    };
  }
}

function isFunction(value: unknown): value is Method {
  return typeof value === 'function';
}

function isIterator(values: unknown): values is IterableIterator<unknown> {
  return typeof (Object(values) as Partial<Iterator<unknown>>).next === 'function';
}

function missing(name: string): never {
  throw new Error(`There is no ${name}.`);
}

type Run = (...values: unknown[]) => void;
