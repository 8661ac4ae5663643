/** The outline of a request, judged before anything visits what its lists hold. */
import { plainToInstance } from 'class-transformer';
import { ARRAY_MAX_SIZE, IS_ARRAY, ValidationTypes } from 'class-validator';
import { type FieldError, Problem } from '../../common/problems/problem';
import { type FieldRule, type RequestClass, rulesOf } from './request-rules';

/** The most refused fields named in one answer. */
export const MAX_FIELD_ERRORS = 20;
/** Code units of a field's name in an answer. */
const MAX_FIELD_CHARS = 128;

/** What one field of a request class holds, and what is said of anything else. */
type FieldShape =
  /** Stored, not understood: it is not looked at. */
  | { readonly holds: 'anything' }
  | { readonly holds: 'value'; readonly expected: string }
  | { readonly holds: 'values'; readonly expected: string; readonly most: FieldRule }
  | { readonly holds: 'object'; readonly type: RequestClass }
  | { readonly holds: 'objects'; readonly type: RequestClass; readonly most: FieldRule };

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

/** The classes of the objects that a request class contains, by field: of the object, or of each element of a list. */
export function partsOf(type: RequestClass): ReadonlyMap<string, RequestClass> {
  const parts = [...shapesOf(type)].flatMap(([name, shape]): [string, RequestClass][] =>
    'type' in shape ? [[name, shape.type]] : [],
  );
  return new Map(parts);
}

function judgeObject(object: object, type: RequestClass, path: string, errors: FieldError[]): void {
  const shapes = shapesOf(type);
  for (const name of Object.keys(object)) {
    if (errors.length >= MAX_FIELD_ERRORS) return;
    const shape = shapes.get(name);
    const field = path === '' ? name : `${path}.${name}`;
    if (shape === undefined) addError(errors, field, 'is not a known field');
    else judgeField((object as Record<string, unknown>)[name], shape, field, errors);
  }
}

/** What is absent or null is left to the rules of the field. */
function judgeField(value: unknown, shape: FieldShape, field: string, errors: FieldError[]): void {
  if (shape.holds === 'anything' || value === undefined || value === null) return;
  if (shape.holds === 'object') judgePart(value, shape.type, field, errors);
  else if (shape.holds !== 'value') judgeList(value, shape, field, errors);
  else if (typeof value === 'object') addError(errors, field, shape.expected);
}

function judgeList(
  list: unknown,
  shape: FieldShape & { holds: 'values' | 'objects' },
  field: string,
  errors: FieldError[],
): void {
  if (!Array.isArray(list)) addError(errors, field, 'must be an array');
  else if (!shape.most.accepts(list)) addError(errors, field, shape.most.message);
  else if (shape.holds === 'objects') {
    list.forEach((each, index) => judgePart(each, shape.type, `${field}[${index}]`, errors));
  } else {
    list.forEach((each, index) => {
      if (typeof each === 'object' && each !== null) addError(errors, `${field}[${index}]`, shape.expected);
    });
  }
}

function judgePart(value: unknown, type: RequestClass, field: string, errors: FieldError[]): void {
  if (isRecord(value)) judgeObject(value, type, field, errors);
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

/** Throws when a list declares no maximum: whatever has no bound is a mistake in the class. */
function readShape(type: RequestClass, name: string, rules: readonly FieldRule[]): FieldShape {
  if (rules.length === 0) return { holds: 'anything' };
  const isNested = rules.some((rule) => rule.name === ValidationTypes.NESTED_VALIDATION);
  const isList = rules.some((rule) => rule.each || rule.name === IS_ARRAY || rule.name === ARRAY_MAX_SIZE);
  const expected = rules.find((rule) => rule.each === isList)?.message ?? 'must be a single value';
  if (!isList) return isNested ? { holds: 'object', type: partType(type, name) } : { holds: 'value', expected };
  const most = rules.find((rule) => rule.name === ARRAY_MAX_SIZE);
  if (most === undefined) throw new TypeError(`${type.name}.${name} is a list without @ArrayMaxSize.`);
  return isNested ? { holds: 'objects', type: partType(type, name, true), most } : { holds: 'values', expected, most };
}

/** The class that `@Type` names for a field; it can be learnt only by having one made. */
function partType(type: RequestClass, name: string, isList = false): RequestClass {
  const made = plainToInstance(type, { [name]: isList ? [{}] : {} }) as Record<string, object | object[]>;
  const part = [made[name]].flat()[0];
  return (part as object).constructor as RequestClass;
}
