/** Reads the fields of request classes from the metadata of Nest, class-transformer and class-validator. */
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, ValidationTypes } from 'class-validator';
import { join } from 'node:path';
import { sourceFiles } from '../../architecture/source-files';
import { ROOT } from '../root';

export type RequestClass = new () => object;

/** A handler, such as `UsersController.create`, and the class of its body or query. */
interface HandlerRequest {
  readonly handler: string;
  readonly type: RequestClass;
}

/** One field of a request class. */
export interface RequestField {
  readonly name: string;
  readonly isRequired: boolean;
  readonly isNullable: boolean;
  readonly isList: boolean;
  /** Class of a nested object, or of the objects of a list; null for other values. */
  readonly part: RequestClass | null;
  /** Arguments of each rule, keyed by its name in class-validator. Includes the rules of list elements. */
  readonly rules: ReadonlyMap<string, readonly unknown[]>;
}

/** Returns each handler in `src` whose body or query has a class, together with that class. Includes the demo. */
export function requestClasses(): HandlerRequest[] {
  return sourceFiles()
    .filter(({ path }) => path.endsWith('.controller.ts'))
    .flatMap(({ path }) => Object.values(jest.requireActual<Record<string, unknown>>(join(ROOT, path))))
    .flatMap((exported) => (typeof exported === 'function' ? requestsOf(exported as RequestClass) : []));
}

function requestsOf(controller: RequestClass): HandlerRequest[] {
  const prototype = controller.prototype as object;
  return Object.getOwnPropertyNames(prototype).flatMap((handler) => {
    const parameters = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) as
      Record<string, { index: number; data?: string }> | undefined;
    const types = (Reflect.getMetadata('design:paramtypes', prototype, handler) ?? []) as RequestClass[];
    return Object.entries(parameters ?? {})
      .filter(([key, { data }]) => data === undefined && CLASS_PARAMETERS.has(Number(key.split(':')[0])))
      .map(([, { index }]) => ({
        handler: `${controller.name}.${handler}`,
        type: types[index] as RequestClass,
      }));
  });
}

const CLASS_PARAMETERS: ReadonlySet<number> = new Set([RouteParamtypes.BODY, RouteParamtypes.QUERY]);

/** Returns the fields of a class, except fields that accept any value. */
export function fieldsOf(type: RequestClass): RequestField[] {
  const declared = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  const names = [...new Set(declared.map(({ propertyName }) => propertyName))];
  return names.flatMap((name) => {
    const rules = declared.filter(({ propertyName }) => propertyName === name);
    if (rules.some((rule) => rule.type === ValidationTypes.WHITELIST)) return [];
    const isValidated = (value: unknown): boolean =>
      rules
        .filter((rule) => rule.type === ValidationTypes.CONDITIONAL_VALIDATION)
        .every((rule) => (rule.constraints as [(object: object, value: unknown) => boolean])[0]({}, value));
    const isList = rules.some((rule) => rule.each || rule.name === 'isArray');
    const isNested = rules.some((rule) => rule.type === ValidationTypes.NESTED_VALIDATION);
    return [
      {
        name,
        isRequired: isValidated(undefined),
        isNullable: !isValidated(null),
        isList,
        part: isNested ? partOf(type, name, isList) : null,
        rules: new Map(rules.map((rule) => [rule.name ?? rule.type, (rule.constraints ?? []) as unknown[]])),
      },
    ];
  });
}

/**
 * Returns the class that `@Type` names. class-transformer has no API for this, so the function converts an empty object
 * and returns the class of the result.
 */
function partOf(type: RequestClass, name: string, isList: boolean): RequestClass {
  const instance = plainToInstance(type, { [name]: isList ? [{}] : {} }) as Record<string, object | object[]>;
  const [part] = [instance[name]].flat();
  return (part as object).constructor as RequestClass;
}
