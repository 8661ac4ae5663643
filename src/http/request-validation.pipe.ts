import { type ArgumentMetadata, Injectable, type ValidationError, ValidationPipe } from '@nestjs/common';
import { type FieldError, Problem } from '../common/problem';
import { MAX_FIELD_ERRORS, type RequestClass, requireRequestShape, toFieldName } from './request-shape';

/** Checks request objects against their classes, first in outline, then field by field; every refusal is `invalid-request` and names fields, never values. */
@Injectable()
export class RequestValidationPipe extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      stopAtFirstError: true,
      validationError: { target: false, value: false },
      exceptionFactory: (errors) => Problem.invalidRequest(toFieldErrors(errors)),
    });
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (this.toValidate(metadata) && typeof value === 'object' && value !== null) {
      requireRequestShape(value, metadata.metatype as RequestClass);
    }
    return (await super.transform(value, metadata)) as unknown;
  }
}

/** The tree of refusals as dotted paths, such as `filters.year.gte` or `sources[2].media_id`. */
function toFieldErrors(errors: readonly ValidationError[]): FieldError[] {
  const fields: FieldError[] = [];
  for (const error of errors) addFieldErrors(error, '', fields);
  return fields;
}

function addFieldErrors(error: ValidationError, parent: string, fields: FieldError[]): void {
  if (fields.length >= MAX_FIELD_ERRORS) return;
  const field = joinPath(parent, error.property);
  for (const [rule, message] of Object.entries(error.constraints ?? {})) {
    fields.push({ field: toFieldName(field), message: toMessage(rule, message, error.property) });
  }
  for (const child of error.children ?? []) addFieldErrors(child, field, fields);
}

function joinPath(parent: string, property: string): string {
  if (parent === '') return property;
  return /^\d+$/.test(property) ? `${parent}[${property}]` : `${parent}.${property}`;
}

/** class-validator's messages start with the name of the field, which `field` already says. */
function toMessage(rule: string, message: string, property: string): string {
  if (rule === 'nestedValidation') return 'must be an object or a list of objects, as documented';
  return message
    .replace(`each value in ${property} `, 'each value ')
    .replace(`${property} `, '')
    .replace(/^nested property /, '');
}
