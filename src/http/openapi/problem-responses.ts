import { Problem } from '../../common/problems/problem';
import { PROBLEM_MEDIA_TYPE, toProblemDocument } from '../../common/problems/problem-document';
import { PROBLEM_CODES, type ProblemCode } from '../../common/problems/problem-codes';
import { MAX_FIELD_ERRORS } from '../validation/request-shape';
import type { ApiHandler } from './api-handlers';
import type { Operation, Schema } from './openapi.types';

const EXAMPLE_REQUEST_ID = '0192f3a4-5b6c-7d8e-9f01-23456789abcd';
const PROBLEM_REF = '#/components/schemas/Problem';

/** The schema of every error answer. */
export const PROBLEM_SCHEMA: Schema = {
  type: 'object',
  description: 'An error (RFC 9457). Some codes add members of their own.',
  required: ['type', 'title', 'status', 'code', 'instance'],
  properties: {
    type: { type: 'string', format: 'uri-reference', description: "The code's section of the error page." },
    title: { type: 'string', maxLength: 128, description: 'The meaning of the code, in a few words.' },
    status: { type: 'integer', minimum: 400, maximum: 599, description: 'The status of the answer.' },
    code: { type: 'string', enum: Object.keys(PROBLEM_CODES), description: 'What is wrong, for programs.' },
    instance: { type: 'string', maxLength: 128, description: 'The request id.' },
    detail: { type: 'string', description: 'What is wrong with this request, for people.' },
    errors: {
      type: 'array',
      maxItems: MAX_FIELD_ERRORS,
      description: 'The refused fields.',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: {
          field: { type: 'string', description: 'Path in the request, such as `caps.candidate_limit`.' },
          message: { type: 'string', description: 'What is expected; never the value that was sent.' },
        },
      },
    },
  },
  additionalProperties: true,
};

const COMMON_CODES: readonly ProblemCode[] = [
  'invalid-request',
  'uri-too-long',
  'headers-too-large',
  'internal',
  'overloaded',
  'timeout',
];
const API_CODES: readonly ProblemCode[] = ['not-acceptable'];
/**
 * Problem codes of every operation that is not public. `forbidden`: the caller must not act for the user in
 * `X-Act-For-User`. `upstream-failed`: the service cannot get the keys of an external issuer.
 */
const USER_CODES: readonly ProblemCode[] = ['unauthorized', 'forbidden', 'upstream-failed'];
const BODY_CODES: readonly ProblemCode[] = ['malformed-json', 'payload-too-large', 'unsupported-media-type'];

/**
 * Returns the problem codes that are documented for an operation, in the order of `PROBLEM_CODES`. Some operations
 * return fewer.
 */
export function problemCodesOf(handler: ApiHandler, operation: Operation, path: string): ProblemCode[] {
  const codes = new Set<ProblemCode>([
    ...COMMON_CODES,
    ...(path.startsWith('/api/') ? API_CODES : []),
    ...(handler.isUnlimited ? [] : (['rate-limited'] as const)),
    ...(handler.isPublic ? [] : USER_CODES),
    ...(operation.requestBody === undefined ? [] : BODY_CODES),
    ...(path.includes('{') ? (['not-found'] as const) : []),
    ...(path.includes('{media_id}') ? (['invalid-media-id'] as const) : []),
    ...(handler.answers?.problems ?? []),
  ]);
  return (Object.keys(PROBLEM_CODES) as ProblemCode[]).filter((code) => codes.has(code));
}

const SECONDS = { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } };
const HEADERS: Readonly<Record<number, Record<string, unknown> | undefined>> = {
  401: { 'WWW-Authenticate': { description: 'What is expected (RFC 6750).', schema: { type: 'string' } } },
  429: { 'Retry-After': SECONDS },
  502: { 'Retry-After': SECONDS },
  503: { 'Retry-After': SECONDS },
};

/** Adds an answer for each status of the codes, with one example for each code. */
export function addProblemResponses(operation: Operation, codes: readonly ProblemCode[], basePath: string): void {
  for (const status of new Set(codes.map((code) => PROBLEM_CODES[code].status))) {
    const codesOfStatus = codes.filter((code) => PROBLEM_CODES[code].status === status);
    operation.responses[String(status)] = {
      description: codesOfStatus.map((code) => `\`${code}\`: ${PROBLEM_CODES[code].meaning}`).join('\n\n'),
      ...(HEADERS[status] === undefined ? {} : { headers: HEADERS[status] }),
      content: {
        [PROBLEM_MEDIA_TYPE]: {
          schema: { $ref: PROBLEM_REF },
          examples: Object.fromEntries(codesOfStatus.map((code) => [code, { value: exampleOf(code, basePath) }])),
        },
      },
    };
  }
}

function exampleOf(code: ProblemCode, basePath: string): unknown {
  const errors = [{ field: 'caps.candidate_limit', message: 'must be an integer' }];
  const problem = new Problem(code, code === 'invalid-request' ? { errors } : {});
  return toProblemDocument(problem, EXAMPLE_REQUEST_ID, basePath);
}
