/** A tool: a name, the schema of its arguments, and the route that it calls. */
import type { Schema } from '../../http/openapi/openapi.types';

/** A schema of an object that names all its members and forbids others. */
export interface ObjectSchema extends Schema {
  readonly type: 'object';
  readonly properties: Record<string, Schema>;
  readonly required: string[];
  readonly additionalProperties: false;
}

/** The arguments of a call; absent and null are the same. */
export type ToolArguments = Readonly<Record<string, unknown>>;

/** A route with its path below `/api/v1`; parameters are in braces and are arguments of the tool. */
export interface ToolRoute {
  readonly method: 'POST' | 'PUT';
  readonly path: string;
}

interface ToolBase {
  readonly name: string;
  /** For people. */
  readonly title: string;
  /** For models; at most 512 characters. */
  readonly description: string;
  readonly input: ObjectSchema;
  readonly route: ToolRoute;
}

/** A tool that reads. Its arguments are fields of the request body, except those in `PAGE_ARGUMENTS`. */
export interface ReadTool extends ToolBase {
  readonly kind: 'read';
}

/** A tool that writes, for callers with the right `artifacts:write`. */
export interface WriteTool extends ToolBase {
  readonly kind: 'write';
  /** Whether repeating a call has no further effect. */
  readonly isIdempotent: boolean;
  /** Whether a call can replace what is stored. */
  readonly isDestructive: boolean;
  /** Name of the argument with an id that is generated when it is absent; null for none. */
  readonly createdId: string | null;
  /** The request body for the arguments that are not part of the path. */
  readonly toBody: (args: ToolArguments) => object;
  /** Members of the answer that the tool returns. */
  readonly output: ObjectSchema;
  /** The result in one sentence. */
  readonly toText: (answer: Readonly<Record<string, unknown>>) => string;
}

export type Tool = ReadTool | WriteTool;

/** Arguments of reads that are members of an object in the body: the object and the member. */
export const NESTED_ARGUMENTS: Readonly<Record<string, readonly [object: string, member: string]>> = {
  limit: ['pagination', 'limit'],
  cursor: ['pagination', 'cursor'],
  max_tokens: ['budget', 'max_tokens'],
};

/** Maximum size of an answer in tokens, unless the call sets another one. */
export const DEFAULT_MAX_TOKENS = 2_000;

/** Names of the parameters in the path of a route. */
export function pathParametersOf({ path }: ToolRoute): string[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
}
