import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiDocument, Operation, Schema } from '../../src/http/openapi/openapi.types';
import { createUser, type TestUser } from '../support/accounts/accounts';
import { importCatalog, library, mediaIdOf, movie, uuidOf } from '../support/catalog/catalog';
import { MCP_HEADERS } from '../support/requests/mcp';
import { createTestApp, type TestApp } from '../support/app/test-app';

/* The service keeps the rules that the API description states for requests: bounds, unknown members, absent bodies. */

const DOCUMENT = JSON.parse(readFileSync(join(__dirname, 'openapi.json'), 'utf8')) as ApiDocument;
const ID = uuidOf('run, call or artifact');
const PARAMETERS: Readonly<Record<string, string>> = {
  media_id: mediaIdOf('movie', 'Metropolis'),
  run_id: ID,
  artifact_id: ID,
  sequence: '1',
  library_id: uuidOf('Films'),
  user_id: uuidOf('nobody'),
  key_id: uuidOf('no key'),
};

interface JsonOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
  readonly body: Schema;
  readonly example: Readonly<Record<string, unknown>>;
}

const OPERATIONS = Object.entries(DOCUMENT.paths).flatMap(([template, methods]) =>
  Object.entries(methods).flatMap(([method, operation]): [string, JsonOperation][] => {
    const json = operation.requestBody?.content['application/json'];
    if (json === undefined) return [];
    const path = template.replace(/\{(\w+)\}/g, (_, name: string) => PARAMETERS[name] ?? '');
    const example = (json.example ?? Object.values(json.examples ?? {})[0]?.value) as JsonOperation['example'];
    return [
      [
        operation.operationId ?? '',
        { method: method.toUpperCase(), path, operation, body: json.schema ?? {}, example },
      ],
    ];
  }),
);

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  admin = await createUser(app, { role: 'admin', scopes: ['artifacts:write', 'catalog:write'] });
  await importCatalog(app, admin, [library('Films'), movie('Films', 'Metropolis')]);
  // Only a run and a tool call that exist accept an empty body, and only an artifact that exists can be invalidated.
  for (const name of ['putRun', 'putToolCall', 'putArtifact']) {
    const operation = new Map(OPERATIONS).get(name) as JsonOperation;
    expect(await send(operation, { ...operation.example, media_id: undefined, sources: [] })).toMatchObject({
      code: 'done',
    });
  }
});
afterAll(() => app.close());

/** Sends a request. Returns the problem code of the answer, or `done`, and the fields in its errors. */
async function send({ method, path }: JsonOperation, body?: unknown): Promise<{ code: string; fields: string[] }> {
  const headers = {
    authorization: `Bearer ${admin.token}`,
    ...(path === '/mcp' ? MCP_HEADERS : {}),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const response = await fetch(app.url + path, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.ok) return { code: 'done', fields: [] };
  const { code, errors = [] } = JSON.parse(text) as { code: string; errors?: { field: string }[] };
  return { code, fields: errors.map(({ field }) => field) };
}

/** Whether the path `inner` equals the path `outer` or leads to a part of it. An empty `outer` has no parts. */
function isWithin(inner: string, outer: string): boolean {
  return inner === outer || (inner.startsWith(outer) && /[.[]/.test(inner.charAt(outer.length)));
}

function resolve(schema: Schema): Schema {
  const reference = schema.$ref ?? schema.allOf?.[0]?.$ref;
  return reference === undefined
    ? schema
    : resolve(DOCUMENT.components.schemas[reference.slice('#/components/schemas/'.length)] ?? {});
}

/** Yields values that a schema forbids, with the path of the refused field. */
function* forbiddenBy(field: Schema, path: string): Generator<[path: string, value: unknown]> {
  const schema = resolve(field);
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, items } = schema;
  if (typeof maximum === 'number' && maximum < Number.MAX_SAFE_INTEGER) yield [path, maximum + 1];
  if (typeof minimum === 'number' && minimum > Number.MIN_SAFE_INTEGER) yield [path, minimum - 1];
  if (schema.type === 'integer') yield [path, 1.5];
  if (maxLength !== undefined) yield [path, 'a'.repeat(maxLength + 1)];
  if ((minLength ?? 0) > 0) yield [path, ''];
  if (schema.enum !== undefined) yield [path, 'no such word'];
  if (maxItems !== undefined) yield [path, new Array<string>(maxItems + 1).fill('a')];
  if ((minItems ?? 0) > 0) yield [path, []];
  if (items !== undefined) for (const [inner, value] of forbiddenBy(items, `${path}[0]`)) yield [inner, [value]];
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    for (const [inner, value] of forbiddenBy(member, `${path}.${name}`)) yield [inner, { [name]: value }];
  }
  if (schema.additionalProperties === false) yield [`${path}.surplus`, { surplus: 1 }];
}

describe('the operation', () => {
  it.each(OPERATIONS)('%s refuses values that the description forbids, and names the field', async (_, target) => {
    const wrong: string[] = [];
    const properties = Object.entries(resolve(target.body).properties ?? {});
    const mistakes = properties.flatMap(([name, field]) => [...forbiddenBy(field, name)]);
    for (const [path, value] of [...mistakes, ['surplus', 1] as const]) {
      const name = /^\w+/.exec(path)?.[0] ?? '';
      const { code, fields } = await send(target, { ...target.example, [name]: value });
      // The answer to an invalid cursor names no field.
      const errorFields = code === 'invalid-cursor' ? ['pagination.cursor'] : fields;
      const isNamed = errorFields.some((field) => isWithin(path, field) || isWithin(field, path));
      // The description must list each code that the operation can send.
      const isListed = JSON.stringify(target.operation.responses['400']).includes(code);
      if (!/^invalid-/.test(code) || !isNamed || !isListed)
        wrong.push(`${path} = ${JSON.stringify(value).slice(0, 60)}: ${code} ${fields.join()}`);
    }
    expect(wrong).toEqual([]);
  });

  it.each(OPERATIONS)('%s accepts a missing body if and only if the description allows it', async (_, target) => {
    const absent = await send(target);
    expect(absent).toEqual(await send(target, {}));
    expect(absent.code === 'invalid-request').toBe(target.operation.requestBody?.required);
  });
});
