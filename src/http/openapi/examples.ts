import type { Schema } from './openapi.types';

const UUID = '7f1a2b3c-4d5e-4f60-8a9b-0c1d2e3f4a5b';
const TIME = '2026-01-31T12:00:00.000Z';
/** Steps into a schema, references included; what lies deeper is shown as null. */
const MAX_DEPTH = 40;

/** Texts for fields whose name says what they hold. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  media_id: `movie:${UUID}`,
  query: 'silent film about a robot',
  title: 'Metropolis',
  name: 'Films',
  label: 'Metropolis',
  username: 'ada',
  password: 'correct horse battery staple',
  next_cursor: null,
  content_type: 'application/json',
};

/** Makes example values from schemas, so that every operation shows what goes in and out. */
export class ExampleMaker {
  constructor(private readonly schemas: Readonly<Record<string, Schema>>) {}

  /** A whole value: every field, one element for each list. */
  answer(schema: Schema): unknown {
    return this.make(schema, '', 0, () => true);
  }

  /** What must be sent, with the default page and caps. */
  request(schema: Schema): unknown {
    return this.make(schema, '', 0, (name, owner) => owner.required?.includes(name) === true || isBoundsField(name));
  }

  private make(schema: Schema, name: string, depth: number, wanted: (name: string, owner: Schema) => boolean): unknown {
    const given = schema.example ?? schema.examples?.[0] ?? schema.default ?? schema.const ?? schema.enum?.[0];
    if (given !== undefined) return given;
    if (depth > MAX_DEPTH) return null;
    const inner = this.resolve(schema);
    if (inner !== schema) return this.make(inner, name, depth + 1, wanted);
    const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
    if (type === 'array') return this.list(schema, name, depth, wanted);
    if (type === 'object' || schema.properties !== undefined) {
      const fields = Object.entries(schema.properties ?? {}).filter(([field]) => wanted(field, schema));
      return Object.fromEntries(fields.map(([field, each]) => [field, this.make(each, field, depth + 1, wanted)]));
    }
    return scalar(schema, type, name);
  }

  private list(schema: Schema, name: string, depth: number, wanted: (name: string, owner: Schema) => boolean): unknown {
    const element = name.replace(/ies$/, 'y').replace(/s$/, '');
    return schema.items === undefined ? [] : [this.make(schema.items, element, depth + 1, wanted)];
  }

  /** Follows a reference, or the first real member of a combination. */
  private resolve(schema: Schema): Schema {
    if (schema.$ref !== undefined) return this.schemas[schema.$ref.replace('#/components/schemas/', '')] ?? {};
    const members = schema.allOf ?? schema.anyOf ?? schema.oneOf;
    return members?.find((member) => member.type !== 'null') ?? schema;
  }
}

function isBoundsField(name: string): boolean {
  return name === 'pagination' || name === 'caps' || name === 'limit' || name.endsWith('_limit');
}

function scalar(schema: Schema, type: string | undefined, name: string): unknown {
  if (name in BY_NAME) return BY_NAME[name];
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 1, Math.min(schema.maximum ?? 1, 1));
  if (type === 'boolean') return false;
  if (type === 'null') return null;
  if (schema.format === 'date-time' || name.endsWith('_at')) return TIME;
  if (schema.format === 'date' || name.endsWith('_date')) return '1927-01-10';
  if (schema.format === 'uuid' || /(^|_)id$/.test(name)) return UUID;
  return 'text';
}
