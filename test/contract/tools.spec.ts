import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiDocument, Schema } from '../../src/http/openapi/openapi.types';
import { toToolRequest } from '../../src/mcp/calls/tool-request';
import { TOOL_FORMATS } from '../../src/mcp/tools/tool-formats';
import { NESTED_ARGUMENTS, pathParametersOf, type Tool } from '../../src/mcp/tools/tool';
import { renderTools, TOOLS } from '../../src/mcp/tools/tool-list';
import { createUser } from '../support/accounts/accounts';
import { client } from '../support/requests/client';
import { createTestApp, type TestApp } from '../support/app/test-app';
import { ROOT } from '../support/root';

const RECORDED = readFileSync(join(ROOT, 'test/contract/tools.json'), 'utf8');
const DOCUMENT = JSON.parse(readFileSync(join(ROOT, 'test/contract/openapi.json'), 'utf8')) as ApiDocument;
/** Keywords of JSON schemas that OpenAI supports for tools in strict mode. */
const STRICT_KEYWORDS = new Set([
  'type',
  'description',
  'enum',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
]);
/** Arguments that are not fields of the request, or have another type in the request, as tool and argument. */
const OWN_ARGUMENTS = ['save_artifact content', 'record_tool_call arguments', 'record_tool_call result'];

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** Returns the path and the schema of each object in a schema, including the schema itself if it is an object. */
function objectsIn(schema: Schema, path: string): [path: string, schema: Schema][] {
  const itself: [string, Schema][] = schema.properties === undefined ? [] : [[path, schema]];
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, each]) => objectsIn(each, `${path}.${name}`));
  return [...itself, ...members, ...(schema.items === undefined ? [] : objectsIn(schema.items, `${path}[]`))];
}

function keywordsIn(schema: Schema): string[] {
  const parts = [...Object.values(schema.properties ?? {}), ...(schema.items === undefined ? [] : [schema.items])];
  return [...Object.keys(schema), ...parts.flatMap(keywordsIn)];
}

function bodyOf({ route }: Tool): Schema {
  const operation = DOCUMENT.paths[`/api/v1${route.path}`]?.[route.method.toLowerCase()];
  return resolve(operation?.requestBody?.content['application/json']?.schema ?? {});
}

function resolve(schema: Schema): Schema {
  const reference = schema.$ref ?? schema.allOf?.[0]?.$ref;
  if (reference === undefined) return schema;
  return resolve(DOCUMENT.components.schemas[reference.replace('#/components/schemas/', '')] ?? {});
}

/**
 * Returns how the schema of an argument differs from that of the corresponding field of the request: in its type, its
 * enum values, and its members that are no fields.
 */
function compare(argument: Schema, field: Schema, path: string): string[] {
  const known = resolve(field);
  const types = [known.type ?? (known.enum === undefined ? 'object' : 'string')].flat();
  const type = String(argument.type);
  // Each integer is a number.
  if (!types.includes(type) && !(type === 'integer' && types.includes('number')))
    return [`${path} has the type ${type} instead of ${types.join()}`];
  if (argument.enum !== undefined && JSON.stringify(argument.enum) !== JSON.stringify(known.enum)) {
    return [`${path} has other enum values`];
  }
  if (argument.items !== undefined) return compare(argument.items, known.items ?? {}, `${path}[]`);
  return Object.entries(argument.properties ?? {}).flatMap(([name, member]) => {
    const other = known.properties?.[name];
    return other === undefined ? [`${path}.${name} is no field`] : compare(member, other, `${path}.${name}`);
  });
}

