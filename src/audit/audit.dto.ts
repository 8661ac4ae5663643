import { ApiProperty } from '@nestjs/swagger';
import { Bounded, Capped, Nested } from '../common/response-bounds/bounded.decorators';
import {
  IntelligenceEffectiveCaps,
  IntelligenceGroundingRef,
  IntelligencePage,
  IntelligenceSummary,
} from '../common/dto/intelligence.dto';
import { RUN_PURPOSES, RUN_STATES, type RunPurpose, type RunState } from '../database/entities/runs/run.entity';
import {
  TOOL_CALL_STATES,
  TOOL_KINDS,
  type ToolCallState,
  type ToolKind,
} from '../database/entities/runs/tool-call.entity';

/** A run without its tool calls. */
export class IntelligenceRun {
  @Bounded()
  run_id: string;

  @ApiProperty({ enum: RUN_PURPOSES })
  purpose: RunPurpose;

  @ApiProperty({ enum: RUN_STATES })
  status: RunState;

  @Bounded()
  requested_by_user_id: string;

  @ApiProperty({ type: String, nullable: true, maxLength: 512 })
  model: string | null;

  @ApiProperty({ format: 'date-time' })
  queued_at: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  started_at: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  completed_at: string | null;

  @Nested(() => IntelligenceSummary, { nullable: true })
  input_summary: IntelligenceSummary | null;

  @Nested(() => IntelligenceSummary, { nullable: true })
  output_summary: IntelligenceSummary | null;

  @Nested(() => IntelligenceSummary, { nullable: true })
  error_summary: IntelligenceSummary | null;

  /** Tool calls of the run, in all. */
  tool_call_count: number;

  /** Grows by one with each change of the run itself. */
  revision: number;
}

/** A tool call as it was reported; its arguments and result are kept, but not answered. */
export class IntelligenceToolCall {
  @Bounded()
  tool_call_id: string;

  /** Its place in the run. */
  sequence: number;

  @Bounded()
  name: string;

  @ApiProperty({ enum: TOOL_KINDS })
  kind: ToolKind;

  @ApiProperty({ enum: TOOL_CALL_STATES })
  status: ToolCallState;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  started_at: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  completed_at: string | null;

  /** Milliseconds from start to end; null while one of them is not known. */
  @ApiProperty({ type: 'integer', nullable: true })
  duration_ms: number | null;

  @Nested(() => IntelligenceSummary, { nullable: true })
  input_summary: IntelligenceSummary | null;

  @Nested(() => IntelligenceSummary, { nullable: true })
  output_summary: IntelligenceSummary | null;

  @Nested(() => IntelligenceSummary, { nullable: true })
  error_summary: IntelligenceSummary | null;
}

/** A tool call with what it made and what it was grounded in. */
export class IntelligenceToolCallAudit extends IntelligenceToolCall {
  /** Active artifacts that name this call as their source, newest first. */
  @Capped('artifact_limit')
  artifact_ids: string[];

  @Capped('grounding_limit', () => IntelligenceGroundingRef)
  grounding: IntelligenceGroundingRef[];
}

/** A run with what it made, what it was grounded in, and a page of its tool calls. */
export class IntelligenceRunAudit extends IntelligenceRun {
  /** Active artifacts of the run, newest first. */
  @Capped('artifact_limit')
  artifact_ids: string[];

  @Capped('grounding_limit', () => IntelligenceGroundingRef)
  grounding: IntelligenceGroundingRef[];

  @Capped('tool_call_limit', () => IntelligenceToolCallAudit)
  tool_calls: IntelligenceToolCallAudit[];
}

/** The audit of a run; the page is over its tool calls, by sequence. */
export class RunAuditResponse {
  @Nested(() => IntelligenceRunAudit)
  run: IntelligenceRunAudit;

  @Nested(() => IntelligencePage)
  page: IntelligencePage;

  @Nested(() => IntelligenceEffectiveCaps)
  caps: IntelligenceEffectiveCaps;
}

/** The caller's runs, newest first. */
export class RunListResponse {
  @Capped(50, () => IntelligenceRun)
  runs: IntelligenceRun[];

  @Nested(() => IntelligencePage)
  page: IntelligencePage;

  @Nested(() => IntelligenceEffectiveCaps)
  caps: IntelligenceEffectiveCaps;
}

/** Whether a run's history is as it was written. */
export class RunVerification {
  @Bounded()
  run_id: string;

  /** Every record hashes to what is kept of it, follows the one before, and none is missing at the end. */
  unbroken: boolean;

  /** Records found. */
  records: number;

  /** The first record that is wrong or missing; null when there is none. */
  @ApiProperty({ type: 'integer', nullable: true })
  first_broken: number | null;

  /** Hash of the last record, SHA-256 in hex: who notes it can tell later whether the history was written anew. */
  @Bounded()
  head: string;
}
