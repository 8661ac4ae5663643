/** Named hostile requests: hostile values in the body, path, query, headers and token of each operation. */
import { randomUUID } from 'node:crypto';
import { HOSTILE_TEXTS, HOSTILE_VALUES, MARK, type NamedValue } from './named-values';
import { bodyWith, type Operation, OPERATIONS } from './operations';
import { TOOL_OPERATIONS } from './tool-operations';

/** A request with a name that describes its hostile part. */
export interface HostileRequest {
  readonly name: string;
  readonly operation: Operation;
  /** Path with the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body, or a function that creates it when it is sent, because all bodies together are large. */
  readonly body: string | Buffer | null | (() => string);
}

/** Ids of existing resources, by the name of their path parameter. */
export type KnownIds = Readonly<Record<string, string>>;

/** Returns a request with the example body of the operation and existing ids. `parts` are changes to this request. */
export function requestOf(
  operation: Operation,
  ids: KnownIds,
  parts: Partial<Pick<HostileRequest, 'headers' | 'body'>> & {
    readonly name?: string;
    readonly query?: string;
    readonly ids?: KnownIds;
  } = {},
): HostileRequest {
  // A deletion gets ids that do not exist, unless `parts` sets them. Other ids would delete what later requests need.
  const existing = operation.method === 'DELETE' ? {} : ids;
  const target = operation.path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => parts.ids?.[name] ?? existing[name] ?? absentId(name),
  );
  const isMcp = operation.path === '/mcp';
  return {
    name: `${operation.name}: ${parts.name ?? 'the valid request'}`,
    operation,
    path: parts.query === undefined ? target : `${target}?${parts.query}`,
    headers: {
      ...(operation.body === null ? {} : { 'content-type': 'application/json' }),
      ...(isMcp ? { accept: 'application/json, text/event-stream' } : {}),
      ...parts.headers,
    },
    body: parts.body ?? (operation.body === null ? null : JSON.stringify(operation.body)),
  };
}

const absentId = (name: string): string => (name === 'media_id' ? `movie:${randomUUID()}` : randomUUID());

/** Returns the hostile requests of one kind for an operation; none if it has no such input, for example no body. */
type Builder = (operation: Operation, ids: KnownIds) => HostileRequest[];

const inFields: Builder = (operation, ids) => {
  const { body, fields } = operation;
  if (body === null) return [];
  return fields.flatMap((field) =>
    HOSTILE_VALUES.map(({ name, json }) =>
      requestOf(operation, ids, { name: `${field.join('.')} is ${name}`, body: () => bodyWith(body, field, json) }),
    ),
  );
};

const wholeBodies: Builder = (operation, ids) => {
  if (operation.body === null) return [];
  const valid = JSON.stringify(operation.body);
  const named: readonly NamedValue[] = [
    ...HOSTILE_VALUES,
    { name: 'cut off', json: valid.slice(0, -1) },
    { name: 'sent twice', json: valid + valid },
    { name: 'followed by text', json: `${valid} ${MARK}` },
    { name: 'with single quotes', json: valid.replaceAll('"', "'") },
    { name: 'with a comma too many', json: valid.replace(/\}$/, ',}') },
    { name: 'with a comment', json: `/* ${MARK} */${valid}` },
    { name: 'with an unknown field', json: valid.replace(/\}$/, `${valid === '{}' ? '' : ','}"nope":"${MARK}"}`) },
    { name: 'with the id of a user', json: valid.replace(/\}$/, `${valid === '{}' ? '' : ','}"user_id":"${MARK}"}`) },
  ];
  return [
    ...named.map(({ name, json }) => requestOf(operation, ids, { name: `the body is ${name}`, body: json })),
    ...BYTES.map(([name, bytes]) => requestOf(operation, ids, { name: `the body is ${name}`, body: bytes })),
  ];
};

/** Bodies that are not UTF-8 text of a JSON value. The first three are `{"…":1}` with invalid UTF-8 in the name. */
const BYTES: readonly (readonly [name: string, bytes: Buffer])[] = [
  ['no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['an overlong encoding', Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d])],
  ['a surrogate in UTF-8', Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d])],
  ['UTF-16', Buffer.from(`{"a":"${MARK}"}`, 'utf16le')],
  ['a gzip file', Buffer.from([0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0, 0, 3])],
  ['only NUL bytes', Buffer.alloc(100)],
];

