/**
 * Counts the work of sources, so that a test can bound it whatever else the machine does. A step is a call of a function,
 * a turn of a loop, an element that is spread, or a character or element that a method of the language reads. A regular
 * expression counts the characters it may read once: that none reads them more often is held by `patterns.spec.ts`.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { type Cost, COUNTED, type Method } from './counted-methods';
import { compileCounting, COUNTER_NAME, type StepCounter } from './counting-source';

/** Thrown when the steps exceed their limit, so that a test of slow code ends soon. */
export class TooManyStepsError extends Error {}

/** Elements that may be spread into the arguments of one call: the stack takes some ten thousand. */
const ARGUMENTS_MAX = 5_000;

/** Runs sources, in a realm of their own, with their work counted. */
export class StepMeter implements StepCounter {
  private readonly modules = new Map<string, Record<string, unknown>>();
  private readonly realm = createContext({ Buffer, URL, TextDecoder, TextEncoder, console, process, setTimeout });
  private steps = 0;
  private limit = Infinity;
  private isCounting = false;

  constructor() {
    for (const [path, names, cost] of COUNTED) {
      const owner = runInContext(path, this.realm) as Record<string, Method>;
      for (const name of names) owner[name] = this.counted(owner[name] ?? missing(`${path}.${name}`), cost);
    }
  }

  /** A source by its path without extension: itself and all it imports are counted, but for packages. */
  load(path: string): Record<string, unknown> {
    const known = this.modules.get(path);
    if (known !== undefined) return known;
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

  /** The steps of some work, which is given up when they exceed `limit`. Throws what the work throws. */
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
    const { length, size } = Object(values) as { length?: number; size?: number };
    const count = length ?? size ?? 0;
    if (intoCall && count > ARGUMENTS_MAX) throw new Error(`${count} arguments are spread into one call`);
    this.add(count);
    return values;
  }

  /** A method that counts its cost, and not what it calls itself; its callbacks are work of the sources again. */
  private counted(method: Method, cost: Cost): Method {
    const call = (subject: unknown, values: unknown[]): unknown => {
      if (!this.isCounting) return Reflect.apply(method, subject, values);
      const counted = values.map((value) => (typeof value === 'function' ? this.resumed(value as Method) : value));
      const from = (Object(subject) as { lastIndex?: number }).lastIndex ?? 0;
      const result = this.switched(false, () => Reflect.apply(method, subject, counted));
      this.add(1 + cost(subject, result, values, from));
      return result;
    };
    return function (this: unknown, ...values) {
      return call(this, values);
    };
  }

  private resumed(callback: Method): Method {
    return (...values) => this.switched(true, () => callback(...values));
  }

  private switched(isCounting: boolean, work: () => unknown): unknown {
    const before = this.isCounting;
    this.isCounting = isCounting;
    try {
      return work();
    } finally {
      this.isCounting = before;
    }
  }
}

function missing(name: string): never {
  throw new Error(`There is no ${name}.`);
}

type Run = (...values: unknown[]) => void;
