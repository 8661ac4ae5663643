import 'reflect-metadata';
import { boundsOf } from '../response-bounds/bounded.decorators';
import { type BoundedClass, FieldMetadata } from '../response-bounds/field-metadata';

/**
 * What a response budget may leave out of an answer, in the order in which it is left out. `rows` is the last category.
 * The first row of a page always stays.
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

/** Adds the counts of the elements that are left out of a list to a field beside the list. */
export interface Remainder {
  /** Field of an element that contains its count. */
  readonly of: string;
  /** Field beside the list that contains the sum. */
  readonly into: string;
}

/** How packing makes one field smaller. */
export type PackedField = {
  readonly name: string;
  /** Class of the object, or of the elements of the list; null for a list of texts. */
  readonly of: (() => BoundedClass) | null;
} & (
  | { readonly kind: 'list'; readonly category: PackedCategory; readonly remainder: Remainder | null }
  | { readonly kind: 'summary'; readonly category: PackedCategory }
  /** A list or an object that stays. The objects in it have packed fields. */
  | { readonly kind: 'kept' }
);

interface Declared {
  readonly category: PackedCategory;
  readonly remainder: Remainder | null;
}

const DECLARED = new FieldMetadata<Declared>();
const FIELDS = new WeakMap<BoundedClass, readonly PackedField[]>();

/**
 * Declares that a response budget may leave out elements of a list, from its end, or the text of a summary. The field
 * must also declare its bound.
 */
export function Packed(category: PackedCategory, remainder: Remainder | null = null): PropertyDecorator {
  return (prototype, field) => DECLARED.set(prototype, field, { category, remainder });
}

/** The fields of a class that packing visits, in the order of their declaration. */
export function packedFieldsOf(type: BoundedClass): readonly PackedField[] {
  let fields = FIELDS.get(type);
  if (fields === undefined) FIELDS.set(type, (fields = readFields(type)));
  return fields;
}

function readFields(type: BoundedClass): PackedField[] {
  return Array.from(boundsOf(type)).flatMap(([name, bound]): PackedField[] => {
    if (bound.kind === 'text') return [];
    const of = bound.of ?? null;
    const declared = DECLARED.of(type).get(name);
    if (declared === undefined) {
      return of !== null && packedFieldsOf(of()).length > 0 ? [{ name, of, kind: 'kept' }] : [];
    }
    if (bound.kind === 'list') return [{ name, of, kind: 'list', ...declared }];
    return [{ name, of, kind: 'summary', category: declared.category }];
  });
}
