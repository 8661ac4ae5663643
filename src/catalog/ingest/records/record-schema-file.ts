/** Renders the schemas of import records as one JSON Schema 2020-12 document with one alternative per record type. */
import { RECORD_SCHEMAS } from './record-schemas';

/** Returns the content of `docs/import.schema.json`. */
export function renderRecordSchema(): string {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'A record of a catalog import: one line of the file',
    oneOf: Object.values(RECORD_SCHEMAS).map(withoutNullable),
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

/** Replaces `nullable`, a keyword of Ajv and OpenAPI 3.0, by `null` as a second type. */
function withoutNullable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutNullable);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { nullable, ...standard } = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, withoutNullable(value)]),
  );
  return nullable === true ? { ...standard, type: [standard['type'], 'null'] } : standard;
}
