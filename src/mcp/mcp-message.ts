import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  InitializeRequestSchema,
  JSONRPCMessageSchema,
  ListToolsRequestSchema,
  PingRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { Request as HttpRequest } from 'express';
import type { IncomingHttpHeaders } from 'node:http';
import { Problem } from '../common/problems/problem';
import type { McpMessage } from './mcp.dto';

interface MessageAnswer {
  readonly status: number;
  /** The body; empty for a notification. */
  readonly text: string;
}

/** Headers that the transport reads. */
const TRANSPORT_HEADERS = ['accept', 'content-type', 'mcp-protocol-version'] as const;

/** Schemas of the requests that the server handles, by method. */
const REQUESTS = {
  initialize: InitializeRequestSchema,
  ping: PingRequestSchema,
  'tools/call': CallToolRequestSchema,
  'tools/list': ListToolsRequestSchema,
} as const;

/**
 * Sends one message to the server and returns its answer. Uses the streamable HTTP transport without sessions. Throws
 * `not-acceptable` if the client does not accept both JSON and event streams, and `invalid-request` for an unknown
 * protocol version or a message that is not JSON-RPC. The answer to invalid parameters is a JSON-RPC error.
 */
export async function answerMessage(
  server: McpServer,
  received: McpMessage,
  { headers }: HttpRequest,
): Promise<MessageAnswer> {
  const message = withoutTask(received);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  const request = new Request('http://localhost/mcp', {
    method: 'POST',
    headers: pickHeaders(headers, TRANSPORT_HEADERS),
  });
  const answer = await transport.handleRequest(request, { parsedBody: { ...message } });
  if (!answer.ok) throw toProblem(answer.status, message);
  const text = hasValidParams(message) ? await answer.text() : renderInvalidParams(message);
  return { status: answer.status, text };
}

/**
 * Returns the message without the parameter `task`. This server does not support tasks, so it answers the call as if
 * the parameter were absent. The SDK would answer with an internal error.
 */
function withoutTask({ params, ...message }: McpMessage): McpMessage {
  if (typeof params !== 'object' || params === null || !('task' in params)) return { ...message, params };
  const { task: _, ...rest } = params;
  return { ...message, params: rest };
}

/** Returns the headers with these names. Leaves out headers that are absent or have several values. */
export function pickHeaders(headers: IncomingHttpHeaders, names: readonly string[]): Record<string, string> {
  const picked = names.flatMap((name): [string, string][] => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return Object.fromEntries(picked);
}

/** Whether the parameters have the types that the method requires. True for notifications and unknown methods. */
function hasValidParams(message: McpMessage): boolean {
  if (message.id === undefined || !Object.hasOwn(REQUESTS, message.method)) return true;
  return REQUESTS[message.method as keyof typeof REQUESTS].safeParse(message).success;
}

/** The error for invalid parameters. The SDK would report an internal error, with a description of its schema. */
function renderInvalidParams({ id }: McpMessage): string {
  const error = { code: ErrorCode.InvalidParams, message: 'The parameters of the method are not valid.' };
  return JSON.stringify({ jsonrpc: '2.0', id, error });
}

/**
 * Returns the problem for a refusal of the transport, which checks `Accept`, the message and the version in this order.
 */
function toProblem(status: number, message: McpMessage): Problem {
  if (status === 406) return new Problem('not-acceptable', { detail: ACCEPT_BOTH });
  const version = { field: 'MCP-Protocol-Version', message: 'must be a version that the service supports' };
  const body = { field: 'body', message: 'must be a JSON-RPC message' };
  return Problem.invalidRequest([JSONRPCMessageSchema.safeParse(message).success ? version : body]);
}

const ACCEPT_BOTH = 'Accept must name application/json and text/event-stream.';