describe('the tools', () => {
  it('equal those in test/contract/tools.json; `npm run generate` updates the file', () => {
    expect(renderTools()).toBe(RECORDED);
  });

  it.each(TOOL_FORMATS)(
    'are listed in the format %s as recorded, but only those that the caller may use',
    async (format) => {
      const recorded = (JSON.parse(RECORDED) as Record<string, { name: string }[]>)[format];
      const list = async (scopes: 'artifacts:write'[]): Promise<unknown> => {
        const api = client(app).as(await createUser(app, { scopes }));
        const { body } = await api.get(`/intelligence/tools?format=${format}`, { expect: 200 });
        expect(body['format']).toBe(format);
        return body['tools'];
      };
      expect(await list(['artifacts:write'])).toEqual(recorded);
      const reads = TOOLS.filter(({ kind }) => kind === 'read').map(({ name }) => name);
      expect(await list([])).toEqual(recorded?.filter(({ name }) => reads.includes(name)));
    },
  );

  it('are listed as JSON schemas by default, and not in an unknown format', async () => {
    const api = client(app).as(await createUser(app));
    expect((await api.get('/intelligence/tools')).body['format']).toBe('json-schema');
    const { body } = await api.get('/intelligence/tools?format=xml', { expect: 400 });
    const message = `must be one of ${TOOL_FORMATS.join(', ')}`;
    expect(body['errors']).toEqual([{ field: 'format', message }]);
  });

  it('follow strict modes: they forbid unknown members, require all members, and use only supported keywords', () => {
    const tools = (JSON.parse(RECORDED) as { 'json-schema': { name: string; schema: Schema }[] })['json-schema'];
    for (const [path, { properties, required, additionalProperties }] of tools.flatMap(({ name, schema }) =>
      objectsIn(schema, name),
    )) {
      expect([path, additionalProperties, required]).toEqual([path, false, Object.keys(properties ?? {})]);
    }
    expect(tools.flatMap(({ schema }) => keywordsIn(schema)).filter((name) => !STRICT_KEYWORDS.has(name))).toEqual([]);
  });

  it('have distinct names of 3 to 40 characters, and descriptions of at most 512 characters', () => {
    for (const { name, description } of TOOLS) {
      expect(name).toMatch(/^[a-z][a-z_]{2,39}$/);
      expect(description.length).toBeLessThanOrEqual(512);
    }
    expect(new Set(TOOLS.map(({ name }) => name)).size).toBe(TOOLS.length);
  });

  it.each(TOOLS.map((tool) => [tool.name, tool] as const))('%s has arguments that its route accepts', (name, tool) => {
    const body = bodyOf(tool);
    const inPath = pathParametersOf(tool.route);
    const wrong = Object.entries(tool.input.properties).flatMap(([argument, schema]) => {
      if (inPath.includes(argument) || OWN_ARGUMENTS.includes(`${name} ${argument}`)) return [];
      // Some arguments of reads set a member of an object of the body: `limit` sets `pagination.limit`.
      const place = tool.kind === 'read' ? NESTED_ARGUMENTS[argument] : undefined;
      const [object, member = argument] = place ?? [];
      const parent = object === undefined ? body : resolve(body.properties?.[object] ?? {});
      const field = parent.properties?.[member];
      return field === undefined ? [`${argument} is no field`] : compare(schema, field, argument);
    });
    expect(wrong).toEqual([]);
    expect(inPath.filter((parameter) => !(parameter in tool.input.properties))).toEqual([]);
  });

  it.each([
    ['string', 'number', ['limit has the type string instead of number']],
    ['number', 'integer', ['limit has the type number instead of integer']],
    ['integer', 'number', []],
    ['integer', 'integer', []],
  ])('are compared: an argument of type %s and a field of type %s differ in %j', (type, fieldType, expected) => {
    expect(compare({ type }, { type: fieldType }, 'limit')).toEqual(expected);
  });

  it('refuse an argument with the name of a member that every object has, such as constructor', () => {
    for (const tool of TOOLS) {
      const request = toToolRequest(tool, JSON.parse('{"__proto__":1,"constructor":2}') as Record<string, unknown>);
      expect(request).toEqual({
        refused: expect.arrayContaining(
          ['__proto__', 'constructor'].map((field) => ({ field, message: expect.any(String) })),
        ),
      });
    }
  });
});
