import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { MEDIA_ID_MAX_CHARS } from '../../common/media-id';
import { QUERY_MAX_CHARS } from '../../common/paging/cap-table';
import { type FieldRule, type RequestClass, rulesOf } from '../validation/request-rules';
import { nestedClassesOf } from '../validation/request-shape';
import type { ApiHandler } from './api-handlers';
import type { Schema } from './openapi.types';

/** Builds the JSON schema keywords of a rule from its constraints, such as a minimum and a maximum. */
type KeywordBuilder = (first: unknown, second: unknown) => Schema;

/** JSON schema keywords for class-validator's rules. */
const KEYWORDS: Readonly<Record<string, KeywordBuilder>> = {
  isInt: () => ({ type: 'integer' }),
  min: (minimum) => ({ minimum: minimum as number }),
  max: (maximum) => ({ maximum: maximum as number }),
  isLength: (least, most) => ({ minLength: least as number, maxLength: most as number }),
  maxLength: (most) => ({ maxLength: most as number }),
  isUuid: () => ({ format: 'uuid' }),
  isSearchText: () => ({ minLength: 1, maxLength: QUERY_MAX_CHARS }),
  arrayMinSize: (least) => ({ minItems: least as number }),
  arrayMaxSize: (most) => ({ maxItems: most as number }),
  arrayUnique: () => ({ uniqueItems: true }),
};

/**
 * Keywords for texts without a validation rule for their length. The service parses them, and refuses invalid ones with
 * a specific problem code.
 */
const PARSED_TEXTS: Readonly<Record<string, Schema>> = {
  media_id: { maxLength: MEDIA_ID_MAX_CHARS },
  media_ids: { maxLength: MEDIA_ID_MAX_CHARS },
};

/** Classes of bodies that need at least one field, although all their fields are optional. */
const NON_EMPTY_BODIES: ReadonlySet<string> = new Set(['ExchangeRequest']);

/**
 * Adds the validation rules of every body, and of the objects in it, to their schemas. Forbids unknown members. Keeps
 * keywords that a class declares, except the type `number` of integers.
 */
export function addRequestRules(schemas: Record<string, Schema>, handlers: Iterable<ApiHandler>): void {
  const types = new Set<RequestClass>([...handlers].flatMap(({ body }) => body ?? []));
  // The loop also visits classes that it adds to the set.
  for (const type of types) {
    for (const nested of nestedClassesOf(type)) types.add(nested);
    const schema = schemas[type.name];
    if (schema?.properties === undefined) continue;
    schema.additionalProperties = false;
    if (NON_EMPTY_BODIES.has(type.name)) schema.minProperties = 1;
    for (const [name, rules] of rulesOf(type)) {
      const field = schema.properties[name];
      if (field !== undefined) schema.properties[name] = withRules(field, rules, PARSED_TEXTS[name]);
    }
  }
}

/** Whether the handler accepts a request without a body, which is read as an empty object. */
export function acceptsMissingBody({ body }: ApiHandler): boolean {
  return body !== null && !NON_EMPTY_BODIES.has(body.name) && validateSync(plainToInstance(body, {})).length === 0;
}

function withRules(field: Schema, rules: readonly FieldRule[], textKeywords: Schema = {}): Schema {
  const isList = [field.type].flat().includes('array');
  const keywords = keywordsOf(rules.filter(({ each }) => !each));
  if (!isList) return complete(field, { ...keywords, ...textKeywords });
  const elementKeywords = keywordsOf(rules.filter(({ each }) => each));
  return { ...complete(field, keywords), items: complete(field.items ?? {}, { ...elementKeywords, ...textKeywords }) };
}

function keywordsOf(rules: readonly FieldRule[]): Schema {
  return Object.assign(
    {},
    ...rules.map(({ name, constraints: [first, second] }) => KEYWORDS[name]?.(first, second)),
  ) as Schema;
}

function complete(field: Schema, { type, ...keywords }: Schema): Schema {
  if (field.$ref !== undefined) return field;
  if (type === undefined) return { ...keywords, ...field };
  // The class declares integers as `number`.
  const types = [field.type].flat().map((each) => (each === 'number' ? type : each));
  return { ...keywords, ...field, type: types.length === 1 ? types[0] : (types as string[]) };
}
