/** Checks the structure of a request before class-validator visits the elements of its lists. */
import { plainToInstance } from 'class-transformer';
import { ARRAY_MAX_SIZE, IS_ARRAY, ValidationTypes } from 'class-validator';
import { isJsonObject } from '../../common/json/json-object';
import { type FieldError, Problem } from '../../common/problems/problem';
import { type FieldRule, type RequestClass, rulesOf } from './request-rules';

/** Maximum number of refused fields in one answer. */
export const MAX_FIELD_ERRORS = 20;
/** Maximum length of a field path in an answer, in UTF-16 code units. */
const MAX_FIELD_CHARS = 128;

/**
 * The structure of one field of a request class. `message` is the error if a single value is expected, but the request
 * has an object or a list.
 */
type FieldShape =
  /** The value may have any structure. */
  | { readonly kind: 'any' }
  | { readonly kind: 'value'; readonly message: string }
  | { readonly kind: 'values'; readonly message: string; readonly maxSize: FieldRule }
  | { readonly kind: 'object'; readonly type: RequestClass }
  | { readonly kind: 'objects'; readonly type: RequestClass; readonly maxSize: FieldRule };

/**
 * Throws `invalid-request` for unknown fields, for lists that are too long, and for values of another structure, such
 * as a list instead of a text. Call it before class-validator, which checks each element of a list even if the list is
 * too long, at some microseconds for each.
 */
export function requireRequestShape(request: object, type: RequestClass): void {
  const errors: FieldError[] = [];
  checkObject(request, type, '', errors);
  if (errors.length > 0) throw Problem.invalidRequest(errors);
}

/** Returns the path of a field for an answer, truncated and without lone surrogates. */
export function toFieldName(path: string): string {
  return path.slice(0, MAX_FIELD_CHARS).toWellFormed();
}

/** Returns the classes of the nested objects of a request class, including objects in lists. */
export function nestedClassesOf(type: RequestClass): RequestClass[] {
  return [...shapesOf(type).values()].flatMap((shape) => ('type' in shape ? [shape.type] : []));
}

function checkObject(object: object, type: RequestClass, path: string, errors: FieldError[]): void {
  const shapes = shapesOf(type);
  for (const name of Object.keys(object)) {
    if (errors.length >= MAX_FIELD_ERRORS) return;
    const shape = shapes.get(name);
    const field = path === '' ? name : `${path}.${name}`;
    if (shape === undefined) addError(errors, field, 'is not a known field');
    else checkField((object as Record<string, unknown>)[name], shape, field, errors);
  }
}

/** Accepts absent and null values. class-validator checks them later. */
function checkField(value: unknown, shape: FieldShape, field: string, errors: FieldError[]): void {
  if (value === undefined || value === null) return;
  if (shape.kind === 'object') checkNested(value, shape.type, field, errors);
  else if (shape.kind === 'value') checkValue(value, shape.message, field, errors);
  else if (shape.kind !== 'any') checkList(value, shape, field, errors);
}

function checkList(
  list: unknown,
  shape: FieldShape & { kind: 'values' | 'objects' },
  field: string,
  errors: FieldError[],
): void {
  if (!Array.isArray(list)) return addError(errors, field, 'must be an array');
  if (!shape.maxSize.accepts(list)) return addError(errors, field, shape.maxSize.message);
  list.forEach((element, index) => {
    const elementField = `${field}[${index}]`;
    if (shape.kind === 'objects') checkNested(element, shape.type, elementField, errors);
    else checkValue(element, shape.message, elementField, errors);
  });
}

/** Refuses only objects and lists. class-validator checks the type of other values later. */
function checkValue(value: unknown, message: string, field: string, errors: FieldError[]): void {
  if (typeof value === 'object' && value !== null) addError(errors, field, message);
}

function checkNested(value: unknown, type: RequestClass, field: string, errors: FieldError[]): void {
  if (isJsonObject(value)) checkObject(value, type, field, errors);
  else addError(errors, field, 'must be an object');
}

function addError(errors: FieldError[], field: string, message: string): void {
  if (errors.length < MAX_FIELD_ERRORS) errors.push({ field: toFieldName(field), message });
}

const SHAPES = new WeakMap<RequestClass, ReadonlyMap<string, FieldShape>>();

function shapesOf(type: RequestClass): ReadonlyMap<string, FieldShape> {
  let shapes = SHAPES.get(type);
  if (shapes === undefined) {
    shapes = new Map(Array.from(rulesOf(type), ([name, rules]) => [name, readShape(type, name, rules)]));
    SHAPES.set(type, shapes);
  }
  return shapes;
}

/** Returns the structure of a field from its rules. Throws a `TypeError` for a list without a maximum length. */
function readShape(type: RequestClass, name: string, rules: readonly FieldRule[]): FieldShape {
  if (rules.length === 0) return { kind: 'any' };
  const isNested = rules.some((rule) => rule.name === ValidationTypes.NESTED_VALIDATION);
  const isList = rules.some((rule) => rule.each || rule.name === IS_ARRAY || rule.name === ARRAY_MAX_SIZE);
  // The rules with `each` apply to the elements of a list, and the other rules to the list itself.
  const message = rules.find((rule) => rule.each === isList)?.message ?? 'must be a single value';
  if (!isList) return isNested ? { kind: 'object', type: nestedClassOf(type, name) } : { kind: 'value', message };
  const maxSize = rules.find((rule) => rule.name === ARRAY_MAX_SIZE);
  if (maxSize === undefined) throw new TypeError(`${type.name}.${name} is a list without @ArrayMaxSize.`);
  if (isNested) return { kind: 'objects', type: nestedClassOf(type, name), maxSize };
  return { kind: 'values', message, maxSize };
}

/** Returns the class in the `@Type` of a field, which class-transformer exposes only through an instance. */
function nestedClassOf(type: RequestClass, name: string): RequestClass {
  const instance = plainToInstance(type, { [name]: {} }) as Record<string, object>;
  return instance[name]?.constructor as RequestClass;
}
