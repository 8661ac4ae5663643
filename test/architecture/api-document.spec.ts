import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { Express } from 'express';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiDocument, MediaType, Operation, Schema } from '../../src/http/openapi/openapi.types';
import { createTestApp, type TestApp } from '../support/app/test-app';
import { sourceFiles } from './source-files';
import { ROOT } from '../support/root';

const document = JSON.parse(readFileSync(join(ROOT, 'test/contract/openapi.json'), 'utf8')) as ApiDocument;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]): [string, Operation] => [
    `${method.toUpperCase()} ${path}`,
    operation,
  ]),
);

describe('the API description', () => {
  it('lists exactly the routes of the router, except those of the documentation pages', async () => {
    const app = await createTestApp();
    try {
      expect(operations.map(([name]) => name).sort()).toEqual(routesOf(app).sort());
    } finally {
      await app.close();
    }
  });

  it.each(operations)('%s has a summary, a success status, 400, 500, 503 and security', (_, operation) => {
    expect(operation.summary).toMatch(/\S/);
    const statuses = Object.keys(operation.responses);
    expect(statuses.filter((status) => status.startsWith('2'))).not.toEqual([]);
    for (const status of ['400', '500', '503']) expect(statuses).toContain(status);
    expect(operation.security).toBeDefined();
  });

  it('tags each operation with its folder in src, and lists every tag', () => {
    const controllers = sourceFiles().filter(({ path }) => path.endsWith('.controller.ts'));
    const wrong = controllers.filter(({ path }) => {
      const [, tag] = /@ApiTags\('([^']*)'\)/.exec(readFileSync(join(ROOT, path), 'utf8')) ?? [];
      return tag !== path.split('/')[1];
    });
    expect(wrong.map(({ path }) => path)).toEqual([]);
    const tagLists = operations.map(([, { tags }]) => tags ?? []);
    expect(tagLists.filter((tags) => tags.length !== 1)).toEqual([]);
    expect(document.tags?.map(({ name }) => name).sort()).toEqual([...new Set(tagLists.flat())].sort());
  });

  it('uses a unique class name for every request and response', () => {
    const names = sourceFiles()
      .filter(({ path }) => /\.(dto|requests)\.ts$/.test(path))
      .flatMap(({ path }) => [...readFileSync(join(ROOT, path), 'utf8').matchAll(/^export class (\w+)/gm)])
      .map(([, name]) => name);
    expect(names.length).toBeGreaterThan(50);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('contains only examples that match their schemas', () => {
    const ajv = addFormats(new Ajv2020({ strict: false, allErrors: true }));
    ajv.addSchema(document, 'openapi');
    // Compiled schemas by their text. Nearly all operations share one schema for errors, and compiling it is slow.
    const compiled = new Map<string, ValidateFunction>();
    const examples = [...examplesOfBodies(), ...examplesOfFields()];
    const wrong = examples.flatMap(({ place, schema, value }) => {
      const absolute = withAbsoluteReferences(schema);
      const key = JSON.stringify(absolute);
      const validate = compiled.get(key) ?? ajv.compile(absolute);
      compiled.set(key, validate);
      return validate(value) ? [] : [`${place}: ${ajv.errorsText(validate.errors)}`];
    });
    expect(wrong).toEqual([]);
    // Does not count the examples of errors, which alone would exceed the minimum.
    const places = examples.map(({ place }) => place);
    expect(places.filter((place) => / (?:request|2\d\d)$/.test(place)).length).toBeGreaterThan(operations.length);
    expect(places).toContain('LoginRequest.username');
  });

  it('gives each operation a unique id in camel case', () => {
    const ids = operations.map(([, { operationId = '' }]) => operationId);
    expect(ids.filter((id) => !/^[a-z]+([A-Z][a-z]+)*$/.test(id))).toEqual([]);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('lists the operations for language-model applications first', () => {
    const names = document.tags?.map(({ name }) => name) ?? [];
    expect(names.slice(0, 7)).toEqual(['overview', 'candidates', 'items', 'grounding', 'artifacts', 'audit', 'mcp']);
    const ranks = operations.map(([, { tags }]) => names.indexOf(tags?.[0] ?? ''));
    expect(ranks).toEqual([...ranks].sort((left, right) => left - right));
  });

  it('describes every field and every parameter', () => {
    const fields = Object.entries(document.components.schemas).flatMap(([schema, { properties = {} }]) =>
      Object.entries(properties).map(([name, { description }]) => [`${schema}.${name}`, description] as const),
    );
    const parameters = operations.flatMap(([operation, { parameters: ofOperation = [] }]) =>
      ofOperation.map(({ name, description }) => [`${operation} ${name}`, description] as const),
    );
    expect(fields.length).toBeGreaterThan(500);
    expect([...fields, ...parameters].filter(([, text = '']) => text.length < 5).map(([name]) => name)).toEqual([]);
  });

  it('forbids undescribed members in every request schema that lists properties', () => {
    const open = requestSchemas()
      .filter(({ schema }) => schema.properties !== undefined && schema.additionalProperties !== false)
      .map(({ name }) => name);
    expect(open).toEqual([]);
  });

  it('bounds every number, text and list in a request', () => {
    const fields = requestSchemas().flatMap(({ name, schema }) =>
      Object.entries(schema.properties ?? {}).map(([field, type]) => [`${name}.${field}`, type] as const),
    );
    const parameters = operations.flatMap(([operation, { parameters: ofOperation = [] }]) =>
      ofOperation
        .filter(({ name }) => !ENTITY_TAG_HEADERS.has(name))
        .map(({ name, schema = {} }) => [`${operation} ${name}`, schema] as const),
    );
    expect(fields.length).toBeGreaterThan(100);
    const unbounded = [...fields, ...parameters].filter(
      ([, schema]) => !isBounded(schema) || !isBounded(schema.items ?? {}),
    );
    expect(unbounded.map(([name]) => name)).toEqual([]);
  });

  it('bounds every list and text in a response that can contain texts of the catalog', () => {
    const requests = new Set(requestSchemas().map(({ name }) => name));
    const unbounded = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
      requests.has(name) || OF_THE_SERVICE.has(name)
        ? []
        : Object.entries(schema.properties ?? {})
            .filter(([, field]) => [field.type].flat().some((type) => type === 'array' || type === 'string'))
            .filter(([, field]) => !isBounded(field) || !isBounded(field.items ?? {}))
            .map(([field]) => `${name}.${field}`),
    );
    expect(unbounded).toEqual([]);
  });
});

interface NamedSchema {
  readonly name: string;
  readonly schema: Schema;
}

/** The schemas of request bodies, and of their parts. */
function requestSchemas(): NamedSchema[] {
  const names = new Set<string>();
  const queue: unknown[] = operations.map(([, { requestBody }]) => requestBody?.content['application/json']?.schema);
  // The loop also visits the values that it appends.
  for (const value of queue) {
    if (typeof value !== 'object' || value === null) continue;
    const { $ref: reference } = value as Schema;
    if (typeof reference !== 'string') queue.push(...(Object.values(value) as unknown[]));
    else if (!names.has(reference)) {
      names.add(reference);
      queue.push(document.components.schemas[toName(reference)]);
    }
  }
  return [...names].map(toName).map((name) => ({ name, schema: document.components.schemas[name] ?? {} }));
}

const toName = (reference: string): string => reference.slice('#/components/schemas/'.length);

/** Headers that are limited only by the total size of headers. */
const ENTITY_TAG_HEADERS: ReadonlySet<string> = new Set(['If-Match', 'If-None-Match']);
/** Schemas of answers that contain texts of the service or of its configuration, and none of the catalog. */
const OF_THE_SERVICE: ReadonlySet<string> = new Set(['Problem', 'ProtectedResource']);
/** Values of `format` whose strings have a bounded length. */
const FIXED_FORMATS: ReadonlySet<unknown> = new Set(['uuid', 'date-time']);

function isBounded(schema: Schema): boolean {
  const { type, enum: words, pattern, format, minimum, maximum, maxLength, maxItems } = schema;
  const types = [type].flat();
  if (types.includes('array')) return maxItems !== undefined;
  if (types.includes('string')) {
    return words !== undefined || pattern !== undefined || maxLength !== undefined || FIXED_FORMATS.has(format);
  }
  return (
    !types.some((each) => each === 'number' || each === 'integer') || (minimum !== undefined && maximum !== undefined)
  );
}

function* bodiesOf(operation: Operation): Generator<[string, MediaType]> {
  for (const body of Object.values(operation.requestBody?.content ?? {})) yield ['request', body];
  for (const [status, { content }] of Object.entries(operation.responses)) {
    for (const body of Object.values(content ?? {})) yield [status, body];
  }
}

interface Example {
  readonly place: string;
  readonly schema: Schema;
  readonly value: unknown;
}

function examplesOfBodies(): Example[] {
  return operations.flatMap(([name, operation]) =>
    [...bodiesOf(operation)].flatMap(([where, { schema = {}, example, examples = {} }]) =>
      [example, ...Object.values(examples).map(({ value }) => value)]
        .filter((value) => value !== undefined)
        .map((value) => ({ place: `${name} ${where}`, schema, value })),
    ),
  );
}

/** Returns the examples of the fields of all schemas, and of the parameters of all operations. */
function examplesOfFields(): Example[] {
  const fields = Object.entries(document.components.schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties).map(([field, schema]) => [`${name}.${field}`, schema] as const),
  );
  const parameters = operations.flatMap(([operation, { parameters: ofOperation = [] }]) =>
    ofOperation.map(({ name, schema = {} }) => [`${operation} ${name}`, schema] as const),
  );
  return [...fields, ...parameters].flatMap(([place, schema]) =>
    [schema.example, ...(schema.examples ?? [])]
      .filter((value) => value !== undefined)
      .map((value) => ({ place, schema, value })),
  );
}

/** Returns the schema with references into the whole document, so that it can be compiled alone. */
function withAbsoluteReferences(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/')) as object;
}

function routesOf({ app }: TestApp): string[] {
  const express: Express = app.getHttpAdapter().getInstance();
  const { stack } = express.router as unknown as {
    stack: { route?: { path: string; methods: Record<string, boolean> } }[];
  };
  return stack.flatMap(({ route }) =>
    Object.keys(route?.methods ?? {})
      .map((method) => `${method.toUpperCase()} ${toTemplate(String(route?.path))}`)
      .filter((name) => !name.includes(' /api/docs')),
  );
}

/** Converts an Express path to an OpenAPI path. In Express, `:id` is a parameter and `\\:` a colon. */
function toTemplate(path: string): string {
  return path.replace(/(?<!\\):(\w+)/g, '{$1}').replaceAll('\\', '');
}
