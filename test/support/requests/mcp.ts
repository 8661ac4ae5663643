/** Calls of MCP tools in tests. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { TestUser } from '../accounts/accounts';
import type { Service } from './client';

/** Returns the JSON-RPC message that calls a tool. */
export function callMessage(name: string, args: object = {}): Record<string, unknown> {
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
}

/** Headers that every message over HTTP needs. */
export const MCP_HEADERS = { accept: 'application/json, text/event-stream' };

/** Returns a connected client of the official SDK. The caller must `close` it. */
export async function connectMcp({ url }: Service, { token }: Pick<TestUser, 'token'>): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }));
  return client;
}

/** Calls a tool and returns its result. */
export async function callTool(client: Client, name: string, args: object = {}): Promise<CallToolResult> {
  return (await client.callTool({ name, arguments: { ...args } })) as CallToolResult;
}

/** The text of a result. Throws if the result starts with other content. */
export function textOf({ content }: CallToolResult): string {
  const [first] = content;
  if (first?.type !== 'text') throw new Error(`The result starts with ${first?.type ?? 'nothing'}.`);
  return first.text;
}
