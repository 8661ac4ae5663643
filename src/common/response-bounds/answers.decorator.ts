import { applyDecorators, HttpCode, SetMetadata } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { ProblemCode } from '../problems/problem-codes';
import type { BoundedClass } from './bounded.decorators';

/** Key of the handler metadata that holds an `AnswersDeclaration`. */
export const ANSWERS = 'answers';

/** What beside its class a handler says about its answers. */
export interface AnswersOptions {
  /** Status of the ordinary answer; default 200, whatever the method. */
  readonly status?: number;
  /** Other statuses of success; all but 204 and 304 have the same body. */
  readonly also?: readonly number[];
  /** One sentence about the ordinary answer, for the API description. */
  readonly description?: string;
  /** Problems of this route beyond those that every route of its kind may answer with. */
  readonly problems?: readonly ProblemCode[];
}

/** What a handler declares about its answers. */
export interface AnswersDeclaration {
  /** The class of the body, whose fields declare their bounds; null when there is no body. */
  readonly type: BoundedClass | null;
  readonly status: number;
  readonly also: readonly number[];
  readonly problems: readonly ProblemCode[];
}

const BODILESS: ReadonlySet<number> = new Set([204, 304]);

/**
 * Declares what a handler answers with: the interceptor holds the body to the bounds of the class, the API description
 * shows it. `null` declares an answer without a body, then the status is 204 unless given.
 */
export function Answers(type: BoundedClass | null, options: AnswersOptions = {}): MethodDecorator {
  const status = options.status ?? (type === null ? 204 : 200);
  const also = options.also ?? [];
  const declaration: AnswersDeclaration = { type, status, also, problems: options.problems ?? [] };
  return applyDecorators(
    SetMetadata(ANSWERS, declaration),
    HttpCode(status),
    ...[status, ...also].map((each) => ApiResponse(describe(each, type, options.description))),
  );
}

function describe(status: number, type: BoundedClass | null, description?: string): Parameters<typeof ApiResponse>[0] {
  const body = type === null || BODILESS.has(status) ? {} : { type: type as unknown as new () => object };
  return { status, description: description ?? DESCRIPTIONS[status] ?? 'Done.', ...body };
}

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  200: 'The answer.',
  201: 'Created.',
  202: 'Accepted; the work goes on behind the answer.',
  204: 'Done; there is no body.',
  304: 'Not changed since the version that `If-None-Match` names.',
};
