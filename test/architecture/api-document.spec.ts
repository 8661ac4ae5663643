import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { Express } from 'express';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiDocument, MediaType, Operation } from '../../src/http/openapi/openapi.types';
import { createTestApp, type TestApp } from '../support/test-app';
import { ROOT, sourceFiles } from './source-files';

const document = JSON.parse(readFileSync(join(ROOT, 'test/contract/openapi.json'), 'utf8')) as ApiDocument;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]): [string, Operation] => [
    `${method.toUpperCase()} ${path}`,
    operation,
  ]),
);

describe('the API description', () => {
  it('lists exactly the routes of the router', async () => {
    const app = await createTestApp();
    try {
      expect(operations.map(([name]) => name).sort()).toEqual(routesOf(app).sort());
    } finally {
      await app.close();
    }
  });

  it.each(operations)('%s has a summary, a described success and described errors', (_, operation) => {
    expect(operation.summary).toMatch(/\S/);
    const statuses = Object.keys(operation.responses);
    expect(statuses.filter((status) => status.startsWith('2'))).not.toEqual([]);
    for (const status of ['400', '429', '500', '503']) expect(statuses).toContain(status);
    expect(operation.security).toBeDefined();
  });

  it('tags each operation with its folder in src, and lists every tag', () => {
    const controllers = sourceFiles().filter(({ path }) => path.endsWith('.controller.ts'));
    const wrong = controllers.filter(({ path }) => {
      const [, tag] = /@ApiTags\('([^']*)'\)/.exec(readFileSync(join(ROOT, path), 'utf8')) ?? [];
      return tag !== path.split('/')[1];
    });
    expect(wrong.map(({ path }) => path)).toEqual([]);
    const used = operations.map(([, { tags }]) => tags ?? []);
    expect(used.filter((tags) => tags.length !== 1)).toEqual([]);
    expect(document.tags?.map(({ name }) => name).sort()).toEqual([...new Set(used.flat())].sort());
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
    const wrong: string[] = [];
    for (const [name, operation] of operations) {
      for (const [where, body] of bodiesOf(operation)) {
        for (const example of [body.example, ...Object.values(body.examples ?? {}).map(({ value }) => value)]) {
          if (example === undefined) continue;
          const validate = ajv.compile(absolute(body.schema ?? {}));
          if (!validate(example)) wrong.push(`${name} ${where}: ${ajv.errorsText(validate.errors)}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('limits the length of every list in a response', () => {
    const unbounded = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
      Object.entries(schema.properties ?? {})
        .filter(
          ([, field]) => field.type === 'array' && field.maxItems === undefined && /Response$|^Intelligence/.test(name),
        )
        .map(([field]) => `${name}.${field}`),
    );
    expect(unbounded).toEqual([]);
  });
});

function* bodiesOf(operation: Operation): Generator<[string, MediaType]> {
  for (const body of Object.values(operation.requestBody?.content ?? {})) yield ['request', body];
  for (const [status, { content }] of Object.entries(operation.responses)) {
    for (const body of Object.values(content ?? {})) yield [status, body];
  }
}

/** Returns the schema with references into the whole document, so that it can be compiled alone. */
function absolute(schema: object): object {
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
