import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type BoundedClass, boundsOf } from '../../common/response-bounds/bounded.decorators';
import { CAP_TABLE, type CapName } from '../../common/paging/caps';
import { type ApiHandler, findApiHandlers, operationIdOf } from './api-handlers';
import { addExamples, type Examples, readExamples } from './examples';
import type { ApiDocument, Operation } from './openapi.types';
import { addProblemResponses, problemCodesOf, PROBLEM_SCHEMA } from './problem-responses';
import { addTags } from './tags';

const DESCRIPTION = `Bounded, grounded, scoped and fresh context about a media catalog, for language-model applications.

Every list is bounded by a cap and every text by a budget; an answer says which caps were applied and what was cut. Times
are RFC 3339 in UTC. \`X-Catalog-Revision\` of an answer names the state of the catalog that it was made of or has made; a
read with \`X-Min-Revision\` waits up to two seconds for at least that one, and is else refused with 409. A JSON body
has at most 65,536 bytes, and 2,000 elements and members in all, unless the operation says otherwise. Errors are
\`application/problem+json\`; every code is explained on the page \`/api/docs/errors\`.`;

const LARGE_BODIES = 'The body has at most 1,114,112 bytes, unless the service is set to another limit.';

/** Describes the application from its controllers, DTOs and declared answers: OpenAPI 3.1. */
export async function buildApiDocument(app: INestApplication): Promise<ApiDocument> {
  await loadDocComments();
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Intelligence read model')
    .setDescription(DESCRIPTION)
    .setVersion('1')
    .addServer('/')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }, 'bearer');
  const document = SwaggerModule.createDocument(app, builder.build(), {
    operationIdFactory: operationIdOf,
  }) as unknown as ApiDocument;
  return complete(document, findApiHandlers(app));
}

/** The comments of DTO fields and handlers, which the build collects; a build without them describes less. */
async function loadDocComments(): Promise<void> {
  const path = join(__dirname, '../../metadata');
  if (!['.js', '.ts'].some((extension) => existsSync(path + extension))) return;
  const { default: load } = (await import(path)) as { default: () => Promise<Record<string, unknown>> };
  await SwaggerModule.loadPluginMetadata(load);
}

function complete(document: ApiDocument, handlers: ReadonlyMap<string, ApiHandler>): ApiDocument {
  document.components.schemas = sortByName({ ...document.components.schemas, Problem: PROBLEM_SCHEMA });
  const examples = readExamples();
  const paths: ApiDocument['paths'] = {};
  for (const [path, methods] of Object.entries(document.paths)) {
    const plainPath = path.replaceAll('\\', '');
    for (const operation of Object.values(methods)) {
      const handler = handlers.get(operation.operationId ?? '');
      if (handler !== undefined) completeOperation(operation, handler, plainPath, examples);
    }
    paths[plainPath] = methods;
  }
  document.paths = sortByName(paths);
  addTags(document);
  return document;
}

function completeOperation(operation: Operation, handler: ApiHandler, path: string, examples: Examples): void {
  operation.security = handler.isPublic ? [] : [{ bearer: [] }];
  if (!handler.isPublic) addRevisions(operation);
  const sentences = [operation.description, handler.takesLargeBody ? LARGE_BODIES : '', describeCaps(handler)];
  operation.description = sentences.filter((each) => each).join('\n\n');
  const example = examples[operation.operationId ?? ''];
  if (example !== undefined) addExamples(operation, example);
  addProblemResponses(operation, problemCodesOf(handler, operation, path));
}

/** Headers that every operation with a user knows. */
function addRevisions(operation: Operation): void {
  const schema = { type: 'integer', minimum: 0, maximum: 999_999_999_999_999 };
  const asked = { name: 'X-Min-Revision', in: 'header', required: false, schema };
  operation.parameters = [
    ...(operation.parameters ?? []),
    { ...asked, description: 'Revision of the catalog that the answer must be made of, or a later one.' },
  ];
  const description = 'Revision of the catalog that the answer was made of; absent when it was made of none.';
  for (const [status, response] of Object.entries(operation.responses)) {
    if (status < '300') response.headers = { ...response.headers, 'X-Catalog-Revision': { description, schema } };
  }
}

/** Which caps bound the answer, for readers who look at the operation and not at the schemas. */
function describeCaps(handler: ApiHandler): string {
  const type = handler.answers?.type;
  const names = type ? [...capsIn(type, new Set(), new Set())].sort() : [];
  if (names.length === 0) return '';
  const caps = names.map((name) => `\`${name}\` (default ${CAP_TABLE[name].default}, at most ${CAP_TABLE[name].max})`);
  return `Bounded by ${caps.join(', ')}.`;
}

function capsIn(type: BoundedClass, found: Set<CapName>, seen: Set<BoundedClass>): Set<CapName> {
  if (seen.has(type)) return found;
  seen.add(type);
  for (const bound of boundsOf(type).values()) {
    const cap = bound.kind === 'list' ? bound.cap : bound.kind === 'text' ? bound.maxChars : 0;
    if (typeof cap !== 'number') found.add(cap);
    if (bound.kind !== 'text' && bound.of !== undefined) capsIn(bound.of(), found, seen);
  }
  return found;
}

function sortByName<T>(record: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([left], [right]) => (left < right ? -1 : 1)));
}
