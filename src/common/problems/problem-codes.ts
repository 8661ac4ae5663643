/** The closed list of problem codes (RFC 9457). */

/** `meaning` is the text of the code on the error page. */
interface ProblemDefinition {
  readonly status: number;
  readonly title: string;
  readonly meaning: string;
}

/** Every problem code. The error page and the API description are generated from this list. */
export const PROBLEM_CODES = {
  'malformed-json': {
    status: 400,
    title: 'Malformed JSON',
    meaning: 'The body is not one JSON document in UTF-8, or an object in it repeats a member name.',
  },
  'invalid-request': {
    status: 400,
    title: 'Invalid request',
    meaning:
      'A field, parameter or header is unknown, missing, of the wrong type or out of bounds; `errors` lists them, if they are known.',
  },
  'invalid-media-id': {
    status: 400,
    title: 'Invalid media id',
    meaning:
      'A media id does not consist of a kind (`movie`, `series`, `season` or `episode`) and a UUID, such as ' +
      '`movie:<uuid>`.',
  },
  'invalid-cursor': {
    status: 400,
    title: 'Invalid cursor',
    meaning:
      'The cursor is damaged, expired, or was issued for another user, route or filter. Start from the first page.',
  },
  unauthorized: {
    status: 401,
    title: 'Unauthorized',
    meaning:
      'No credentials were sent, or they are not valid. The `WWW-Authenticate` header describes the expected credentials.',
  },
  forbidden: {
    status: 403,
    title: 'Forbidden',
    meaning: 'The caller is authenticated but lacks the role or scope that the operation requires.',
  },
  'not-found': {
    status: 404,
    title: 'Not found',
    meaning:
      'The route or resource does not exist, or the caller may not see it. The answer is the same in both cases.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    meaning: 'The route does not support the method. The `Allow` header lists the methods that it supports.',
  },
  'not-acceptable': {
    status: 406,
    title: 'Not acceptable',
    meaning:
      'The `Accept` header accepts no media type of the answers of this route. For `/mcp`, it must accept ' +
      '`application/json` and `text/event-stream`.',
  },
  conflict: {
    status: 409,
    title: 'Conflict',
    meaning: 'The resource is in a state, or at a revision, that does not allow the operation.',
  },
  gone: {
    status: 410,
    title: 'Gone',
    meaning:
      'The resource was superseded. `superseded_by` names its last successor; null if the caller cannot read it.',
  },
  'precondition-failed': {
    status: 412,
    title: 'Precondition failed',
    meaning:
      '`If-Match` does not match the current entity tag of the resource, or `If-None-Match` matches it. `If-Match: *` ' +
      'matches every resource that a GET returns. `If-None-Match: *` also matches a stored resource that a GET does not ' +
      'return, such as a stale artifact.',
  },
  'payload-too-large': {
    status: 413,
    title: 'Payload too large',
    meaning: 'The body is larger than the route accepts.',
  },
  'uri-too-long': {
    status: 414,
    title: 'URI too long',
    meaning: 'The request target is longer than the service accepts.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'Unsupported media type',
    meaning: 'The body has a media type, charset or content coding that the route does not accept.',
  },
  'idempotency-mismatch': {
    status: 422,
    title: 'Idempotency key reused',
    meaning:
      'The `Idempotency-Key` was used within the last 24 hours with another path of the same route, or another body.',
  },
  'precondition-required': {
    status: 428,
    title: 'Precondition required',
    meaning:
      'The operation requires a condition that the request lacks, such as an `If-Match` header. Reserved: no operation ' +
      'returns this code yet.',
  },
  'rate-limited': {
    status: 429,
    title: 'Too many requests',
    meaning:
      'Too many requests of the caller within a minute or at the same time, or too many failed logins; `Retry-After` contains the number of seconds to wait.',
  },
  'headers-too-large': {
    status: 431,
    title: 'Request header fields too large',
    meaning: 'The header fields are larger than the service accepts.',
  },
  internal: {
    status: 500,
    title: 'Internal error',
    meaning: 'The service failed. Its log contains the cause under the request id.',
  },
  'upstream-failed': {
    status: 502,
    title: 'Upstream failed',
    meaning:
      'The issuer of the token did not answer, or its keys are not valid, so the token cannot be verified; ' +
      '`Retry-After` contains the number of seconds to wait.',
  },
  overloaded: {
    status: 503,
    title: 'Overloaded',
    meaning:
      'The service cannot process the request now; `Retry-After` contains the number of seconds to wait. Nothing of the ' +
      'request was stored. Only an import, the deletion of many items, or a refresh of whole libraries keeps the parts ' +
      'that were committed before.',
  },
  timeout: {
    status: 504,
    title: 'Timeout',
    meaning:
      'The answer was not ready within the time limit. If `applied` is `unknown`, the connection to the database was lost ' +
      'during the commit, and the write may have been stored. Otherwise, nothing was stored. Only an import, the ' +
      'deletion of many items, or a refresh of whole libraries keeps the parts that were committed before.',
  },
} as const satisfies Record<string, ProblemDefinition>;

export type ProblemCode = keyof typeof PROBLEM_CODES;
