/** The output schemas of tools. Those of tools that read are derived from the API description. */
import type { ApiDocument, Schema } from '../../http/openapi/openapi.types';
import { API_ROOT } from '../calls/tool-request';
import type { Tool } from './tool';

const REFERENCE = '#/components/schemas/';
/** Keywords that only document a schema. Without them, the list of tools is much shorter. */
const DESCRIPTIVE: ReadonlySet<string> = new Set(['description', 'example', 'examples', 'title']);

/** MCP requires objects as results. */
type OutputSchema = Schema & { readonly type: 'object' };

/** Returns the schema of the structured content that a tool returns. */
export function outputSchemaOf(tool: Tool, document: ApiDocument): OutputSchema {
  if (tool.kind === 'write') return tool.output;
  const { method, path } = tool.route;
  const operation = document.paths[`${API_ROOT}${path}`]?.[method.toLowerCase()];
  const reference = operation?.responses['200']?.content?.['application/json']?.schema?.$ref;
  if (reference === undefined) throw new Error(`The API description has no answer of ${method} ${path}.`);
  const root = reference.slice(REFERENCE.length);
  const { [root]: answer, ...others } = collectDefinitions(root, document);
  return { ...answer, type: 'object', $defs: others };
}

/**
 * Returns the schema `root` and those that it refers to, directly or indirectly. A reference to `root` becomes `#`, and
 * any other one becomes `#/$defs/` with the name of the schema.
 */
function collectDefinitions(root: string, document: ApiDocument): Record<string, Schema> {
  const definitions: Record<string, Schema> = {};
  const add = (name: string): void => {
    if (name in definitions) return;
    // Reserves the name, because schemas may refer to themselves.
    definitions[name] = {};
    definitions[name] = compact(document.components.schemas[name] ?? {}, replace);
  };
  const replace = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(replace);
    const { $ref: reference } = value as Schema;
    if (typeof reference !== 'string' || !reference.startsWith(REFERENCE)) return compact(value as Schema, replace);
    const name = reference.slice(REFERENCE.length);
    add(name);
    return { $ref: name === root ? '#' : `#/$defs/${name}` };
  };
  add(root);
  return definitions;
}

function compact(schema: Schema, replace: (value: unknown) => unknown): Schema {
  const members = Object.entries(schema).flatMap(([name, value]): [string, unknown][] => {
    // The values of `properties` are schemas; their names are not keywords.
    if (name === 'properties') return [[name, mapValues(value as Record<string, Schema>, replace)]];
    return DESCRIPTIVE.has(name) ? [] : [[name, replace(value)]];
  });
  return splitTypes(Object.fromEntries(members));
}

/** Replaces a list of types by one schema for each, because some clients support only single types. */
function splitTypes({ type, ...others }: Schema): Schema {
  if (!Array.isArray(type)) return type === undefined ? others : { type, ...others };
  return { anyOf: type.map((each): Schema => (each === 'null' ? { type: each } : { type: each, ...others })) };
}

function mapValues(record: Record<string, Schema>, map: (value: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}
