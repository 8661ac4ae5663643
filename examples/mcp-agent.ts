/**
 * An agent loop with the official MCP client and any model, with tools over a media library. See `docs/cookbook.md`.
 */
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';
import { type Check, checkCitations, CITATION_RULE, type CheckedCitation } from './citations';
import { toSummary } from './summary';

/** Maximum number of times that the model is asked. */
const STEPS_MAX = 8;
/**
 * Maximum number of tokens of each result. If the model makes one call in each step, all results together have at most
 * 8,000 tokens. These fit into a small context window.
 */
const RESULT_MAX_TOKENS = 1_000;

/** A tool call that the model requests. */
export interface ToolCall {
  /** Links the call to its result in the conversation, for example the id that the provider of the model gives it. */
  readonly id: string;
  readonly name: string;
  readonly arguments: Record<string, unknown>;
}

/** One part of a conversation. */
export type Message =
  | { readonly role: 'system' | 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly calls: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly callId: string; readonly name: string; readonly text: string };

/** A model: it answers a conversation or requests tool calls. Implement it for your provider. */
export type Model = (
  messages: readonly Message[],
  tools: readonly Tool[],
) => Promise<{ readonly text: string } | { readonly calls: readonly ToolCall[] }>;

/** An answer with its citations and the run that records it. */
export interface McpAnswer {
  readonly text: string;
  /** The check of each citation. */
  readonly citations: readonly CheckedCitation[];
  /** The run that records the work; null if the caller may not record runs. */
  readonly runId: string | null;
}

/** Answers a question with the tools that only read. Records the work if the service offers the tools for it. */
export async function answerQuestion(client: Client, model: Model, question: string): Promise<McpAnswer> {
  const { tools } = await client.listTools();
  const readOnlyTools = tools.filter(({ annotations }) => annotations?.readOnlyHint === true);
  const mayRecord = tools.some(({ name }) => name === 'record_run');
  const runId = mayRecord ? await beginRun(client, question) : null;
  try {
    const { text, results } = await converse({ client, model, tools: readOnlyTools, runId }, question);
    const citations = await checkCitations(text, results, async (groundings) => {
      const args = { groundings };
      return (await requireResult<{ checks: Check[] }>(client, 'verify_citations', args)).checks;
    });
    await endRun(client, runId, { status: 'succeeded', output_summary: toSummary(text) });
    return { text, citations, runId };
  } catch (error) {
    // If this write fails, too, the caller still gets the first error.
    await endRun(client, runId, { status: 'failed', error_summary: toSummary(String(error)) }).catch(() => undefined);
    throw error;
  }
}

/** What a conversation needs: access to the service, the model, the tools that it may call, and the run to record. */
interface ConversationSetup {
  readonly client: Client;
  readonly model: Model;
  readonly tools: readonly Tool[];
  readonly runId: string | null;
}

/** Lets the model call tools until it answers. Returns its answer and the results of the tools. */
async function converse(
  { client, model, tools, runId }: ConversationSetup,
  question: string,
): Promise<{ text: string; results: unknown[] }> {
  const messages: Message[] = [
    { role: 'system', text: `${client.getInstructions() ?? ''}\n${CITATION_RULE}` },
    { role: 'user', text: question },
  ];
  const results: unknown[] = [];
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const answer = await model(messages, tools);
    if ('text' in answer) return { text: answer.text, results };
    messages.push({ role: 'assistant', calls: answer.calls });
    for (const { id: callId, name, arguments: args } of answer.calls) {
      // A model may request a tool that it was not offered, for example one that writes.
      if (!tools.some((tool) => tool.name === name)) {
        messages.push({ role: 'tool', callId, name, text: `There is no tool ${name}.` });
        continue;
      }
      const sequence = results.length + 1;
      await record(client, runId, { sequence, name, kind: 'read_model', status: 'running' });
      const result = await call(client, name, { ...args, max_tokens: RESULT_MAX_TOKENS }).catch(
        async (error: unknown) => {
          // If this write fails, too, the caller still gets the first error.
          await record(client, runId, { sequence, status: 'failed' }).catch(() => undefined);
          throw error;
        },
      );
      await record(client, runId, { sequence, status: result.isError === true ? 'failed' : 'succeeded' });
      results.push(result.structuredContent);
      // A refused call is a result, too: its text tells the model how to correct the call.
      messages.push({ role: 'tool', callId, name, text: textOf(result) });
    }
  }
  throw new Error(`The model did not answer within ${STEPS_MAX} steps.`);
}

async function call(client: Client, name: string, args: Record<string, unknown>): Promise<CallToolResult> {
  return (await client.callTool({ name, arguments: args })) as CallToolResult;
}

/** Calls a tool whose result the program needs. Throws an error with the reason if the service refuses the call. */
async function requireResult<Result>(client: Client, name: string, args: Record<string, unknown>): Promise<Result> {
  const result = await call(client, name, args);
  if (result.isError === true) throw new Error(textOf(result));
  return result.structuredContent as Result;
}

async function beginRun(client: Client, question: string): Promise<string> {
  const run = { purpose: 'recommendation', status: 'running', input_summary: toSummary(question) };
  const { run_id } = await requireResult<{ run_id: string }>(client, 'record_run', run);
  return run_id;
}

async function endRun(client: Client, runId: string | null, run: Record<string, unknown>): Promise<void> {
  if (runId !== null) await requireResult(client, 'record_run', { run_id: runId, ...run });
}

async function record(client: Client, runId: string | null, toolCall: Record<string, unknown>): Promise<void> {
  if (runId !== null) await requireResult(client, 'record_tool_call', { run_id: runId, ...toolCall });
}

function textOf({ content }: CallToolResult): string {
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}
