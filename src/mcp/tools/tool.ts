/** A tool: a name, the schema of its arguments, and the route that it calls. */
import type { Schema } from '../../http/openapi/openapi.types';

/** A schema of an object that names all its members and forbids others. */
export interface ObjectSchema extends Schema {
  readonly type: 'object';
  readonly properties: Record<string, Schema>;
  readonly required: string[];
  readonly additionalProperties: false;
}

/** The arguments of a call. An argument that is null counts as absent. */
export type ToolArguments = Readonly<Record<string, unknown>>;

/** A route. Its path is below `/api/v1`, and contains names of arguments in braces, such as `{media_id}`. */
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

/** A tool that reads. Arguments that are not in the path or in `NESTED_ARGUMENTS` are fields of the request body. */
export interface ReadTool extends ToolBase {
  readonly kind: 'read';
}

/** A tool that writes, for callers with the right `artifacts:write`. A call can replace what an earlier one stored. */
export interface WriteTool extends ToolBase {
  readonly kind: 'write';
  /**
   * Name of the argument with the id of the record that a call writes. If a call omits it, the record gets a generated
   * id. Null if all arguments with ids are required: a repeated call then has no further effect.
   */
  readonly optionalIdArgument: string | null;
  /** Returns the request body for the arguments that are not part of the path. */
  readonly toBody: (args: ToolArguments) => object;
  /** Schema of what the tool returns: the members that it takes from the answer of the route. */
  readonly output: ObjectSchema;
  /** Returns the result in one sentence. */
  readonly toText: (answer: Readonly<Record<string, unknown>>) => string;
}

export type Tool = ReadTool | WriteTool;

/** Arguments of reads that are members of an object in the body, with the names of the object and the member. */
export const NESTED_ARGUMENTS: Readonly<Record<string, readonly [object: string, member: string]>> = {
  limit: ['pagination', 'limit'],
  cursor: ['pagination', 'cursor'],
  max_tokens: ['budget', 'max_tokens'],
};

/** Default of the argument `max_tokens`, the maximum size of the answer of a tool that reads, in tokens. */
export const DEFAULT_MAX_TOKENS = 2_000;

/** Returns the names of the arguments in the path of a route. */
export function pathParametersOf({ path }: ToolRoute): string[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
}
