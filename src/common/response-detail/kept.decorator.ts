import 'reflect-metadata';
import { type BoundedClass, FieldMetadata } from '../response-bounds/field-metadata';
import type { PrunedLevel } from './detail-levels';

/** A field that `ids` or `brief` keeps. */
export interface KeptField {
  readonly level: PrunedLevel;
  /** Maximum length of a text in code points, on one line; null to keep the text unchanged. */
  readonly maxChars: number | null;
}

const KEPT = new FieldMetadata<KeptField>();

/**
 * Declares the lowest level of detail that keeps a field: `ids`, or `brief`, which also keeps the fields of `ids`.
 * At these levels, a class with declarations keeps only the declared fields; a text with `maxChars` is put on one line
 * and truncated to this number of code points. A class without declarations keeps all of its fields.
 */
export function Kept(level: PrunedLevel, maxChars: number | null = null): PropertyDecorator {
  return (prototype, field) => KEPT.set(prototype, field, { level, maxChars });
}

/** Returns the fields that a class and its ancestors keep, by name; empty if it keeps all fields. */
export function keptFieldsOf(type: BoundedClass): ReadonlyMap<string, KeptField> {
  return KEPT.of(type);
}
