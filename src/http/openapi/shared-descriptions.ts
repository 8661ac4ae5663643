import { MEDIA_ID_MAX_CHARS } from '../../common/media-id';
import type { Operation, Schema } from './openapi.types';

interface ParameterDescription {
  readonly description: string;
  readonly schema: Schema;
}

/** Parameters in paths. A name has the same meaning in every path. */
const PARAMETERS: Readonly<Record<string, ParameterDescription>> = {
  media_id: {
    description: 'Id of the item: `movie:<uuid>`, or another spelling, such as `Movies(<UUID>)`.',
    schema: { type: 'string', maxLength: MEDIA_ID_MAX_CHARS },
  },
  artifact_id: uuidOf('artifact'),
  run_id: uuidOf('run'),
  library_id: uuidOf('library'),
  user_id: uuidOf('account'),
  key_id: uuidOf('key'),
};

/** Descriptions of fields, by the class of their values. */
const FIELDS: Readonly<Record<string, string>> = {
  IntelligencePage: 'The page, and how to get the next one.',
  IntelligenceEffectiveCaps: 'The caps that were applied.',
  IntelligenceOrigins: 'Who wrote the texts of the answer.',
  IntelligenceDropped: 'How much the response budget left out; absent if it left nothing out.',
};

const REFERENCE = '#/components/schemas/';

/** Adds the descriptions and schemas of path parameters. What the handler declares takes precedence. */
export function describePathParameters({ parameters = [] }: Operation): void {
  for (const parameter of parameters) {
    const definition = parameter.in === 'path' ? PARAMETERS[parameter.name] : undefined;
    if (definition === undefined) continue;
    parameter.description ??= definition.description;
    parameter.schema = { ...definition.schema, ...parameter.schema };
  }
}

/** Describes each field whose value has a class of `FIELDS`, unless the field already has a description. */
export function describeSharedFields(schemas: Readonly<Record<string, Schema>>): void {
  for (const { properties = {} } of Object.values(schemas)) {
    for (const field of Object.values(properties)) {
      const reference = field.$ref ?? field.allOf?.[0]?.$ref ?? '';
      const description = FIELDS[reference.slice(REFERENCE.length)];
      if (description !== undefined) field.description ??= description;
    }
  }
}

function uuidOf(thing: string): ParameterDescription {
  return { description: `UUID of the ${thing}.`, schema: { type: 'string', format: 'uuid' } };
}
