import 'reflect-metadata';
import type { BoundedClass } from '../response-bounds/bounded.decorators';
import type { PrunedLevel } from './detail-levels';

/** A field that `ids` or `brief` keeps. */
export interface KeptField {
  readonly level: PrunedLevel;
  /** Code points of a text that `brief` keeps; null for all. */
  readonly maxChars: number | null;
}

const KEPT = new WeakMap<object, Map<string, KeptField>>();
const FIELDS = new WeakMap<BoundedClass, ReadonlyMap<string, KeptField>>();

/**
 * Declares that the levels `ids` and `brief`, or only `brief`, keep a field. They leave out the other fields of a class
 * with such fields. A class without them stays whole where its field is kept.
 */
export function Kept(level: PrunedLevel, maxChars: number | null = null): PropertyDecorator {
  return (prototype, field) => {
    const own = KEPT.get(prototype) ?? new Map<string, KeptField>();
    own.set(String(field), { level, maxChars });
    KEPT.set(prototype, own);
  };
}

/** The fields that a class and its ancestors keep, by name; empty for a class that stays whole. */
export function keptFieldsOf(type: BoundedClass): ReadonlyMap<string, KeptField> {
  let fields = FIELDS.get(type);
  if (fields === undefined) FIELDS.set(type, (fields = readFields(type)));
  return fields;
}

function readFields(type: BoundedClass): Map<string, KeptField> {
  const fields = new Map<string, KeptField>();
  for (let proto: unknown = type.prototype; typeof proto === 'object' && proto !== null;) {
    for (const [name, kept] of KEPT.get(proto) ?? []) if (!fields.has(name)) fields.set(name, kept);
    proto = Object.getPrototypeOf(proto);
  }
  return fields;
}
