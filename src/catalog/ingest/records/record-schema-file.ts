/** The schemas of import records as one published file: JSON Schema 2020-12, one alternative for each record type. */
import { LINES } from './record-schemas';

/** The text of `docs/import.schema.json`. */
export function renderRecordSchema(): string {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'A record of a catalog import: one line of the file',
    oneOf: Object.values(LINES).map(withoutNullable),
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

/** `nullable` is a word of Ajv and OpenAPI 3.0; JSON Schema says the same by a second type. */
function withoutNullable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutNullable);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { nullable, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, withoutNullable(value)]),
  );
  return nullable === true ? { ...rest, type: [rest['type'], 'null'] } : rest;
}
