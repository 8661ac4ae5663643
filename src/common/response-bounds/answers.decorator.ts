import { applyDecorators, HttpCode, SetMetadata } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { ProblemCode } from '../problems/problem-codes';
import type { RenderMarkdown } from '../markdown/render-markdown';
import type { BoundedClass } from './field-metadata';

/** Metadata key of an `AnswersDeclaration`. */
export const ANSWERS = 'answers';

/** Options of an answer declaration. */
export interface AnswersOptions {
  /** Status of the normal answer; default 200 for all methods, or 204 without a body. */
  readonly status?: number;
  /** Further success statuses. All except 204 and 304 have the same body. */
  readonly also?: readonly number[];
  /** Description of the normal answer in the API description; one sentence. */
  readonly description?: string;
  /**
   * Writes the answer as Markdown. Only reads have this option. Their requests may set a response budget and
   * `Accept: text/markdown`. Default: the answer is JSON, without a budget.
   */
  readonly markdown?: RenderMarkdown<never>;
  /** Problems specific to this route, in addition to those common to its kind. */
  readonly problems?: readonly ProblemCode[];
}

/** Answers declared by a handler. */
export interface AnswersDeclaration {
  /** Class of the body, whose fields declare their bounds; null without a body. */
  readonly type: BoundedClass | null;
  readonly status: number;
  readonly also: readonly number[];
  /** Writes the answer of a read as Markdown; null for other routes. */
  readonly markdown: RenderMarkdown<never> | null;
  readonly problems: readonly ProblemCode[];
}

const BODILESS: ReadonlySet<number> = new Set([204, 304]);

/**
 * Declares the answers of a handler. The interceptor enforces the bounds of the class, and the API description
 * documents it. `null` declares an answer without a body; its default status is 204.
 */
export function Answers(type: BoundedClass | null, options: AnswersOptions = {}): MethodDecorator {
  const status = options.status ?? (type === null ? 204 : 200);
  const also = options.also ?? [];
  const declaration: AnswersDeclaration = {
    type,
    status,
    also,
    markdown: options.markdown ?? null,
    problems: options.problems ?? [],
  };
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
  202: 'Accepted; the work continues after the response.',
  204: 'Done; there is no body.',
  304: 'Not changed since the version that `If-None-Match` names.',
};
