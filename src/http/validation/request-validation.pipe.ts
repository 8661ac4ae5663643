import { type ArgumentMetadata, Injectable, type ValidationError, ValidationPipe } from '@nestjs/common';
import { type FieldError, Problem } from '../../common/problems/problem';
import { type RequestClass, rulesOf } from './request-rules';
import { MAX_FIELD_ERRORS, requireRequestShape, toFieldName } from './request-shape';

/**
 * Checks the structure of request objects, and then the rules of each field. Throws `invalid-request` with at most
 * `MAX_FIELD_ERRORS` refused fields. The errors never contain values of the request.
 */
@Injectable()
export class RequestValidationPipe extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      // `toFieldErrors` needs the class (`target`) and the value of a refused field.
      validationError: { target: true, value: true },
      exceptionFactory: (errors) => Problem.invalidRequest(toFieldErrors(errors).slice(0, MAX_FIELD_ERRORS)),
    });
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (this.toValidate(metadata) && typeof value === 'object' && value !== null) {
      requireRequestShape(value, metadata.metatype as RequestClass);
    }
    return (await super.transform(value, metadata)) as unknown;
  }
}

/** Flattens the tree of errors. The fields of the returned errors are paths, such as `sources[2].media_id`. */
function toFieldErrors(errors: readonly ValidationError[], parent = ''): FieldError[] {
  return errors.flatMap((error) => {
    const field = joinPath(parent, error.property);
    const errorsOfField = error.constraints === undefined ? [] : errorsOf(error, error.constraints, field);
    return [...errorsOfField, ...toFieldErrors(error.children ?? [], field)];
  });
}

function errorsOf({ target, value, property }: ValidationError, brokenRules: object, field: string): FieldError[] {
  const name = toFieldName(field);
  if (value === undefined) return [{ field: name, message: 'is required' }];
  const rules = rulesOf((target as object).constructor as RequestClass).get(property) ?? [];
  const firstBrokenRule = rules.find((rule) => rule.name in brokenRules);
  if (firstBrokenRule?.each !== true || !Array.isArray(value))
    return [{ field: name, message: firstBrokenRule?.message ?? 'is not valid' }];
  const elementRules = rules.filter((rule) => rule.each);
  return value.flatMap((element: unknown, index) => {
    const message = elementRules.find((rule) => !rule.accepts(element))?.message;
    return message === undefined ? [] : [{ field: toFieldName(`${field}[${index}]`), message }];
  });
}

function joinPath(parent: string, property: string): string {
  if (parent === '') return property;
  return /^\d+$/.test(property) ? `${parent}[${property}]` : `${parent}.${property}`;
}
