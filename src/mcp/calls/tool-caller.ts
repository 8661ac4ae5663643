import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { Injectable } from '@nestjs/common';
import { BOTH_FORMATS_MEDIA_TYPE } from '../../common/response-budget/answer-format';
import type { Tool, ToolArguments } from '../tools/tool';
import { type RouteAnswer, RouteDispatcher } from './route-dispatcher';
import { problemText, refusalText } from './tool-errors';
import { toToolRequest } from './tool-request';

/** The parts of an MCP request that its tool call uses. */
export interface CallContext {
  readonly headers: Readonly<Record<string, string>>;
  /** Aborts the request to the route. */
  readonly signal: AbortSignal;
  /** Receives the revision token of the answer. */
  readonly noteRevision: (token: string) => void;
}

/** Calls the routes of tools. */
@Injectable()
export class ToolCaller {
  constructor(private readonly routes: RouteDispatcher) {}

  /**
   * Calls the route of a tool. If the arguments are refused or the route answers with a problem, the result has
   * `isError`. Throws `ClientGoneError` when the signal aborts.
   */
  async call(tool: Tool, args: ToolArguments, { headers, signal, noteRevision }: CallContext): Promise<CallToolResult> {
    const request = toToolRequest(tool, args);
    if ('refused' in request) return toError(refusalText(request.refused));
    const answer = await this.routes.send({
      method: tool.route.method,
      path: request.path,
      body: request.body,
      signal,
      headers: { ...headers, accept: ACCEPT },
    });
    const token = answer.headers['x-catalog-revision'];
    const result = answer.status < 300 ? toResult(tool, answer) : toError(problemText(answer));
    if (typeof token !== 'string') return result;
    noteRevision(token);
    return { ...result, _meta: { catalog_revision: token } };
  }
}

const ACCEPT = `${BOTH_FORMATS_MEDIA_TYPE}, application/json;q=0.9`;

function toResult(tool: Tool, { body }: RouteAnswer): CallToolResult {
  if (tool.kind === 'read') {
    const { json, markdown } = body as { json: Record<string, unknown>; markdown: string };
    return { structuredContent: json, content: [{ type: 'text', text: markdown }] };
  }
  const answer = body as Record<string, unknown>;
  const shown = Object.fromEntries(Object.keys(tool.output.properties).map((name) => [name, answer[name]]));
  return { structuredContent: shown, content: [{ type: 'text', text: tool.toText(answer) }] };
}

function toError(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] };
}
