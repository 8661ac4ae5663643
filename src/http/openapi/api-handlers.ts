import type { INestApplication, Type } from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/constants';
import { ModulesContainer } from '@nestjs/core';
import { IS_PUBLIC } from '../../auth/auth.decorators';
import { ANSWERS, type AnswersDeclaration } from '../../common/response-bounds/answers.decorator';
import { LARGE_BODY } from '../../common/response-bounds/large-body.decorator';
import { STREAMED_BODY } from '../../common/response-bounds/streamed-body.decorator';

/** What the handler of an operation declares. */
export interface ApiHandler {
  /** `Controller.method`, for messages. */
  readonly name: string;
  readonly answers: AnswersDeclaration | null;
  readonly isPublic: boolean;
  /** Whether it takes larger JSON bodies than others. */
  readonly takesLargeBody: boolean;
  /** Media type of a streamed body; null for JSON. */
  readonly streamed: string | null;
}

/** The operation id of a handler, as the API description names it. */
export function operationIdOf(controller: string, method: string): string {
  return `${controller.replace(/Controller$/, '')}.${method}`;
}

/** Every handler of the application by operation id. */
export function findApiHandlers(app: INestApplication): ReadonlyMap<string, ApiHandler> {
  const modules = [...app.get(ModulesContainer).values()];
  const controllers = modules.flatMap((module) => [...module.controllers.values()]);
  const handlers = new Map<string, ApiHandler>();
  for (const { metatype } of controllers) {
    if (typeof metatype !== 'function') continue;
    for (const [name, method] of handlerMethods(metatype as Type)) {
      handlers.set(operationIdOf(metatype.name, name), describeHandler(metatype as Type, name, method));
    }
  }
  return handlers;
}

function handlerMethods(controller: Type): [string, object][] {
  const { prototype } = controller as { prototype: object };
  return Object.entries(Object.getOwnPropertyDescriptors(prototype)).flatMap(([name, { value }]) =>
    typeof value === 'function' && Reflect.hasMetadata(PATH_METADATA, value as object) ? [[name, value as object]] : [],
  );
}

function describeHandler(controller: Type, name: string, method: object): ApiHandler {
  const find = <T>(key: string): T | undefined =>
    (Reflect.getMetadata(key, method) ?? Reflect.getMetadata(key, controller)) as T | undefined;
  return {
    name: `${controller.name}.${name}`,
    answers: find<AnswersDeclaration>(ANSWERS) ?? null,
    isPublic: find<boolean>(IS_PUBLIC) === true,
    takesLargeBody: find<readonly string[]>(LARGE_BODY) !== undefined,
    streamed: find<string>(STREAMED_BODY) ?? null,
  };
}
