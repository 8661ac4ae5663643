/** Checks the structure of a request before class-validator visits the elements of its lists. */
import { plainToInstance } from 'class-transformer';
import { ARRAY_MAX_SIZE, IS_ARRAY, ValidationTypes } from 'class-validator';
import { type FieldError, Problem } from '../../common/problems/problem';
import { type FieldRule, type RequestClass, rulesOf } from './request-rules';

/** Maximum number of refused fields in one answer. */
export const MAX_FIELD_ERRORS = 20;
/** Maximum length of a field path in an answer, in UTF-16 code units. */
const MAX_FIELD_CHARS = 128;

/** The structure of one field of a request class. `expected` is the error message for any other structure. */
type FieldShape =
  /** Any value. It is stored without interpretation, so it is not checked. */
  | { readonly holds: 'anything' }
  | { readonly holds: 'value'; readonly expected: string }
  | { readonly holds: 'values'; readonly expected: string; readonly most: FieldRule }
  | { readonly holds: 'object'; readonly type: RequestClass }
  | { readonly holds: 'objects'; readonly type: RequestClass; readonly most: FieldRule };

/**
 * Throws `invalid-request` for unknown fields, for lists longer than the class declares, and for lists and objects where the
 * class declares none. class-validator takes some microseconds for each element, and a body can contain hundreds of
 * thousands of them. After this check, there are no more than the class declares.
 */
export function requireRequestShape(request: object, type: RequestClass): void {
  const errors: FieldError[] = [];
  checkObject(request, type, '', errors);
  if (errors.length > 0) throw Problem.invalidRequest(errors);
}

/** The path of a field for an answer: cut to its maximum length, and without lone surrogates. */
export function toFieldName(path: string): string {
  return path.slice(0, MAX_FIELD_CHARS).toWellFormed();
}

/** The classes of the objects that a request class contains, by field: of the object, or of each element of a list. */
export function nestedClassesOf(type: RequestClass): ReadonlyMap<string, RequestClass> {
  const parts = [...shapesOf(type)].flatMap(([name, shape]): [string, RequestClass][] =>
    'type' in shape ? [[name, shape.type]] : [],
  );
  return new Map(parts);
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

/** The validation rules of the field check absent and null values. */
function checkField(value: unknown, shape: FieldShape, field: string, errors: FieldError[]): void {
  if (shape.holds === 'anything' || value === undefined || value === null) return;
  if (shape.holds === 'object') checkNested(value, shape.type, field, errors);
  else if (shape.holds !== 'value') checkList(value, shape, field, errors);
  else if (typeof value === 'object') addError(errors, field, shape.expected);
}

function checkList(
  list: unknown,
  shape: FieldShape & { holds: 'values' | 'objects' },
  field: string,
  errors: FieldError[],
): void {
  if (!Array.isArray(list)) addError(errors, field, 'must be an array');
  else if (!shape.most.accepts(list)) addError(errors, field, shape.most.message);
  else if (shape.holds === 'objects') {
    list.forEach((each, index) => checkNested(each, shape.type, `${field}[${index}]`, errors));
  } else {
    list.forEach((each, index) => {
      if (typeof each === 'object' && each !== null) addError(errors, `${field}[${index}]`, shape.expected);
    });
  }
}

function checkNested(value: unknown, type: RequestClass, field: string, errors: FieldError[]): void {
  if (isRecord(value)) checkObject(value, type, field, errors);
  else addError(errors, field, 'must be an object');
}

function addError(errors: FieldError[], field: string, message: string): void {
  if (errors.length < MAX_FIELD_ERRORS) errors.push({ field: toFieldName(field), message });
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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

/** Throws a `TypeError` if a list of the class has no maximum length. */
function readShape(type: RequestClass, name: string, rules: readonly FieldRule[]): FieldShape {
  if (rules.length === 0) return { holds: 'anything' };
  const isNested = rules.some((rule) => rule.name === ValidationTypes.NESTED_VALIDATION);
  const isList = rules.some((rule) => rule.each || rule.name === IS_ARRAY || rule.name === ARRAY_MAX_SIZE);
  const expected = rules.find((rule) => rule.each === isList)?.message ?? 'must be a single value';
  if (!isList) return isNested ? { holds: 'object', type: nestedClassOf(type, name) } : { holds: 'value', expected };
  const most = rules.find((rule) => rule.name === ARRAY_MAX_SIZE);
  if (most === undefined) throw new TypeError(`${type.name}.${name} is a list without @ArrayMaxSize.`);
  return isNested
    ? { holds: 'objects', type: nestedClassOf(type, name, true), most }
    : { holds: 'values', expected, most };
}

/** The class that `@Type` names for a field. class-transformer shows it only by creating an instance. */
function nestedClassOf(type: RequestClass, name: string, isList = false): RequestClass {
  const made = plainToInstance(type, { [name]: isList ? [{}] : {} }) as Record<string, object | object[]>;
  const part = [made[name]].flat()[0];
  return (part as object).constructor as RequestClass;
}
