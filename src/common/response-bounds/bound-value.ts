/** Truncates the lists and texts of a response to the bounds that its class declares. */
import type { CapName, EffectiveCaps } from '../paging/cap-table';
import { truncateText, TITLE_MAX_CHARS } from '../text/summary';
import type { BoundedClass } from './field-metadata';
import { boundsOf, type FieldBound } from './bounded.decorators';

/** Maximum number of elements of a list without a declared bound. */
export const UNDECLARED_LIST_MAX = 50;
/** Maximum length of a text without a declared bound, in code points. */
export const UNDECLARED_TEXT_MAX = TITLE_MAX_CHARS;
/** Maximum nesting depth of an answer. Deeper objects and lists become null. */
export const MAX_DEPTH = 32;
const MAX_CUT_FIELDS = 10;

/** The numbers of truncated lists and texts in one answer. */
export interface Cuts {
  /** Also counts each value that became null because it was nested too deeply. */
  lists: number;
  texts: number;
  /** The first ten truncated fields, as `Class.field`. */
  readonly fields: Set<string>;
}

/** The name and the bounds of a class. */
interface ClassBounds {
  readonly name: string;
  readonly fields: ReadonlyMap<string, FieldBound>;
}

const UNDECLARED: ClassBounds = { name: 'undeclared', fields: new Map() };

export function noCuts(): Cuts {
  return { lists: 0, texts: 0, fields: new Set() };
}

/**
 * Returns the value with every list and text truncated to its bound, at every level. Returns the same object if nothing
 * was truncated. Otherwise, copies the objects above each truncated value, so that objects of a service never change.
 */
export function boundValue(value: unknown, type: BoundedClass | null, caps: EffectiveCaps, cuts: Cuts): unknown {
  return new BoundedWalk(caps, cuts).bound(value, type === null ? UNDECLARED : classBoundsOf(type), 0);
}

function classBoundsOf(type: BoundedClass): ClassBounds {
  return { name: type.name, fields: boundsOf(type) };
}

class BoundedWalk {
  constructor(
    private readonly caps: EffectiveCaps,
    private readonly cuts: Cuts,
  ) {}

  /** Truncates an object of the class with these bounds, or a value without declared bounds. */
  bound(value: unknown, bounds: ClassBounds, depth: number, fieldName = bounds.name): unknown {
    if (typeof value === 'string') return this.text(value, UNDECLARED_TEXT_MAX, fieldName);
    // A value with `toJSON` is a date, which the response contains as a short text.
    if (typeof value !== 'object' || value === null || 'toJSON' in value) return value;
    if (Array.isArray(value)) return this.list(value, UNDECLARED_LIST_MAX, bounds, depth, fieldName);
    if (depth >= MAX_DEPTH) return this.record('lists', fieldName, null);
    return this.object(value as Record<string, unknown>, bounds, depth);
  }

  private object(value: Record<string, unknown>, bounds: ClassBounds, depth: number): unknown {
    let copy: Record<string, unknown> | null = null;
    for (const name in value) {
      const field = value[name];
      if (typeof field !== 'string' && typeof field !== 'object') continue;
      const bounded = this.field(field, bounds.fields.get(name), bounds, name, depth);
      if (bounded === field) continue;
      copy ??= { ...value };
      copy[name] = bounded;
      // An object with a text and a field `truncated` is a summary. It must report the truncation.
      if (typeof field === 'string' && typeof value.truncated === 'boolean') copy.truncated = true;
    }
    return copy ?? value;
  }

  private field(
    value: unknown,
    bound: FieldBound | undefined,
    owner: ClassBounds,
    name: string,
    depth: number,
  ): unknown {
    if (typeof value === 'string') {
      const maxChars = bound?.kind === 'text' ? this.maximumOf(bound.maxChars) : UNDECLARED_TEXT_MAX;
      // A text has at most as many code points as code units, so most texts need no further check.
      return value.length <= maxChars ? value : this.text(value, maxChars, `${owner.name}.${name}`);
    }
    if (value === null) return value;
    const bounds =
      bound !== undefined && bound.kind !== 'text' && bound.of !== undefined ? classBoundsOf(bound.of()) : UNDECLARED;
    if (bound?.kind === 'list' && Array.isArray(value)) {
      return this.list(value, this.maximumOf(bound.cap), bounds, depth + 1, `${owner.name}.${name}`);
    }
    return this.bound(value, bounds, depth + 1, `${owner.name}.${name}`);
  }

  private list(
    values: readonly unknown[],
    max: number,
    bounds: ClassBounds,
    depth: number,
    fieldName: string,
  ): unknown {
    if (depth >= MAX_DEPTH) return this.record('lists', fieldName, null);
    const elements = values.length <= max ? values : this.record('lists', fieldName, values.slice(0, max));
    let copy: unknown[] | null = null;
    for (let index = 0; index < elements.length; index += 1) {
      const bounded = this.bound(elements[index], bounds, depth + 1, fieldName);
      if (bounded === elements[index]) continue;
      copy ??= [...elements];
      copy[index] = bounded;
    }
    return copy ?? elements;
  }

  private text(value: string, maxChars: number, fieldName: string): string {
    if (value.length <= maxChars) return value;
    const cut = truncateText(value, maxChars);
    return cut.length === value.length ? value : this.record('texts', fieldName, cut);
  }

  private maximumOf(cap: CapName | number): number {
    return typeof cap === 'number' ? cap : this.caps[cap];
  }

  /** Counts a truncated list or text; a value that is nested too deeply counts as a list. Returns `result`. */
  private record<T>(kind: 'lists' | 'texts', fieldName: string, result: T): T {
    this.cuts[kind] += 1;
    if (this.cuts.fields.size < MAX_CUT_FIELDS) this.cuts.fields.add(fieldName);
    return result;
  }
}
