import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { runStatement } from '../../database/transaction-scope';
import type { Payloads, ToolCallContent } from './run-changes';
import type { RunKey } from './run.store';

/** A tool call as it stands; locked by its run. */
export interface StoredToolCall extends ToolCallContent {
  readonly tool_call_id: string;
}

const CONTENT = `name, kind, status, arguments_bytes, arguments_sha256, result_bytes, result_sha256, input_summary,
       output_summary, error_summary, sources, started_at, completed_at`;

/** Writes tool calls. Every method runs in the caller's transaction, which holds the lock of the run. */
@Injectable()
export class ToolCallStore {
  /** Null when the run has no such call. */
  async find(manager: EntityManager, key: RunKey, sequence: number): Promise<StoredToolCall | null> {
    const text = `SELECT tool_call_id, ${CONTENT} FROM intelligence_tool_calls
        WHERE owner_user_id = $1 AND run_id = $2 AND sequence = $3`;
    const values = [key.userId, key.runId, sequence];
    const [row] = await runStatement<StoredToolCall>(manager, { name: 'tool_call', text }, values);
    return row ?? null;
  }

  /** Makes or replaces a call; a payload that is not given stays as it is. */
  async write(
    manager: EntityManager,
    key: RunKey,
    sequence: number,
    toolCallId: string,
    call: ToolCallContent,
    payloads: Payloads,
  ): Promise<void> {
    await runStatement(
      manager,
      {
        name: 'tool_call_write',
        text: `INSERT INTO intelligence_tool_calls AS c
              (owner_user_id, run_id, sequence, tool_call_id, ${CONTENT}, arguments, result)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15::jsonb, $16, $17, $18::jsonb, $19::jsonb)
       ON CONFLICT (owner_user_id, run_id, sequence) DO UPDATE
          SET status = EXCLUDED.status, arguments_bytes = EXCLUDED.arguments_bytes,
              arguments_sha256 = EXCLUDED.arguments_sha256, result_bytes = EXCLUDED.result_bytes,
              result_sha256 = EXCLUDED.result_sha256, input_summary = EXCLUDED.input_summary,
              output_summary = EXCLUDED.output_summary, error_summary = EXCLUDED.error_summary,
              sources = EXCLUDED.sources, started_at = EXCLUDED.started_at, completed_at = EXCLUDED.completed_at,
              arguments = COALESCE(EXCLUDED.arguments, c.arguments), result = COALESCE(EXCLUDED.result, c.result),
              revision = c.revision + 1, updated_at = now()`,
      },
      [
        ...[key.userId, key.runId, sequence, toolCallId, call.name, call.kind, call.status],
        ...[call.arguments_bytes, call.arguments_sha256, call.result_bytes, call.result_sha256],
        ...[call.input_summary, call.output_summary, call.error_summary, JSON.stringify(call.sources)],
        ...[call.started_at, call.completed_at, payloads.arguments?.json ?? null, payloads.result?.json ?? null],
      ],
    );
  }
}
