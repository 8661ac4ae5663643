import 'reflect-metadata';
import { ApiProperty } from '@nestjs/swagger';
import { CAP_TABLE, type CapName, TITLE_MAX_CHARS } from '../paging/caps';

/** A class whose fields carry bounds. */
export type BoundedClass = abstract new (...args: never[]) => object;

/** What a response field promises; the interceptor holds it to that at every nesting level. */
export type FieldBound =
  /** A list of at most so many elements; `of` gives the class of its elements when they are objects. */
  | { readonly kind: 'list'; readonly cap: CapName | number; readonly of?: () => BoundedClass }
  /** A text of at most so many code points. */
  | { readonly kind: 'text'; readonly maxChars: number | 'summary_max_chars' }
  /** An object (or null) whose own fields are bounded. */
  | { readonly kind: 'object'; readonly of: () => BoundedClass };

const BOUNDS = new WeakMap<object, Map<string, FieldBound>>();

function declare(prototype: object, field: string, bound: FieldBound): void {
  const own = BOUNDS.get(prototype) ?? new Map<string, FieldBound>();
  own.set(field, bound);
  BOUNDS.set(prototype, own);
}

/** The bounds a class and its ancestors declare, by field name. */
export function boundsOf(type: BoundedClass): ReadonlyMap<string, FieldBound> {
  const merged = new Map<string, FieldBound>();
  for (
    let proto = type.prototype as object | null;
    proto !== null;
    proto = Object.getPrototypeOf(proto) as object | null
  ) {
    for (const [field, bound] of BOUNDS.get(proto) ?? []) if (!merged.has(field)) merged.set(field, bound);
  }
  return merged;
}

/** Declares a list's cap: a named one that requests may lower or raise, or a fixed number of elements. */
export function Capped(cap: CapName | number, of?: () => BoundedClass): PropertyDecorator {
  const maxItems = typeof cap === 'number' ? cap : CAP_TABLE[cap].max;
  return (prototype, field) => {
    declare(prototype, String(field), { kind: 'list', cap, of });
    const element = of ? { type: () => of() } : { type: String };
    ApiProperty({ ...element, isArray: true, maxItems })(prototype, field);
  };
}

/** Declares a text's budget in code points; default 512, that of titles and labels. */
export function Bounded(maxChars: number | 'summary_max_chars' = TITLE_MAX_CHARS): PropertyDecorator {
  const maxLength = maxChars === 'summary_max_chars' ? CAP_TABLE.summary_max_chars.max : maxChars;
  return (prototype, field) => {
    declare(prototype, String(field), { kind: 'text', maxChars });
    ApiProperty({ maxLength })(prototype, field);
  };
}

/** Declares an object (or null) whose class declares bounds of its own. */
export function Nested(of: () => BoundedClass, options: { readonly nullable?: boolean } = {}): PropertyDecorator {
  return (prototype, field) => {
    declare(prototype, String(field), { kind: 'object', of });
    ApiProperty({ type: () => of(), nullable: options.nullable ?? false })(prototype, field);
  };
}
