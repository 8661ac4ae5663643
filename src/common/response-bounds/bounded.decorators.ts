import 'reflect-metadata';
import { ApiProperty } from '@nestjs/swagger';
import { CAP_TABLE, type CapName } from '../paging/cap-table';
import { TITLE_MAX_CHARS } from '../text/summary';
import { type BoundedClass, FieldMetadata } from './field-metadata';

/** Declared bound of a response field. The bounding interceptor enforces it at every nesting level. */
export type FieldBound =
  /** Maximum number of elements of a list. `of` returns the class of its elements when they are objects. */
  | { readonly kind: 'list'; readonly cap: CapName | number; readonly of?: () => BoundedClass }
  /** Maximum number of code points of a text. */
  | { readonly kind: 'text'; readonly maxChars: number | 'summary_max_chars' }
  /** An object or null, whose fields declare their own bounds. */
  | { readonly kind: 'object'; readonly of: () => BoundedClass };

const BOUNDS = new FieldMetadata<FieldBound>();

/** Returns the bounds that a class and its ancestors declare, by field name. The fields of ancestors come first. */
export function boundsOf(type: BoundedClass): ReadonlyMap<string, FieldBound> {
  return BOUNDS.of(type);
}

/** Schema of a text in a list. The interceptor cuts it to the default of `Bounded`. */
const TEXT_ELEMENT = { type: 'string', maxLength: TITLE_MAX_CHARS };

/**
 * Bounds a list by a cap, which requests can change, or by a fixed number of elements. Without `of`, the elements are
 * texts of at most 512 code points.
 */
export function Capped(cap: CapName | number, of?: () => BoundedClass): PropertyDecorator {
  const maxItems = typeof cap === 'number' ? cap : CAP_TABLE[cap].max;
  return (prototype, field) => {
    BOUNDS.set(prototype, field, { kind: 'list', cap, of });
    if (of) ApiProperty({ type: () => of(), isArray: true, maxItems })(prototype, field);
    else ApiProperty({ type: 'array', items: TEXT_ELEMENT, maxItems })(prototype, field);
  };
}

/** Bounds a text, in code points. Default: 512, as for titles and labels. */
export function Bounded(maxChars: number | 'summary_max_chars' = TITLE_MAX_CHARS): PropertyDecorator {
  const maxLength = maxChars === 'summary_max_chars' ? CAP_TABLE.summary_max_chars.max : maxChars;
  return (prototype, field) => {
    BOUNDS.set(prototype, field, { kind: 'text', maxChars });
    ApiProperty({ maxLength })(prototype, field);
  };
}

/** Declares an object whose class declares bounds. The options state whether the object can be null or absent. */
export function Nested(
  of: () => BoundedClass,
  { nullable = false, optional = false }: { readonly nullable?: boolean; readonly optional?: boolean } = {},
): PropertyDecorator {
  return (prototype, field) => {
    BOUNDS.set(prototype, field, { kind: 'object', of });
    ApiProperty({ type: () => of(), nullable, ...(optional ? { required: false } : {}) })(prototype, field);
  };
}
