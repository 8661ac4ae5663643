import 'reflect-metadata';
import { type BoundedClass, FieldMetadata } from '../response-bounds/field-metadata';
import type { PrunedLevel } from './detail-levels';

/** A field that `ids` or `brief` keeps. */
export interface KeptField {
  readonly level: PrunedLevel;
  /** Code points of a text that `brief` keeps; null for all. */
  readonly maxChars: number | null;
}

const KEPT = new FieldMetadata<KeptField>();

/**
 * Declares the lowest level of detail that keeps a field: `ids`, or `brief`, which keeps the fields of `ids` as well. Both
 * levels leave out the other fields of the class. A class without such declarations is kept whole. `maxChars` is the
 * number of code points of a text that `brief` keeps; null for all.
 */
export function Kept(level: PrunedLevel, maxChars: number | null = null): PropertyDecorator {
  return (prototype, field) => KEPT.set(prototype, field, { level, maxChars });
}

/** The fields that a class and its ancestors keep, by name; empty for a class that is kept whole. */
export function keptFieldsOf(type: BoundedClass): ReadonlyMap<string, KeptField> {
  return KEPT.of(type);
}
