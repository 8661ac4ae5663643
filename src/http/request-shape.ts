/** The outline of a request, judged before anything visits what its lists hold. */
import { plainToInstance } from 'class-transformer';
import { ARRAY_MAX_SIZE, getMetadataStorage, IS_ARRAY, ValidationTypes } from 'class-validator';
import type { ValidationMetadata } from 'class-validator/types/metadata/ValidationMetadata';
import { type FieldError, Problem } from '../common/problem';

/** The most refused fields named in one answer. */
export const MAX_FIELD_ERRORS = 20;
/** Code units of a field's name in an answer. */
const MAX_FIELD_CHARS = 128;
const SINGLE_VALUE = 'must be a single value, not a list or an object';

/** A class that describes a request or a part of one. */
export type RequestClass = new () => object;

/** What a request class says of one of its fields. */
type FieldShape =
  /** Stored, not understood: it is not looked at. */
  | { readonly holds: 'anything' }
  | { readonly holds: 'value' }
  | { readonly holds: 'values'; readonly maxSize: number }
  | { readonly holds: 'object'; readonly type: RequestClass }
  | { readonly holds: 'objects'; readonly type: RequestClass; readonly maxSize: number };

/**
 * Refuses, with `invalid-request`, unknown fields, lists longer than their class declares, and lists and objects where it
 * declares none. What checks requests in detail takes some microseconds for every member of everything they hold, and a
 * body has room for hundreds of thousands; after this there are no more than the class declares.
 */
export function requireRequestShape(request: object, type: RequestClass): void {
  const errors: FieldError[] = [];
  judgeObject(request, type, '', errors);
  if (errors.length > 0) throw Problem.invalidRequest(errors);
}

/** The name of a field as answers give it: bounded, and text that can be encoded. */
export function toFieldName(path: string): string {
  return path.slice(0, MAX_FIELD_CHARS).toWellFormed();
}

function judgeObject(object: object, type: RequestClass, path: string, errors: FieldError[]): void {
  const shapes = shapesOf(type);
  for (const name of Object.keys(object)) {
    if (errors.length >= MAX_FIELD_ERRORS) return;
    const shape = shapes.get(name);
    const field = path === '' ? name : `${path}.${name}`;
    if (shape === undefined) errors.push({ field: toFieldName(field), message: 'is not a known field' });
    else judgeField((object as Record<string, unknown>)[name], shape, field, errors);
  }
}

/** What is absent or null is left to the rules of the field. */
function judgeField(value: unknown, shape: FieldShape, field: string, errors: FieldError[]): void {
  if (shape.holds === 'anything' || value === undefined || value === null) return;
  if (shape.holds === 'object') judgePart(value, shape.type, field, errors);
  else if (shape.holds !== 'value') judgeList(value, shape, field, errors);
  else if (typeof value === 'object') errors.push({ field: toFieldName(field), message: SINGLE_VALUE });
}

function judgeList(
  list: unknown,
  shape: FieldShape & { holds: 'values' | 'objects' },
  field: string,
  errors: FieldError[],
): void {
  if (!Array.isArray(list)) {
    errors.push({ field: toFieldName(field), message: 'must be an array' });
  } else if (list.length > shape.maxSize) {
    errors.push({ field: toFieldName(field), message: `must contain no more than ${shape.maxSize} elements` });
  } else if (shape.holds === 'objects') {
    list.forEach((each, index) => judgePart(each, shape.type, `${field}[${index}]`, errors));
  } else if (list.some((each) => typeof each === 'object' && each !== null)) {
    errors.push({ field: toFieldName(field), message: `each value ${SINGLE_VALUE}` });
  }
}

function judgePart(value: unknown, type: RequestClass, field: string, errors: FieldError[]): void {
  if (isRecord(value)) judgeObject(value, type, field, errors);
  else if (errors.length < MAX_FIELD_ERRORS) errors.push({ field: toFieldName(field), message: 'must be an object' });
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const SHAPES = new WeakMap<RequestClass, ReadonlyMap<string, FieldShape>>();

function shapesOf(type: RequestClass): ReadonlyMap<string, FieldShape> {
  let shapes = SHAPES.get(type);
  if (shapes === undefined) SHAPES.set(type, (shapes = readShapes(type)));
  return shapes;
}

/** Throws when a list declares no maximum: whatever has no bound is a mistake in the class. */
function readShapes(type: RequestClass): ReadonlyMap<string, FieldShape> {
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  const names = new Set(rules.map((rule) => rule.propertyName));
  return new Map(
    Array.from(names, (name) => [
      name,
      readShape(
        type,
        name,
        rules.filter((rule) => rule.propertyName === name),
      ),
    ]),
  );
}

function readShape(type: RequestClass, name: string, rules: readonly ValidationMetadata[]): FieldShape {
  if (rules.some((rule) => rule.type === ValidationTypes.WHITELIST)) return { holds: 'anything' };
  const isNested = rules.some((rule) => rule.type === ValidationTypes.NESTED_VALIDATION);
  const isList = rules.some((rule) => rule.each || rule.name === IS_ARRAY || rule.name === ARRAY_MAX_SIZE);
  if (!isList) return isNested ? { holds: 'object', type: partType(type, name) } : { holds: 'value' };
  const maxSize = Math.min(
    ...rules.filter((rule) => rule.name === ARRAY_MAX_SIZE).map((rule) => (rule.constraints as [number])[0]),
  );
  if (maxSize === Infinity) throw new TypeError(`${type.name}.${name} is a list without @ArrayMaxSize.`);
  return isNested ? { holds: 'objects', type: partType(type, name, true), maxSize } : { holds: 'values', maxSize };
}

/** The class that `@Type` names for a field; it can be learnt only by having one made. */
function partType(type: RequestClass, name: string, isList = false): RequestClass {
  const made = plainToInstance(type, { [name]: isList ? [{}] : {} }) as Record<string, object | object[]>;
  const part = [made[name]].flat()[0];
  return (part as object).constructor as RequestClass;
}
