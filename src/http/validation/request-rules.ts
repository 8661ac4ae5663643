/** The rules of request classes, read from class-validator: which of a field's rules is judged first, and what it says. */
import { getMetadataStorage, ValidationTypes } from 'class-validator';
import type { ValidationMetadata } from 'class-validator/types/metadata/ValidationMetadata';

/** A class that describes a request or a part of one. */
export type RequestClass = new () => object;

/** One rule of a field, in words. */
export interface FieldRule {
  /** class-validator's name of the rule, such as `isString`. */
  readonly name: string;
  /** Whether it judges the elements of a list, not the list. */
  readonly each: boolean;
  /** What the field must be, such as `must be an integer`. */
  readonly message: string;
  /** Whether one value, or one element of a list, follows the rule. */
  readonly accepts: (value: unknown) => boolean;
}

/** What a rule says of a value that breaks it. */
type Saying = (first: unknown, second: unknown) => string;

/** What class-validator's rules say, in the order in which they are judged: the type, then the bounds, then the rest. */
const SAYINGS: Readonly<Record<string, Saying>> = {
  isArray: () => 'must be an array',
  arrayMinSize: (least) => `must have at least ${countOf(least, 'element')}`,
  arrayMaxSize: (most) => `must have at most ${countOf(most, 'element')}`,
  [ValidationTypes.NESTED_VALIDATION]: () => 'must be an object',
  isString: () => 'must be a string',
  isBoolean: () => 'must be true or false',
  isInt: () => 'must be an integer',
  isIn: (words) => `must be one of ${(words as readonly string[]).join(', ')}`,
  isUuid: () => 'must be a UUID',
  isLength: (least, most) => `must have ${String(least)} to ${countOf(most, 'character')}`,
  maxLength: (most) => `must have at most ${countOf(most, 'character')}`,
  min: (least) => `must be at least ${String(least)}`,
  max: (most) => `must be at most ${String(most)}`,
  arrayUnique: () => 'must not have an element twice',
};
const ORDER = Object.keys(SAYINGS);
const JUDGED_BY_OTHERS: ReadonlySet<string> = new Set([
  ValidationTypes.WHITELIST,
  ValidationTypes.CONDITIONAL_VALIDATION,
]);

const RULES = new WeakMap<RequestClass, ReadonlyMap<string, readonly FieldRule[]>>();

/**
 * The rules of each field of a class, the first to be judged first; a field that takes anything has none. A rule that is
 * not in the table above comes last and must bring its message, else this throws: it is a mistake in the class.
 */
export function rulesOf(type: RequestClass): ReadonlyMap<string, readonly FieldRule[]> {
  let rules = RULES.get(type);
  if (rules === undefined) RULES.set(type, (rules = readRules(type)));
  return rules;
}

function readRules(type: RequestClass): ReadonlyMap<string, readonly FieldRule[]> {
  const rules = new Map<string, FieldRule[]>();
  for (const metadata of getMetadataStorage().getTargetValidationMetadatas(type, '', false, false)) {
    const { propertyName: field } = metadata;
    const known = rules.get(field) ?? [];
    rules.set(field, JUDGED_BY_OTHERS.has(metadata.type) ? known : [...known, toRule(type, metadata)]);
  }
  for (const each of rules.values()) each.sort((left, right) => rankOf(left) - rankOf(right));
  return rules;
}

function rankOf({ name }: FieldRule): number {
  const place = ORDER.indexOf(name);
  return place === -1 ? ORDER.length : place;
}

function toRule(type: RequestClass, metadata: ValidationMetadata): FieldRule {
  const name = metadata.name ?? metadata.type;
  const constraints = (metadata.constraints ?? []) as unknown[];
  // Nested validation always brings a message of class-validator's own.
  const own = metadata.type === ValidationTypes.NESTED_VALIDATION ? undefined : metadata.message;
  const message = own ?? SAYINGS[name]?.(constraints[0], constraints[1]);
  if (typeof message !== 'string') {
    throw new TypeError(`${type.name}.${metadata.propertyName} has the rule ${name}, which has no message.`);
  }
  return { name, each: metadata.each === true, message, accepts: (value) => accepts(metadata, value) };
}

/** Judges one value apart from its list: class-validator does not say which element it refused. */
function accepts(metadata: ValidationMetadata, value: unknown): boolean {
  const { propertyName: property, constraints } = metadata;
  const details = { targetName: '', object: {}, property, value, constraints: (constraints ?? []) as unknown[] };
  return getMetadataStorage()
    .getTargetValidatorConstraints(metadata.constraintCls)
    .every(({ instance }) => instance.validate(value, details) === true);
}

function countOf(count: unknown, noun: string): string {
  return `${String(count)} ${noun}${count === 1 ? '' : 's'}`;
}
