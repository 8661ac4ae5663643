/** Turns the arguments of a tool call into a request to its route. */
import { randomUUID } from 'node:crypto';
import type { FieldError } from '../../common/problems/problem';
import { DEFAULT_MAX_TOKENS, NESTED_ARGUMENTS, pathParametersOf, type Tool, type ToolArguments } from '../tools/tool';

/** Path prefix of the routes of tools. */
export const API_ROOT = '/api/v1';

/** A request to a route, or the reasons why the arguments are refused. */
export type ToolRequest =
  { readonly path: string; readonly body: object } | { readonly refused: readonly FieldError[] };

/**
 * Returns the request for the arguments. Null counts as absent, because strict modes of models require all arguments.
 * Refuses arguments that the tool does not have, and ids that cannot be part of a path. The route checks everything
 * else.
 */
export function toToolRequest(tool: Tool, args: ToolArguments): ToolRequest {
  const known = withoutNulls(args) as Record<string, unknown>;
  const unknown = Object.keys(known).filter((name) => !Object.hasOwn(tool.input.properties, name));
  const refused = unknown.slice(0, 20).map((name) => toError(name, 'is not a known argument'));
  if (tool.kind === 'write' && tool.createdId !== null) known[tool.createdId] ??= randomUUID();
  let path = API_ROOT + tool.route.path;
  for (const name of pathParametersOf(tool.route)) {
    const { [name]: value } = known;
    delete known[name];
    if (value === undefined || value === '') refused.push(toError(name, 'is required'));
    else if (typeof value !== 'string' && typeof value !== 'number')
      refused.push(toError(name, 'must be a single value'));
    else path = path.replace(`{${name}}`, encodeURIComponent(value));
  }
  if (refused.length > 0) return { refused };
  return { path, body: tool.kind === 'read' ? toReadBody(known) : tool.toBody(known) };
}

/** The name of the argument that a field of the request contains. */
export function argumentOf(field: string): string {
  const found = Object.entries(NESTED_ARGUMENTS).find(([, [object, member]]) => field === `${object}.${member}`);
  return found?.[0] ?? field;
}

function toReadBody(known: ToolArguments): object {
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries({ max_tokens: DEFAULT_MAX_TOKENS, ...known })) {
    const place = Object.hasOwn(NESTED_ARGUMENTS, name) ? NESTED_ARGUMENTS[name] : undefined;
    if (place === undefined) body[name] = value;
    else body[place[0]] = { ...(body[place[0]] as object | undefined), [place[1]]: value };
  }
  return body;
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNulls(member)]));
}

function toError(name: string, message: string): FieldError {
  return { field: name.slice(0, 128).toWellFormed(), message };
}
