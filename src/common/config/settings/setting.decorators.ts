/** Decorators for settings. Each defines type, rules, default and description of an environment variable. */
import { Transform } from 'class-transformer';
import { IsBoolean, IsIn, IsInt, IsOptional, Max, MaxLength, Min, ValidateBy } from 'class-validator';
import { requireStrongSecret } from './secret-strength';
import { recordDescription } from './setting-descriptions';
import { SettingError } from './setting-error';

/** Decorator for a property of type `T`. */
type SettingDecorator<T> = <Name extends string>(settings: { readonly [Key in Name]: T }, name: Name) => void;

/** Message of the rules below. In an error, the description of the setting follows and states what is expected. */
const NOT_VALID = { message: 'is not valid' };

const TEXT_MAX_CHARS = 1024;
const OPTIONAL_MAX_CHARS = 4096;
const PARSED_MAX_CHARS = 65_536;

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const FLAGS: Readonly<Record<string, boolean | undefined>> = { '1': true, true: true, '0': false, false: false };

/** Units of numbers, by the last word of the setting's name. */
const UNITS: Readonly<Record<string, string | undefined>> = {
  MS: ' milliseconds',
  SECONDS: ' seconds',
  BYTES: ' bytes',
  PERCENT: ' percent',
};

interface Range {
  readonly min: number;
  readonly max: number;
}

/** An integer in a range. The end of the setting's name, such as `_MS`, determines the unit in the description. */
export function Integer(doc: string, options: Range & { readonly default: number }): SettingDecorator<number> {
  return integer(doc, options, [], String(options.default));
}

/** An integer in a range, or undefined. */
export function OptionalInteger(doc: string, range: Range): SettingDecorator<number | undefined> {
  return integer(doc, range, [IsOptional()]);
}

function integer<T>(
  doc: string,
  { min, max }: Range,
  rules: PropertyDecorator[],
  fallback?: string,
): SettingDecorator<T> {
  const toNumber = (text: string): number => (DECIMAL.test(text.trim()) ? Number(text) : NaN);
  const allRules = [...rules, read(toNumber), IsInt(NOT_VALID), Min(min, NOT_VALID), Max(max, NOT_VALID)];
  return (settings, name) => {
    const unit = UNITS[name.slice(name.lastIndexOf('_') + 1)] ?? '';
    setting<T>(`${doc} ${min}..${max}${unit}.`, allRules, fallback)(settings, name);
  };
}

/** A boolean, false by default: `1` or `0`, also `true` or `false`. */
export function Flag(doc: string): SettingDecorator<boolean> {
  return setting(`${doc} 0 or 1.`, [read((text) => FLAGS[text.toLowerCase()]), IsBoolean(NOT_VALID)], '0');
}

/** One of `values`. */
export function Choice<const T extends string>(
  doc: string,
  options: { readonly values: readonly T[]; readonly default: NoInfer<T> },
): SettingDecorator<T> {
  const { values } = options;
  return setting(`${doc} One of ${values.join(', ')}.`, [IsIn(values, NOT_VALID)], options.default);
}

/** A text with a default. */
export function Text(
  doc: string,
  options: { readonly default: string; readonly secret?: boolean },
): SettingDecorator<string> {
  return setting(doc, [MaxLength(TEXT_MAX_CHARS, NOT_VALID)], options.default, options.secret);
}

/** A text, or undefined. `check` returns the value, which it may normalize, or calls `refuse`. */
export function OptionalText(
  doc: string,
  { check = (text) => text, secret }: { readonly check?: (text: string) => string; readonly secret?: boolean } = {},
): SettingDecorator<string | undefined> {
  return setting(doc, [IsOptional(), ...parsedRules(check, OPTIONAL_MAX_CHARS)], undefined, secret);
}

/** The result of `parse`, which calls `refuse` for an invalid text. */
export function Parsed<T extends object | string>(
  doc: string,
  options: {
    readonly parse: (text: string) => T;
    /** The default in the form of an environment variable. */
    readonly default: string;
    readonly secret?: boolean;
  },
): SettingDecorator<T> {
  return setting(doc, parsedRules(options.parse, PARSED_MAX_CHARS), options.default, options.secret);
}

/** A secret, or undefined. It is refused if it is short, guessable or a well-known placeholder. */
export function Secret(doc: string): SettingDecorator<string | undefined> {
  const howTo = 'At least 32 bytes, for example from: openssl rand -base64 48';
  return OptionalText(`${doc} ${howTo}`, { check: requireStrongSecret, secret: true });
}

/** If `parse` refuses the text, the error becomes the value. Validation then reports it with the other errors. */
function parsedRules(parse: (text: string) => unknown, maxChars: number): PropertyDecorator[] {
  const attempt = (text: string): unknown => {
    if (text.length > maxChars) return new SettingError(NOT_VALID.message);
    try {
      return parse(text);
    } catch (error) {
      if (error instanceof SettingError) return error;
      throw error;
    }
  };
  return [read(attempt), IsAccepted];
}

const IsAccepted = ValidateBy({
  name: 'isAccepted',
  validator: {
    validate: (value) => !(value instanceof SettingError),
    defaultMessage: (details) => (details?.value as SettingError).message,
  },
});

function read(toValue: (text: string) => unknown): PropertyDecorator {
  return Transform(({ value }) => toValue(value as string));
}

function setting<T>(
  description: string,
  rules: readonly PropertyDecorator[],
  fallback?: string,
  secret = false,
): SettingDecorator<T> {
  return (settings, name) => {
    recordDescription(settings.constructor, name, { description, fallback, secret });
    for (const rule of rules) rule(settings, name);
  };
}
