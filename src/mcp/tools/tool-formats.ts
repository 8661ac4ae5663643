/** Tool definitions in the formats of model providers, for applications that call models themselves. */
import type { Schema } from '../../http/openapi/openapi.types';
import type { Tool } from './tool';

export const TOOL_FORMATS = ['openai', 'anthropic', 'json-schema'] as const;
export type ToolFormat = (typeof TOOL_FORMATS)[number];

/** Returns the definition of a tool in a format. */
export function formatTool(tool: Tool, format: ToolFormat): object {
  const { name, title, description } = tool;
  const schema = toStrictSchema(tool.input);
  switch (format) {
    case 'openai':
      return { type: 'function', name, description, strict: true, parameters: schema };
    case 'anthropic':
      return { name, description, input_schema: schema };
    case 'json-schema':
      return { name, title, description, schema };
  }
}

/** Returns the schema for strict modes, which require all members of an object. Optional members can be null. */
function toStrictSchema(schema: Schema): Schema {
  if (schema.items !== undefined) return { ...schema, items: toStrictSchema(schema.items) };
  if (schema.properties === undefined) return schema;
  const required = new Set(schema.required);
  const properties = Object.entries(schema.properties).map(([name, member]): [string, Schema] => {
    const strict = toStrictSchema(member);
    return [name, required.has(name) ? strict : orNull(strict)];
  });
  return { ...schema, properties: Object.fromEntries(properties), required: Object.keys(schema.properties) };
}

function orNull(schema: Schema): Schema {
  const { type, enum: values } = schema;
  if (typeof type !== 'string') throw new TypeError('The schema of an argument has no single type.');
  return { ...schema, type: [type, 'null'], ...(values === undefined ? {} : { enum: [...values, null] }) };
}
