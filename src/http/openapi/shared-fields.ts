import type { Schema } from './openapi.types';

const REFERENCE = '#/components/schemas/';

/** Blocks that many answers contain, with the description of the field that contains them. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  IntelligencePage: 'The page, and how to get the next one.',
  IntelligenceEffectiveCaps: 'The caps that were applied.',
  IntelligenceOrigins: 'Who wrote the texts of the answer.',
  IntelligenceDropped: 'How much the response budget left out; absent if it left nothing out.',
};

/** Describes the fields that contain a block of every answer, where their class does not describe them. */
export function describeSharedFields(schemas: Readonly<Record<string, Schema>>): void {
  for (const { properties = {} } of Object.values(schemas)) {
    for (const field of Object.values(properties)) {
      const reference = field.$ref ?? field.allOf?.[0]?.$ref ?? '';
      const description = DESCRIPTIONS[reference.slice(REFERENCE.length)];
      if (description !== undefined) field.description ??= description;
    }
  }
}
