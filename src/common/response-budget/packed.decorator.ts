import 'reflect-metadata';
import { boundsOf } from '../response-bounds/bounded.decorators';
import { type BoundedClass, FieldMetadata } from '../response-bounds/field-metadata';

/**
 * Categories of the parts of an answer. Packing leaves parts out, in this order, until the answer fits its response
 * budget. The first row of a page always stays.
 */
export const PACKED_CATEGORIES = [
  'artifacts',
  'related',
  'samples',
  'evidence',
  'facet_values',
  'facet_groups',
  'people',
  'summaries',
  'rows',
] as const;
export type PackedCategory = (typeof PACKED_CATEGORIES)[number];

/**
 * Fields for a list whose elements have counts, such as facet values. Packing adds the counts of the elements that it
 * omits to a sum beside the list.
 */
export interface Remainder {
  /** Name of the field of an element that contains its count. */
  readonly countField: string;
  /** Name of the field beside the list that contains the sum. */
  readonly sumField: string;
}

/** How packing makes one field smaller. */
export type PackedField = {
  readonly name: string;
  /** Class of the object, or of the elements of the list; null for a list of texts. */
  readonly of: (() => BoundedClass) | null;
} & (
  | { readonly kind: 'list'; readonly category: PackedCategory; readonly remainder: Remainder | null }
  | { readonly kind: 'summary'; readonly category: PackedCategory }
  /** An object that stays, or a list of objects that all stay. Packing makes their fields smaller. */
  | { readonly kind: 'kept' }
);

/** The arguments of `@Packed`. */
interface PackedOptions {
  readonly category: PackedCategory;
  readonly remainder: Remainder | null;
}

const OPTIONS = new FieldMetadata<PackedOptions>();
const FIELDS_BY_CLASS = new WeakMap<BoundedClass, readonly PackedField[]>();

/**
 * Declares that a response budget may leave out elements of a list, from its end, or the text of a summary. Give
 * `remainder` if the counts of omitted elements are summed. The field must also declare its bound.
 */
export function Packed(category: PackedCategory, remainder: Remainder | null = null): PropertyDecorator {
  return (prototype, field) => OPTIONS.set(prototype, field, { category, remainder });
}

/** The fields of a class that packing visits, in the order of their declaration. */
export function packedFieldsOf(type: BoundedClass): readonly PackedField[] {
  let fields = FIELDS_BY_CLASS.get(type);
  if (fields === undefined) FIELDS_BY_CLASS.set(type, (fields = readFields(type)));
  return fields;
}

function readFields(type: BoundedClass): PackedField[] {
  return Array.from(boundsOf(type)).flatMap(([name, bound]): PackedField[] => {
    if (bound.kind === 'text') return [];
    const of = bound.of ?? null;
    const options = OPTIONS.of(type).get(name);
    if (options === undefined) {
      return of !== null && packedFieldsOf(of()).length > 0 ? [{ name, of, kind: 'kept' }] : [];
    }
    if (bound.kind === 'list') return [{ name, of, kind: 'list', ...options }];
    return [{ name, of, kind: 'summary', category: options.category }];
  });
}
