/** The operations of the API description, each with a valid request and the fields of its body. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/root';

/** The parts of a JSON Schema that name fields. */
export interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

interface DescribedOperation {
  readonly parameters?: readonly { readonly name: string; readonly in: 'path' | 'query' | 'header' }[];
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { schema: Schema; example?: object; examples?: Record<string, { value: object }> }>
    >;
  };
}

interface ApiDescription {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** The path of a field in a body, such as `['filters', 'genres', 'any', 0]`. */
export type FieldPath = readonly (string | number)[];

/** One operation of the API. */
export interface Operation {
  /** Method and path, such as `POST /api/v1/intelligence/facets`. */
  readonly name: string;
  readonly method: string;
  /** Path with the names of its parameters in braces. */
  readonly path: string;
  readonly pathParameters: readonly string[];
  readonly queryParameters: readonly string[];
  readonly headers: readonly string[];
  /** A valid body; null if the operation has no JSON body. */
  readonly body: object | null;
  readonly fields: readonly FieldPath[];
}

const API = JSON.parse(readFileSync(join(ROOT, 'test/contract/openapi.json'), 'utf8')) as ApiDescription;
const METHODS: ReadonlySet<string> = new Set(['get', 'post', 'put', 'patch', 'delete']);
/** Maximum depth of the fields of a body. */
const DEPTH = 5;

/** Every operation of the API description. */
export const OPERATIONS: readonly Operation[] = Object.entries(API.paths).flatMap(([path, operations]) =>
  Object.entries(operations)
    .filter(([method]) => METHODS.has(method))
    .map(([method, described]) => toOperation(method.toUpperCase(), path, described)),
);

function toOperation(method: string, path: string, { parameters = [], requestBody }: DescribedOperation): Operation {
  const json = requestBody?.content['application/json'];
  const named = (kind: string): string[] => parameters.filter((each) => each.in === kind).map(({ name }) => name);
  return {
    name: `${method} ${path}`,
    method,
    path,
    pathParameters: named('path'),
    queryParameters: named('query'),
    headers: named('header'),
    body: json === undefined ? null : (json.example ?? Object.values(json.examples ?? {})[0]?.value ?? {}),
    fields: json === undefined ? [] : fieldsOf(json.schema, [], DEPTH),
  };
}

/** Returns the paths of all fields of a schema, down to a depth. */
export function fieldsOf(schema: Schema, path: FieldPath, depth: number): FieldPath[] {
  if (depth === 0) return [];
  if (schema.$ref !== undefined) {
    const referred = API.components.schemas[schema.$ref.split('/').at(-1) ?? ''];
    return referred === undefined ? [] : fieldsOf(referred, path, depth);
  }
  return [
    ...(schema.allOf ?? []).flatMap((part) => fieldsOf(part, path, depth)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, part]) => [
      [...path, name],
      ...fieldsOf(part, [...path, name], depth - 1),
    ]),
    ...(schema.items === undefined ? [] : [[...path, 0], ...fieldsOf(schema.items, [...path, 0], depth - 1)]),
  ];
}

const PLACEHOLDER = '@@place@@';

/** Returns the body as JSON text, with the given JSON text as the value of one field. */
export function bodyWith(body: object, field: FieldPath, json: string): string {
  const copy = structuredClone(body);
  let target = copy as Record<string | number, unknown>;
  for (const [index, name] of field.entries()) {
    const next = field[index + 1];
    if (next === undefined) target[name] = PLACEHOLDER;
    else {
      if (typeof target[name] !== 'object' || target[name] === null) target[name] = typeof next === 'number' ? [] : {};
      target = target[name] as Record<string | number, unknown>;
    }
  }
  return JSON.stringify(copy).replace(`"${PLACEHOLDER}"`, () => json);
}
