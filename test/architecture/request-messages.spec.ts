import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BoundedRequest } from '../../src/common/dto/bounded-request.dto';
import { Problem } from '../../src/common/problems/problem';
import { RequestValidationPipe } from '../../src/http/validation/request-validation.pipe';
import { fieldsOf, type RequestClass, requestClasses, type RequestField } from '../support/checks/request-fields';
import { ROOT } from '../support/root';

const UUID = '7f1a2b3c-4d5e-4f60-8a9b-0c1d2e3f4a5b';
/** Part of invalid names and values. No message may repeat it. */
const CANARY = 'canary';
/** Values of each JSON type except null. The text and the first number also exceed the limits of most fields. */
const INVALID_VALUES = [CANARY.repeat(9_000), -1e300, 1.5, true, { [CANARY]: CANARY }, [CANARY]];

const REQUESTS = requestClasses();
const CLASSES = [...new Map(REQUESTS.map(({ type }) => [type.name, type]))];

/** The expected message for a value of the wrong type. The keys are the validation rules that define the type. */
const TYPE_MESSAGES: Readonly<Record<string, (constraints: readonly unknown[]) => string>> = {
  isString: () => 'must be a string',
  isInt: () => 'must be an integer',
  isBoolean: () => 'must be true or false',
  isUuid: () => 'must be a UUID',
  isIn: ([words]) => `must be one of ${(words as string[]).join(', ')}`,
  isScope: () =>
    'must be catalog:write, artifacts:write, watch-states:write, act_for_users or catalog:write:<library id>',
  matches: ([pattern]) =>
    String(pattern).includes('[1-9]')
      ? 'must be an integer from 1 to 999999999999999'
      : 'must be an integer of at most 15 digits',
};

/** An operation of the description of the API, as far as the test reads it. */
interface Operation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
  readonly parameters?: readonly { readonly in: string }[];
}

/** Operations whose fields have no request class. */
const WITHOUT_CLASS: readonly string[] = [];

/** A body with one invalid value, and the expected error for that value. */
interface Case {
  readonly what: string;
  readonly body: object;
  readonly path: string;
  readonly message: string | RegExp;
}

describe('request validation', () => {
  it('is tested here for the request class of every route', () => {
    const { paths } = JSON.parse(readFileSync(join(ROOT, 'test/contract/openapi.json'), 'utf8')) as {
      paths: Record<string, Record<string, Operation>>;
    };
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    const withFields = operations.filter(
      ({ requestBody, parameters = [] }) =>
        requestBody?.content['application/json'] !== undefined || parameters.some((each) => each.in === 'query'),
    );
    const tested = new Set(REQUESTS.map(({ handler }) => handler.replace(/^.*\./, '')));
    const untested = withFields.flatMap(({ operationId }) => (tested.has(operationId) ? [] : [operationId]));
    expect(untested).toEqual(WITHOUT_CLASS);
    const untyped = REQUESTS.filter(({ type }) => typeof type !== 'function' || type.name === 'Object');
    expect(untyped).toEqual([]);
  });

  it('rejects an empty list in every read, because the list could mean either all or nothing', () => {
    const reads = CLASSES.filter(([, type]) => type.prototype instanceof BoundedRequest);
    expect(reads.length).toBeGreaterThan(4);
    const withoutMinimum = reads.flatMap(([name, type]) =>
      listsOf(type).flatMap(({ path, least }) => (least > 0 ? [] : `${name}.${path}`)),
    );
    expect(withoutMinimum).toEqual([]);
  });

  it.each(CLASSES)('%s accepts a valid body', async (_, type) => {
    await expect(validationErrors(type, validBody(type))).resolves.toEqual([]);
  });

  it.each(CLASSES)('%s reports only the first rule that a field breaks, without the value', async (_, type) => {
    const wrong: unknown[] = [];
    for (const { what, body, path, message } of casesOf(type)) {
      const errors = await validationErrors(type, body);
      const isNamed = errors.length === 1 && errors[0]?.field === path;
      const isRight = errors.every((error) =>
        typeof message === 'string' ? error.message === message : message.test(error.message),
      );
      const isPlain = errors.every(
        (error) => /^(?:is|must) [ -~]+$/.test(error.message) && !error.message.includes(CANARY),
      );
      if (!isNamed || !isRight || !isPlain)
        wrong.push({ what: `${path}, ${what}`, message, errors: errors.slice(0, 2) });
    }
    expect(wrong).toEqual([]);
  });
});

/** Returns the lists of a class and its nested classes, with their minimum numbers of elements. */
function listsOf(type: RequestClass): { path: string; least: number }[] {
  return fieldsOf(type).flatMap(({ name, isList, part, rules }) => {
    const inner = part === null ? [] : listsOf(part).map((list) => ({ ...list, path: `${name}.${list.path}` }));
    return isList ? [{ path: name, least: Number(rules.get('arrayMinSize')?.[0] ?? 0) }, ...inner] : inner;
  });
}

