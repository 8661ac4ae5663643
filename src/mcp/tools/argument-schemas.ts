/** Builds the schemas of arguments, with only the keywords that the strict mode of OpenAI supports. */
import { CAP_TABLE, type CapName, PAGE_LIMIT } from '../../common/paging/cap-table';
import type { Schema } from '../../http/openapi/openapi.types';
import { DEFAULT_MAX_TOKENS, type ObjectSchema } from './tool';

export function text(description: string): Schema {
  return { type: 'string', description };
}

export function integer(description: string, minimum: number, maximum: number): Schema {
  return { type: 'integer', description, minimum, maximum };
}

export function flag(description: string): Schema {
  return { type: 'boolean', description };
}

export function oneOf(values: readonly string[], description: string): Schema {
  return { type: 'string', description, enum: [...values] };
}

/** A list of 1 to `maxItems` elements. */
export function list(items: Schema, description: string, maxItems: number): Schema {
  return { type: 'array', description, items, minItems: 1, maxItems };
}

/** A list of some of these values. */
export function someOf(values: readonly string[], description: string): Schema {
  return list({ type: 'string', enum: [...values] }, description, values.length);
}

/** An object without other members. */
export function object(properties: Record<string, Schema>, required: readonly string[] = []): ObjectSchema {
  return { type: 'object', properties, required: [...required], additionalProperties: false };
}

/** An object with all these members, and no others. */
export function fullObject(properties: Record<string, Schema>): ObjectSchema {
  return object(properties, Object.keys(properties));
}

export const LIBRARY_IDS = list(
  { type: 'string' },
  'UUIDs of libraries to look in. Default: all that you may see.',
  50,
);

export const MEDIA_ID = text('Id of an item, such as movie:<uuid>, from an earlier answer.');

/** Arguments of every read. */
export const BUDGET_ARGUMENTS = {
  max_tokens: integer(
    `Maximum size of the answer in tokens. Default: ${DEFAULT_MAX_TOKENS}. Less important parts are left out first.`,
    1,
    32_000,
  ),
};

/**
 * Arguments of a read with pages. `cap` is the name of the cap that limits its list, if one does. Tools cannot change
 * caps, so a page never has more rows than the default of this cap.
 */
export function pageArguments(cap?: CapName): Record<string, Schema> {
  const rows = cap === undefined ? PAGE_LIMIT.default : CAP_TABLE[cap].default;
  return {
    limit: integer(`Maximum number of rows. Default: ${rows}.`, 1, cap === undefined ? PAGE_LIMIT.max : rows),
    cursor: text('next_cursor of the previous answer, for more rows of the same list. Repeat the other arguments.'),
    ...BUDGET_ARGUMENTS,
  };
}
