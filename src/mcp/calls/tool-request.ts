/** Converts the arguments of a tool call to a request to the route of the tool. */
import { randomUUID } from 'node:crypto';
import type { FieldError } from '../../common/problems/problem';
import { findMediaId, formatMediaId, MEDIA_ID_MAX_CHARS } from '../../common/media-id';
import { MAX_FIELD_ERRORS, toFieldName } from '../../http/validation/request-shape';
import { DEFAULT_MAX_TOKENS, NESTED_ARGUMENTS, pathParametersOf, type Tool, type ToolArguments } from '../tools/tool';

/** Path prefix of the routes of tools. */
export const API_ROOT = '/api/v1';

/** No valid id or number in a path is longer. Checked here, because the route's refusal would not name the argument. */
const PATH_ARGUMENT_MAX_CHARS = MEDIA_ID_MAX_CHARS;

/** A request to a route, or errors of the arguments. */
export type ToolRequest =
  { readonly path: string; readonly body: object } | { readonly refused: readonly FieldError[] };

/**
 * Returns the request for the arguments. Treats null as absent, because strict modes of models send every argument.
 * Generates the argument that `optionalIdArgument` names if it is absent. Refuses unknown arguments, and path arguments
 * that are missing, empty, too long, or neither a text nor a number. The route checks everything else.
 */
export function toToolRequest(tool: Tool, args: ToolArguments): ToolRequest {
  const presentArgs = withoutNulls(args) as Record<string, unknown>;
  const unknownNames = Object.keys(presentArgs).filter((name) => !Object.hasOwn(tool.input.properties, name));
  const refused = unknownNames.slice(0, MAX_FIELD_ERRORS).map((name) => toError(name, 'is not a known argument'));
  if (tool.kind === 'write' && tool.optionalIdArgument !== null) presentArgs[tool.optionalIdArgument] ??= randomUUID();
  let path = API_ROOT + tool.route.path;
  for (const name of pathParametersOf(tool.route)) {
    const { [name]: value } = presentArgs;
    delete presentArgs[name];
    if (value === undefined || value === '') refused.push(toError(name, 'is required'));
    else if (typeof value !== 'string' && typeof value !== 'number')
      refused.push(toError(name, 'must be a single value'));
    else if (String(value).length > PATH_ARGUMENT_MAX_CHARS)
      refused.push(toError(name, `must have at most ${PATH_ARGUMENT_MAX_CHARS} characters`));
    else path = path.replace(`{${name}}`, encodeURIComponent(name === 'media_id' ? canonicalize(value) : value));
  }
  if (refused.length > 0) return { refused };
  return { path, body: tool.kind === 'read' ? toReadBody(presentArgs) : tool.toBody(presentArgs) };
}

/** Returns the name of the argument that sets a field of the request. */
export function argumentOf(field: string): string {
  const [argument = field] =
    Object.entries(NESTED_ARGUMENTS).find(([, [object, member]]) => field === `${object}.${member}`) ?? [];
  return argument;
}

/**
 * Returns a media id in the canonical spelling: the path would encode a percent-encoded id twice. Returns any other
 * value unchanged.
 */
function canonicalize(value: string | number): string | number {
  const id = findMediaId(String(value));
  return id === null ? value : formatMediaId(id.kind, id.uuid);
}

function toReadBody(args: ToolArguments): object {
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries({ max_tokens: DEFAULT_MAX_TOKENS, ...args })) {
    const [object, member] = Object.hasOwn(NESTED_ARGUMENTS, name) ? (NESTED_ARGUMENTS[name] ?? []) : [];
    if (object === undefined || member === undefined) body[name] = value;
    else body[object] = { ...(body[object] as object | undefined), [member]: value };
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
  return { field: toFieldName(name), message };
}