async function validationErrors(
  type: RequestClass,
  body: object,
): Promise<readonly { field: string; message: string }[]> {
  try {
    await new RequestValidationPipe().transform(structuredClone(body), { type: 'body', metatype: type });
    return [];
  } catch (error) {
    if (error instanceof Problem && error.code === 'invalid-request') return error.errors ?? [];
    throw error;
  }
}

function validBody(type: RequestClass): Record<string, unknown> {
  const required = fieldsOf(type).filter(({ isRequired }) => isRequired);
  return Object.fromEntries(required.map((field) => [field.name, inList(field, validElement(field))]));
}

function validElement({ part, rules }: RequestField): unknown {
  if (part !== null) return validBody(part);
  if (rules.has('isUuid')) return UUID;
  if (rules.has('isIn')) return (rules.get('isIn') as [string[]])[0][0];
  if (rules.has('isScope')) return 'catalog:write';
  if (rules.has('isBoolean')) return true;
  if (rules.has('isInt')) return Math.max(1, Number(rules.get('min')?.[0]));
  return '1'.repeat(Math.max(1, Number(rules.get('isLength')?.[0] ?? 1)));
}

/** Returns a value for the field: the given element or, for a list field, a valid element followed by the given one. */
function inList(field: RequestField, element: unknown): unknown {
  return field.isList ? [validElement(field), element] : element;
}

/** Yields bodies with one invalid value each, for every field and rule. Includes nested objects. */
function* casesOf(type: RequestClass): Generator<Case> {
  const base = validBody(type);
  yield { what: 'unknown', body: { ...base, unknown: CANARY }, path: 'unknown', message: 'is not a known field' };
  for (const field of fieldsOf(type)) {
    const { name, part } = field;
    const path = field.isList ? `${name}[1]` : name;
    const body = (value: unknown): object => ({ ...base, [name]: value });
    if (field.isRequired) yield { what: 'absent', body: body(undefined), path: name, message: 'is required' };
    if (field.isList) yield* listCases(field, body);
    for (const [what, value, message] of elementCases(field))
      yield { what, body: body(inList(field, value)), path, message };
    for (const inner of part === null ? [] : casesOf(part)) {
      yield { ...inner, body: body(inList(field, inner.body)), path: `${path}.${inner.path}` };
    }
  }
}

function* listCases(field: RequestField, body: (value: unknown) => object): Generator<Case> {
  const { name, isNullable, rules } = field;
  const others = [...INVALID_VALUES.filter((value) => !Array.isArray(value)), ...(isNullable ? [] : [null])];
  for (const value of others) yield { what: 'no list', body: body(value), path: name, message: 'must be an array' };
  const [least, most] = ['arrayMinSize', 'arrayMaxSize'].map((rule) => Number(rules.get(rule)?.[0] ?? 0)) as [
    number,
    number,
  ];
  if (least > 0) yield { what: 'empty', body: body([]), path: name, message: `must have at least ${least} element` };
  const tooMany = body(Array(most + 1).fill({ [CANARY]: CANARY }));
  const twice = body(Array(2).fill(validElement(field)));
  if (rules.has('arrayUnique'))
    yield { what: 'twice', body: twice, path: name, message: 'must not have an element twice' };
  yield { what: 'too many wrong elements', body: tooMany, path: name, message: `must have at most ${most} elements` };
}

function* elementCases(field: RequestField): Generator<[what: string, value: unknown, message: string | RegExp]> {
  const { isList, isNullable, part, rules } = field;
  const expected = part === null ? typeMessage(field) : 'must be an object';
  if (isList || !isNullable) yield ['null', null, expected];
  for (const value of INVALID_VALUES) if (!isOfType(value, field)) yield ['of another type', value, expected];
  const [min, max] = ['min', 'max'].map((rule) => rules.get(rule)?.[0] as number | undefined);
  if (min !== undefined) yield ['too small', -1e300, `must be at least ${min}`];
  if (max !== undefined) yield ['too large', 1e300, `must be at most ${max}`];
  for (const query of rules.has('isSearchText') ? ['', ' \t', CANARY.repeat(100)] : []) {
    yield ['no search text', query, 'must have 1 to 512 code points after trimming'];
  }
  const [shortest, longest] = rules.get('isLength') ?? [];
  if (shortest !== undefined && shortest !== 0) yield ['too short', '', /^must (?:have|be) \d+ to \d+ /];
  if (longest !== undefined)
    yield ['too long', CANARY.repeat(Number(longest)), /^must (?:have (?:\d+ to|at most)|be \d+ to) \d+ /];
}

function typeMessage({ name, rules }: RequestField): string {
  const [message] = [...rules].flatMap(([rule, constraints]) => TYPE_MESSAGES[rule]?.(constraints) ?? []);
  if (message === undefined) throw new Error(`${name} declares no type.`);
  return message;
}

/** Returns whether the value has the field's type. Then only a limit can make it invalid. */
function isOfType(value: unknown, { part, rules }: RequestField): boolean {
  if (part !== null) return typeof value === 'object' && !Array.isArray(value);
  if (rules.has('isString')) return typeof value === 'string';
  if (rules.has('isBoolean')) return typeof value === 'boolean';
  return rules.has('isInt') && Number.isInteger(value);
}
