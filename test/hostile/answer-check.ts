/** Checks the rules that the answer to every request must follow, even to a hostile one. */
import { PROBLEM_CODES } from '../../src/common/problems/problem-codes';
import { MARK } from './named-values';

/** An answer with its whole body. */
export interface HostileAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

/** A text of artifacts and runs of another user. No answer may contain it. */
export const HIDDEN = 'hidden5e0b41d97c';

/** Position in seconds of a watch state of another user. No answer may contain this number. */
export const HIDDEN_POSITION = 765_431;
const POSITION = new RegExp(`\\b${HIDDEN_POSITION}\\b`);

/** JSON-RPC codes for errors of the message. The other codes report errors of the service. */
const MESSAGE_CODES: ReadonlySet<unknown> = new Set([-32700, -32600, -32601, -32602]);

/**
 * Returns the fault of an answer, or null. The status must be from 200 to 499. No answer may contain `HIDDEN` or
 * `HIDDEN_POSITION`. A problem must have a code of `PROBLEM_CODES` with the status of this code. A JSON-RPC error must
 * have a code of `MESSAGE_CODES`. No refusal may contain `MARK`, except in the id of a JSON-RPC message.
 */
export function findFault(answer: HostileAnswer): string | null {
  const { status, text } = answer;
  if (text.includes(HIDDEN) || POSITION.test(text)) return `shows what belongs to another user: ${text.slice(0, 300)}`;
  if (status >= 500 || status < 200) return `status ${status}: ${text.slice(0, 300)}`;
  const refusal = refusalOf(answer);
  if (refusal === null) return null;
  if (refusal !== 'known') return refusal;
  return withoutMessageId(text).toLowerCase().includes(MARK) ? `repeats the input: ${text.slice(0, 300)}` : null;
}

/** JSON-RPC requires that an answer repeats the id of its message. */
function withoutMessageId(text: string): string {
  const { id: _, ...answer } = JSON.parse(text) as Record<string, unknown>;
  return 'jsonrpc' in answer ? JSON.stringify(answer) : text;
}

/** Returns null if the answer is no refusal, `known` if it is a permitted refusal, else the fault. */
function refusalOf({ status, contentType, text }: HostileAnswer): string | null {
  if (status < 400) return refusalInBody(contentType, text);
  if (text === '') return `status ${status} without a problem`;
  if (!/^application\/(problem\+)?json/.test(contentType)) return `${status} as ${contentType}`;
  const { code, status: bodyStatus, error } = JSON.parse(text) as { code?: string; status?: number; error?: RpcError };
  if (error !== undefined) return MESSAGE_CODES.has(error.code) ? 'known' : `JSON-RPC error ${error.code}`;
  const definition = Object.entries(PROBLEM_CODES).find(([name]) => name === code)?.[1];
  if (definition === undefined) return `${status} with the unknown code ${code}`;
  return definition.status === status && bodyStatus === status ? 'known' : `${code} with status ${status}`;
}

interface RpcError {
  readonly code: number;
}

/** Like `refusalOf`, for statuses below 400. Their bodies can refuse an MCP message or lines of an import. */
function refusalInBody(contentType: string, text: string): string | null {
  if (!contentType.startsWith('application/json') || !text.startsWith('{"')) return null;
  const { jsonrpc, error, result, rejected } = JSON.parse(text) as {
    rejected?: number;
    jsonrpc?: string;
    error?: RpcError;
    result?: { isError?: boolean };
  };
  if (jsonrpc === undefined) return rejected === undefined ? null : 'known';
  if (error !== undefined) return MESSAGE_CODES.has(error.code) ? 'known' : `JSON-RPC error ${error.code}`;
  return result?.isError === true ? 'known' : null;
}