/** The hostile texts, percent-encoded, and further texts that are malformed or have a meaning in URLs. */
const ENCODED: readonly (readonly [name: string, encoded: string])[] = [
  ...[...HOSTILE_TEXTS].map(([name, text]) => [name, encodeURIComponent(text.toWellFormed())] as const),
  ['a percent sign without digits', '%'],
  ['a percent sign before other letters', `%zz${MARK}`],
  ['no UTF-8', `%ff%fe${MARK}`],
  ['an overlong slash', `%c0%af${MARK}`],
  ['a percent-encoded slash', `a%2f${MARK}`],
  ['a semicolon', `;a=${MARK}`],
  ['a colon and a verb', `${MARK}:invalidate`],
];

const inPaths: Builder = (operation, ids) =>
  operation.pathParameters.flatMap((parameter) =>
    ENCODED.map(([name, text]) =>
      requestOf(operation, ids, { name: `${parameter} is ${name}`, ids: { ...ids, [parameter]: text } }),
    ),
  );

const inQueries: Builder = (operation, ids) =>
  [...operation.queryParameters, 'nope'].flatMap((parameter) => [
    ...ENCODED.map(([name, text]) =>
      requestOf(operation, ids, { name: `the parameter ${parameter} is ${name}`, query: `${parameter}=${text}` }),
    ),
    requestOf(operation, ids, { name: `${parameter} is given twice`, query: `${parameter}=1&${parameter}=${MARK}` }),
    requestOf(operation, ids, { name: `${parameter} is a list`, query: `${parameter}[]=${MARK}&${parameter}[0]=1` }),
    requestOf(operation, ids, { name: `${parameter} is an object`, query: `${parameter}[member]=${MARK}` }),
  ]);

/** Headers that get hostile values in every operation. X-Request-Id does not: answers repeat it on purpose. */
const COMMON_HEADERS = [
  'Accept',
  'Content-Type',
  'Content-Encoding',
  'If-Match',
  'traceparent',
  'X-Min-Revision',
  'Range',
  'X-Forwarded-For',
  'X-HTTP-Method-Override',
  'Origin',
];

const inHeaders: Builder = (operation, ids) =>
  [...new Set([...operation.headers, ...COMMON_HEADERS])].flatMap((header) =>
    HEADER_TEXTS.map(([name, text]) =>
      requestOf(operation, ids, {
        name: `the header ${header} is ${name}`,
        headers: { [header.toLowerCase()]: text },
      }),
    ),
  );

/**
 * The hostile texts that a header can contain: without control characters, and short enough for the HTTP server.
 * Node.js sends each character of a header as one byte (Latin-1), so each character here stands for a byte of UTF-8.
 */
const HEADER_TEXTS = [...HOSTILE_TEXTS]
  .map(([name, text]) => [name, Buffer.from(text.toWellFormed()).toString('latin1')] as const)
  .filter(([, text]) => text.length < 6_000 && !/[\0-\u001f\u007f]/.test(text));

const inTokens: Builder = (operation, ids) =>
  HEADER_TEXTS.flatMap(([name, text]) => [
    requestOf(operation, ids, { name: `the token is ${name}`, headers: { authorization: `Bearer ${text}` } }),
    requestOf(operation, ids, { name: `the credentials are ${name}`, headers: { authorization: text } }),
  ]);

/** The groups of hostile requests, each with its builder. */
export const GROUPS: Readonly<Record<string, Builder>> = {
  'fields of bodies': inFields,
  'whole bodies': wholeBodies,
  'parts of paths': inPaths,
  'query parameters': inQueries,
  headers: inHeaders,
  tokens: inTokens,
};

/** Returns the requests of a group for all operations. `fields of bodies` also has requests for all MCP tools. */
export function requestsOf(build: Builder, ids: KnownIds): HostileRequest[] {
  const operations = build === inFields ? [...OPERATIONS, ...TOOL_OPERATIONS] : OPERATIONS;
  return operations.flatMap((operation) => build(operation, ids));
}
