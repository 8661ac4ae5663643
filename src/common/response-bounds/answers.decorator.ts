import { applyDecorators, HttpCode, SetMetadata } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { ProblemCode } from '../problems/problem-codes';
import type { BoundedClass } from './field-metadata';

/** Metadata key of an `AnswersDeclaration`. */
export const ANSWERS = 'answers';

/** Writes an answer of the declared class as Markdown. */
type RenderMarkdown = (answer: never) => string;

interface AnswersOptions {
  /** Status of the normal answer; default 200 for all methods, or 204 without a body. */
  readonly status?: number;
  /** Further statuses that are not errors, such as 304. All except 204 and 304 have the same body. */
  readonly also?: readonly number[];
  /** One sentence for `status` and for all of `also`, in the API description. Default: a sentence for each status. */
  readonly description?: string;
  /**
   * Only reads have this option. It permits a response budget and `Accept: text/markdown`. Default: the answer is JSON,
   * without a budget.
   */
  readonly markdown?: RenderMarkdown;
  /** Problems of this route, in addition to those that `problemCodesOf` adds. */
  readonly problems?: readonly ProblemCode[];
}

/** The declaration that `@Answers` attaches to a handler. */
export interface AnswersDeclaration {
  /** Class of the body, whose fields declare their bounds; null without a body. */
  readonly type: BoundedClass | null;
  /** Null if the route answers only in JSON and without a response budget. */
  readonly markdown: RenderMarkdown | null;
  readonly problems: readonly ProblemCode[];
}

const BODILESS: ReadonlySet<number> = new Set([204, 304]);

/**
 * Declares the answers of a handler: the class of the body, or null for no body. The bounding interceptor enforces the
 * bounds of the class, and the API description contains the class.
 */
export function Answers(
  type: BoundedClass | null,
  { status = type === null ? 204 : 200, also = [], description, markdown, problems = [] }: AnswersOptions = {},
): MethodDecorator {
  const declaration: AnswersDeclaration = { type, markdown: markdown ?? null, problems };
  return applyDecorators(
    SetMetadata(ANSWERS, declaration),
    HttpCode(status),
    ...[status, ...also].map((code) => ApiResponse(describe(code, type, description))),
  );
}

function describe(status: number, type: BoundedClass | null, description?: string): Parameters<typeof ApiResponse>[0] {
  const body = type === null || BODILESS.has(status) ? {} : { type: type as unknown as new () => object };
  return { status, description: description ?? DESCRIPTIONS[status] ?? 'Done.', ...body };
}

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  200: 'The answer.',
  201: 'Created.',
  202: 'Accepted; the work continues after the response.',
  204: 'Done; there is no body.',
  304: 'Not changed since the version that `If-None-Match` names.',
};
