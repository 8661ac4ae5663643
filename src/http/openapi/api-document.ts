import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ACT_FOR_HEADER } from '../../auth/acting/user-reference';
import { PROBLEM_PAGE_PATH } from '../../common/problems/problem-document';
import { BOTH_FORMATS_MEDIA_TYPE, MARKDOWN_MEDIA_TYPE } from '../../common/response-budget/answer-format';
import { OpaqueJson } from '../../common/json/opaque-json';
import { REVISION_TOKEN_MAX_CHARS } from '../../common/paging/revision-token';
import { type ApiHandler, findApiHandlers, operationIdOf } from './api-handlers';
import { describeCaps } from './cap-description';
import { addExamples, type Examples, readExamples } from './examples';
import type { ApiDocument, Operation, Schema } from './openapi.types';
import { addRequestRules, acceptsMissingBody } from './request-schemas';
import { addProblemResponses, problemCodesOf, PROBLEM_SCHEMA } from './problem-responses';
import { describePathParameters, describeSharedFields } from './shared-descriptions';
import { arrangeByTags } from './tags';

const describe = (
  basePath: string,
): string => `Bounded, grounded, scoped and fresh context about a media catalog, for language-model applications.

Every list and every text has a maximum length; an answer says which caps were applied and what was cut. A read
with a \`budget\` gives a body of at most that size; \`dropped\` says what it left out. Reads also answer with
\`text/markdown\`, if \`Accept\` prefers it. Times are RFC 3339 in UTC.

\`X-Catalog-Revision\` of an answer is an opaque token for the state of the libraries that the answer shows or that the
request has changed. A read with such a token in \`X-Min-Revision\` waits up to two seconds for at least that state, and
is refused with 409 if the state is not reached.

A JSON body has at most 65,536 bytes, and 2,000 elements and members in all, unless the operation says otherwise. Errors
are \`application/problem+json\`; every code is explained on the page \`${basePath}${PROBLEM_PAGE_PATH}\`.`;

const LARGE_BODIES = 'The body has at most 1,114,112 bytes, unless the service is set to another limit.';

/**
 * Builds the OpenAPI 3.1 document of the application. `basePath` is the path under which a proxy publishes the service.
 */
export async function buildApiDocument(app: INestApplication, basePath = ''): Promise<ApiDocument> {
  await loadDocComments();
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Intelligence read model')
    .setDescription(describe(basePath))
    .setVersion('1')
    .addServer(basePath === '' ? '/' : basePath)
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }, 'bearer');
  const document = SwaggerModule.createDocument(app, builder.build(), {
    operationIdFactory: operationIdOf,
  }) as unknown as ApiDocument;
  return complete(document, findApiHandlers(app), basePath);
}

/** Loads the doc comments of DTO fields and handlers. The build writes them to a file; without it, loads nothing. */
async function loadDocComments(): Promise<void> {
  const path = join(__dirname, '../../metadata');
  if (!['.js', '.ts'].some((extension) => existsSync(path + extension))) return;
  const { default: load } = (await import(path)) as { default: () => Promise<Record<string, unknown>> };
  await SwaggerModule.loadPluginMetadata(load);
}

function complete(document: ApiDocument, handlers: ReadonlyMap<string, ApiHandler>, basePath: string): ApiDocument {
  document.components.schemas = sortByName({
    ...document.components.schemas,
    [OpaqueJson.name]: { description: 'Any JSON. It is stored, and no answer contains it.' },
    Problem: PROBLEM_SCHEMA,
  });
  addRequestRules(document.components.schemas, handlers.values());
  describeSharedFields(document.components.schemas);
  const examples = readExamples();
  const paths: ApiDocument['paths'] = {};
  for (const [path, methods] of Object.entries(document.paths)) {
    const plainPath = path.replaceAll('\\', '');
    for (const operation of Object.values(methods)) {
      const handler = handlers.get(operation.operationId ?? '');
      if (handler === undefined) continue;
      completeOperation(operation, handler, examples);
      addProblemResponses(operation, problemCodesOf(handler, operation, plainPath), basePath);
    }
    paths[plainPath] = methods;
  }
  document.paths = paths;
  arrangeByTags(document);
  return document;
}

function completeOperation(operation: Operation, handler: ApiHandler, examples: Examples): void {
  operation.security = handler.isPublic ? [] : [{ bearer: [] }];
  if (!handler.isPublic) addHeaders(operation);
  if (handler.answers?.markdown) addMarkdown(operation);
  if (operation.requestBody !== undefined) operation.requestBody.required = !acceptsMissingBody(handler);
  describePathParameters(operation);
  const sentences = [
    operation.description,
    handler.acceptsLargeBody ? LARGE_BODIES : '',
    describeCaps(handler.answers?.type),
  ];
  operation.description = sentences.filter((each) => each).join('\n\n');
  const example = examples[operation.operationId ?? ''];
  if (example !== undefined) addExamples(operation, example);
}

/** Adds the media types of Markdown, and of JSON with Markdown, to the answers of a read. */
function addMarkdown(operation: Operation): void {
  const markdown = { type: 'string', description: 'The answer as Markdown. Catalog text in it is escaped.' };
  for (const [status, { content }] of Object.entries(operation.responses)) {
    const json = content?.['application/json']?.schema;
    if (status >= '300' || content === undefined || json === undefined) continue;
    content[MARKDOWN_MEDIA_TYPE] = { schema: markdown };
    const both: Schema = { type: 'object', properties: { json, markdown }, required: ['json', 'markdown'] };
    content[BOTH_FORMATS_MEDIA_TYPE] = { schema: both };
  }
}

/** Adds the request and response headers that every operation has, unless it is public. */
function addHeaders(operation: Operation): void {
  const schema = { type: 'string', maxLength: REVISION_TOKEN_MAX_CHARS };
  operation.parameters = [
    ...(operation.parameters ?? []),
    {
      name: 'X-Min-Revision',
      in: 'header',
      required: false,
      schema,
      description: 'The `X-Catalog-Revision` of an earlier answer; this answer shows at least the same state.',
    },
    {
      name: ACT_FOR_HEADER,
      in: 'header',
      required: false,
      schema: { type: 'string', maxLength: 4096 },
      description:
        'With an API key: the user that the service account acts for, as `user_id=<uuid>`, `username=<name>` or `subject=<sub>`.',
    },
  ];
  const description =
    'Opaque token for the state of the libraries that the request read or changed. A caller who sees no library gets ' +
    'the token of an empty list. Absent if the request neither reads nor changes libraries.';
  for (const [status, response] of Object.entries(operation.responses)) {
    if (status < '300') response.headers = { ...response.headers, 'X-Catalog-Revision': { description, schema } };
  }
}

function sortByName<T>(record: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([left], [right]) => (left < right ? -1 : 1)));
}
