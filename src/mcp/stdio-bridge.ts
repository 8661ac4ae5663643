/** Connects an MCP client on standard input and output with the MCP endpoint of a service. */
import { StreamableHTTPClientTransport, StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  isInitializeRequest,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';
import type { Readable, Writable } from 'node:stream';

interface BridgeTarget {
  readonly endpoint: URL;
  readonly token: string;
}

/** Status that the client of the SDK reports for an answer that is neither JSON nor a stream of events. */
const NOT_MCP = -1;
/** JSON-RPC code of connection errors, from the range that JSON-RPC reserves for implementations. */
const CONNECTION_ERROR = -32_000;

/**
 * Forwards each message of the input to the service, and each answer to the output, until the input has ended and all
 * requests are answered. If the service refuses a request or cannot be reached, the client gets the reason as an error.
 */
export async function bridgeStdio(target: BridgeTarget, input: Readable, output: Writable): Promise<void> {
  const client = new StdioServerTransport(input, output);
  const service = new StreamableHTTPClientTransport(target.endpoint, {
    requestInit: { headers: { authorization: `Bearer ${target.token}` } },
  });
  const pending = new Set<Promise<void>>();
  let initializeId: RequestId | null = null;
  service.onmessage = (message: JSONRPCMessage): void => {
    if (isJSONRPCResultResponse(message) && message.id === initializeId) {
      const { protocolVersion } = message.result;
      if (typeof protocolVersion === 'string') service.setProtocolVersion(protocolVersion);
    }
    void client.send(message);
  };
  const forward = async (message: JSONRPCMessage): Promise<void> => {
    if (isInitializeRequest(message) && isJSONRPCRequest(message)) initializeId = message.id;
    try {
      await service.send(message);
    } catch (error) {
      if (!isJSONRPCRequest(message)) return;
      const failure = { code: CONNECTION_ERROR, message: describeFailure(error, target.endpoint) };
      await client.send({ jsonrpc: '2.0', id: message.id, error: failure });
    }
  };
  client.onmessage = (message) => {
    const forwarding = forward(message).finally(() => pending.delete(forwarding));
    pending.add(forwarding);
  };
  const inputEnded = new Promise<void>((resolve) => {
    input.once('end', resolve).once('close', resolve);
  });
  await service.start();
  await client.start();
  await inputEnded;
  await Promise.all(pending);
  await service.close();
  await client.close();
}

function describeFailure(error: unknown, { origin }: URL): string {
  const status = error instanceof StreamableHTTPError ? error.code : undefined;
  if (status === 401) return 'The service refused the access token. It may have expired: give a new one with --token.';
  if (status === 429) return 'The service has received too many requests. Try again in a minute.';
  if (status === NOT_MCP) return `${origin} is not the service, because its answer is no MCP message. Check --url.`;
  if (status !== undefined) return `The service answered with the status ${status}.`;
  return `The service at ${origin} cannot be reached.`;
}
