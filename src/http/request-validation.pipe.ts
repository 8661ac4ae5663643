import { type ArgumentMetadata, Injectable, type ValidationError, ValidationPipe } from '@nestjs/common';
import { getMetadataStorage, ValidationTypes } from 'class-validator';
import { type FieldError, Problem } from '../common/problem';

/** The most refused fields named in one answer. */
const MAX_ERRORS = 20;
const MAX_FIELD_CHARS = 128;

/** Checks request objects against their classes; every refusal is `invalid-request` and names fields, never values. */
@Injectable()
export class RequestValidationPipe extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      whitelist: true,
      forbidNonWhitelisted: true,
      stopAtFirstError: true,
      validationError: { target: false, value: false },
      exceptionFactory: (errors) => Problem.invalidRequest(toFieldErrors(errors)),
    });
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (this.toValidate(metadata) && isRecord(value)) requireShape(value, metadata.metatype, '');
    return (await super.transform(value, metadata)) as unknown;
  }
}

/** class-validator lets a list pass where a nested object is declared; the declared type of the field decides here. */
function requireShape(value: Record<string, unknown>, type: unknown, path: string): void {
  if (typeof type !== 'function') return;
  for (const { propertyName, declared } of nestedFields(type)) {
    const field = value[propertyName];
    const name = path === '' ? propertyName : `${path}.${propertyName}`;
    if (field === undefined || field === null) continue;
    if (declared === Array) continue;
    if (!isRecord(field)) throw Problem.invalidRequest([{ field: name, message: 'must be an object' }]);
    requireShape(field, declared, name);
  }
}

const NESTED_FIELDS = new WeakMap<object, { propertyName: string; declared: unknown }[]>();

function nestedFields(type: object): { propertyName: string; declared: unknown }[] {
  const known = NESTED_FIELDS.get(type);
  if (known) return known;
  const { prototype } = type as { prototype: object };
  const fields = getMetadataStorage()
    .getTargetValidationMetadatas(type as never, '', false, false)
    .filter((metadata) => metadata.type === ValidationTypes.NESTED_VALIDATION)
    .map(({ propertyName }) => ({
      propertyName,
      declared: Reflect.getMetadata('design:type', prototype, propertyName) as unknown,
    }));
  NESTED_FIELDS.set(type, fields);
  return fields;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The tree of refusals as dotted paths, such as `filters.year.gte` or `sources[2].media_id`. */
export function toFieldErrors(errors: readonly ValidationError[]): FieldError[] {
  const fields: FieldError[] = [];
  for (const error of errors) addFieldErrors(error, '', fields);
  return fields;
}

function addFieldErrors(error: ValidationError, parent: string, fields: FieldError[]): void {
  if (fields.length >= MAX_ERRORS) return;
  const field = joinPath(parent, error.property);
  for (const [rule, message] of Object.entries(error.constraints ?? {})) {
    fields.push({
      field: field.slice(0, MAX_FIELD_CHARS).toWellFormed(),
      message: toMessage(rule, message, error.property),
    });
  }
  for (const child of error.children ?? []) addFieldErrors(child, field, fields);
}

function joinPath(parent: string, property: string): string {
  if (parent === '') return property;
  return /^\d+$/.test(property) ? `${parent}[${property}]` : `${parent}.${property}`;
}

/** class-validator's messages start with the name of the field, which `field` already says. */
function toMessage(rule: string, message: string, property: string): string {
  if (rule === 'whitelistValidation') return 'is not a known field';
  if (rule === 'nestedValidation') return 'must be an object or a list of objects, as documented';
  return message
    .replace(`each value in ${property} `, 'each value ')
    .replace(`${property} `, '')
    .replace(/^nested property /, '');
}
