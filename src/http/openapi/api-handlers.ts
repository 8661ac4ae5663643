import type { INestApplication, Type } from '@nestjs/common';
import { PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import { ModulesContainer } from '@nestjs/core';
import { IS_PUBLIC, IS_UNLIMITED } from '../../auth/auth.decorators';
import { ANSWERS, type AnswersDeclaration } from '../../common/response-bounds/answers.decorator';
import { LARGE_BODY } from '../../common/request-body/body.decorators';
import type { RequestClass } from '../validation/request-rules';

/** What the handler of an operation declares. */
export interface ApiHandler {
  /** `Controller.method`, for error messages. */
  readonly name: string;
  readonly answers: AnswersDeclaration | null;
  readonly isPublic: boolean;
  /** Whether the operation has no rate limit. */
  readonly isUnlimited: boolean;
  /** Whether the operation accepts JSON bodies up to `BODY_LIMIT_BYTES`. */
  readonly acceptsLargeBody: boolean;
  /** Class of the JSON body; null without one. */
  readonly body: RequestClass | null;
}

/** Returns the operation id of a handler: the name of its method, which is unique in the application. */
export function operationIdOf(_controller: string, method: string): string {
  return method;
}

/** Nest's metadata of the decorated arguments of a handler. */
type HandlerArguments = Readonly<Record<string, { readonly index: number }>>;

/** Returns every handler of the application by operation id. Throws if two handlers have the same id. */
export function findApiHandlers(app: INestApplication): ReadonlyMap<string, ApiHandler> {
  const modules = [...app.get(ModulesContainer).values()];
  const controllers = modules.flatMap((module) => [...module.controllers.values()]);
  const handlers = new Map<string, ApiHandler>();
  for (const { metatype } of controllers) {
    if (typeof metatype !== 'function') continue;
    for (const [name, method] of handlerMethods(metatype as Type)) {
      const handler = describeHandler(metatype as Type, name, method);
      const id = operationIdOf(metatype.name, name);
      const other = handlers.get(id);
      if (other !== undefined) throw new TypeError(`${handler.name} and ${other.name} are the same operation ${id}.`);
      handlers.set(id, handler);
    }
  }
  return handlers;
}

function handlerMethods(controller: Type): [string, object][] {
  const { prototype } = controller as { prototype: object };
  return Object.entries(Object.getOwnPropertyDescriptors(prototype)).flatMap(([name, { value }]) =>
    // The constructor also has this metadata: the path of the controller.
    name !== 'constructor' && typeof value === 'function' && Reflect.hasMetadata(PATH_METADATA, value as object)
      ? [[name, value as object]]
      : [],
  );
}

function describeHandler(controller: Type, name: string, method: object): ApiHandler {
  const find = <T>(key: string): T | undefined =>
    (Reflect.getMetadata(key, method) ?? Reflect.getMetadata(key, controller)) as T | undefined;
  return {
    name: `${controller.name}.${name}`,
    answers: find<AnswersDeclaration>(ANSWERS) ?? null,
    isPublic: find<boolean>(IS_PUBLIC) === true,
    isUnlimited: find<boolean>(IS_UNLIMITED) === true,
    acceptsLargeBody: find<readonly string[]>(LARGE_BODY) !== undefined,
    body: findBodyClass(controller, name),
  };
}

function findBodyClass(controller: Type, name: string): RequestClass | null {
  const { prototype } = controller as { prototype: object };
  const types = (Reflect.getMetadata('design:paramtypes', prototype, name) ?? []) as RequestClass[];
  const routeArguments = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {}) as HandlerArguments;
  const [, body] = Object.entries(routeArguments).find(([key]) => key.startsWith(`${RouteParamtypes.BODY}:`)) ?? [];
  return body === undefined ? null : (types[body.index] ?? null);
}
