/** Reads the validation rules of request classes from class-validator. Defines the rules' error messages and order. */
import { getMetadataStorage, ValidationTypes } from 'class-validator';
import type { ValidationMetadata } from 'class-validator/types/metadata/ValidationMetadata';

/** The class of a request, or of an object in a request. */
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
  /** Whether a value, or an element of a list, satisfies the rule. Always true for `nestedValidation`. */
  readonly accepts: (value: unknown) => boolean;
}

/** Builds the error message of a rule from its constraints, such as a minimum and a maximum. */
type MessageBuilder = (first: unknown, second: unknown) => string;

/** The messages of class-validator's rules. An error has only the message of the first broken rule in this order. */
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
 * Returns the rules of each field of a class: first those in `MESSAGES`, in its order, then the others. A field that
 * accepts any value has an empty list. Throws a `TypeError` for a rule without a message.
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
    const fieldRules = rules.get(field) ?? [];
    rules.set(field, NON_RULE_TYPES.has(metadata.type) ? fieldRules : [...fieldRules, toRule(type, metadata)]);
  }
  for (const fieldRules of rules.values()) fieldRules.sort((left, right) => rankOf(left) - rankOf(right));
  return rules;
}

function rankOf({ name }: FieldRule): number {
  const rank = ORDER.indexOf(name);
  return rank === -1 ? ORDER.length : rank;
}

function toRule(type: RequestClass, metadata: ValidationMetadata): FieldRule {
  const name = metadata.name ?? metadata.type;
  const constraints = (metadata.constraints ?? []) as unknown[];
  // `MESSAGES` replaces the message that class-validator sets for nested validation.
  const declaredMessage = metadata.type === ValidationTypes.NESTED_VALIDATION ? undefined : metadata.message;
  const message = declaredMessage ?? MESSAGES[name]?.(constraints[0], constraints[1]);
  if (typeof message !== 'string') {
    throw new TypeError(`${type.name}.${metadata.propertyName} has the rule ${name}, which has no message.`);
  }
  return { name, each: metadata.each === true, message, constraints, accepts: (value) => accepts(metadata, value) };
}

/**
 * Whether a value, or one element of a list, satisfies a rule. class-validator itself does not report which elements of
 * a list are invalid.
 */
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
