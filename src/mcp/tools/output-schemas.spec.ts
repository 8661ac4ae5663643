import { Ajv2020 } from 'ajv/dist/2020';
import type { ApiDocument, Schema } from '../../http/openapi/openapi.types';
import { outputSchemaOf } from './output-schemas';
import { TOOLS } from './tool-list';

describe('outputSchemaOf', () => {
  it('keeps the references of a schema to itself and to a schema that refers back to it', () => {
    const node = toObject({ name: { type: 'string' }, parent: reference('Node'), group: reference('Group') });
    const group = toObject({ members: { type: 'array', items: reference('Node') }, outer: reference('Group') });
    const validate = new Ajv2020().compile(outputSchemaOf(TOOLS[0]!, toDocument({ Node: node, Group: group })));
    const answer = { name: 'a', parent: { name: 'b' }, group: { members: [{ name: 'c' }], outer: { members: [] } } };
    expect(validate(answer)).toBe(true);
    expect(validate({ ...answer, parent: { name: 1 } })).toBe(false);
    expect(validate({ ...answer, group: { members: [{ name: 1 }] } })).toBe(false);
    expect(validate({ ...answer, group: { outer: { members: 1 } } })).toBe(false);
  });
});

function reference(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

function toObject(properties: Record<string, Schema>): Schema {
  return { type: 'object', properties, additionalProperties: false };
}

/** Returns an API description in which the route of the first tool answers with the first schema. */
function toDocument(schemas: Record<string, Schema>): ApiDocument {
  const [root = ''] = Object.keys(schemas);
  const responses = { '200': { description: '', content: { 'application/json': { schema: reference(root) } } } };
  const paths = { [`/api/v1${TOOLS[0]!.route.path}`]: { post: { responses } } };
  return { paths, components: { schemas } } as unknown as ApiDocument;
}
