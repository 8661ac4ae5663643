/** Builds the schemas of members and objects of records. */
import {
  type Static,
  type TArray,
  type TInteger,
  type TObject,
  type TOptional,
  type TProperties,
  type TSchema,
  type TUnsafe,
  Type,
} from '@sinclair/typebox';
import { LIST_BOUNDS } from './field-bounds';

export function integer(minimum: number, maximum: number): TInteger {
  return Type.Integer({ minimum, maximum });
}

/** The schema of a member that may be absent or null. */
export function optional<Schema extends TSchema>(schema: Schema): TOptional<TUnsafe<Static<Schema> | null>> {
  return Type.Optional(Type.Unsafe<Static<Schema> | null>({ ...schema, nullable: true }));
}

/** The schema of a list that may be absent or null. Its field determines the maximum length. */
export function list<Schema extends TSchema>(
  field: keyof typeof LIST_BOUNDS,
  items: Schema,
): TOptional<TUnsafe<Static<TArray<Schema>> | null>> {
  return optional(Type.Array(items, { maxItems: LIST_BOUNDS[field] }));
}

/** The schema of a text that is one of the values. */
export function oneOf<const Values extends readonly string[]>(values: Values): TUnsafe<Values[number]> {
  return Type.Unsafe<Values[number]>({ enum: values });
}

/** The schema of an object that has no members other than these. */
export function closed<Properties extends TProperties>(properties: Properties): TObject<Properties> {
  return Type.Object(properties, { additionalProperties: false });
}
