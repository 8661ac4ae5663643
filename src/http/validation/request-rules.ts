/** Reads the validation rules of request classes from class-validator, and defines their order and their error messages. */
import { getMetadataStorage, ValidationTypes } from 'class-validator';
import type { ValidationMetadata } from 'class-validator/types/metadata/ValidationMetadata';

/** A class that describes a request or a part of one. */
export type RequestClass = new () => object;

/** One validation rule of a field, with its error message. */
export interface FieldRule {
  /** class-validator's name of the rule, such as `isString`. */
  readonly name: string;
  /** Whether the rule applies to each element of a list instead of the list. */
  readonly each: boolean;
  /** The error message, such as `must be an integer`. */
  readonly message: string;
  /** Arguments of the rule's decorator, such as a minimum and a maximum. */
  readonly constraints: readonly unknown[];
  /** Whether one value, or one element of a list, follows the rule. */
  readonly accepts: (value: unknown) => boolean;
}

/** Builds the error message of a rule from its constraints, such as a minimum and a maximum. */
type MessageBuilder = (first: unknown, second: unknown) => string;

/**
 * The error messages of class-validator's rules, in order of precedence. If a value breaks several rules, the first one is
 * reported.
 */
const MESSAGES: Readonly<Record<string, MessageBuilder>> = {
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
const ORDER = Object.keys(MESSAGES);
/** Types of metadata that are not rules: `@Allow`, and conditions such as `@ValidateIf`. */
const NON_RULE_TYPES: ReadonlySet<string> = new Set([
  ValidationTypes.WHITELIST,
  ValidationTypes.CONDITIONAL_VALIDATION,
]);

const RULES = new WeakMap<RequestClass, ReadonlyMap<string, readonly FieldRule[]>>();

/**
 * Returns the rules of each field of a class, in order of precedence. A field that accepts any value has no rules. A rule
 * that is not in `MESSAGES` comes last and must declare its own message. Otherwise the function throws a `TypeError`.
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
    rules.set(field, NON_RULE_TYPES.has(metadata.type) ? known : [...known, toRule(type, metadata)]);
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
  // class-validator sets a message of its own for nested validation. The one in `MESSAGES` replaces it.
  const own = metadata.type === ValidationTypes.NESTED_VALIDATION ? undefined : metadata.message;
  const message = own ?? MESSAGES[name]?.(constraints[0], constraints[1]);
  if (typeof message !== 'string') {
    throw new TypeError(`${type.name}.${metadata.propertyName} has the rule ${name}, which has no message.`);
  }
  return { name, each: metadata.each === true, message, constraints, accepts: (value) => accepts(metadata, value) };
}

/** Applies a rule to a single value, because class-validator does not report which element of a list is invalid. */
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
