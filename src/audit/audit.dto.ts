import { ApiProperty } from '@nestjs/swagger';
import { Bounded, Capped, Nested } from '../common/response-bounds/bounded.decorators';
import { Kept } from '../common/response-detail/kept.decorator';
import { Packed } from '../common/response-budget/packed.decorator';
import { IntelligenceDropped, IntelligenceEffectiveCaps, IntelligencePage } from '../common/dto/page.dto';
import { IntelligenceGroundingRef } from '../common/dto/references.dto';
import { IntelligenceSummary } from '../common/dto/summary.dto';
import { IntelligenceOrigins, LabelsTexts } from '../common/dto/origins.dto';
import { RUN_PURPOSES, RUN_STATES, type RunPurpose, type RunState } from '../database/entities/runs/run.entity';
import {
  TOOL_CALL_STATES,
  TOOL_KINDS,
  type ToolCallState,
  type ToolKind,
} from '../database/entities/runs/tool-call.entity';

/** A run without its tool calls. */
export class IntelligenceRun {
  /** UUID of the run. */
  @Bounded()
  @Kept('ids')
  run_id: string;

  /** What the run is for. */
  @ApiProperty({ enum: RUN_PURPOSES })
  @Kept('brief')
  purpose: RunPurpose;

  /** State of the run. */
  @ApiProperty({ enum: RUN_STATES })
  @Kept('brief')
  status: RunState;

  /** UUID of the user who owns the run. */
  @Bounded()
  requested_by_user_id: string;

  /** UUID of the service account that created the run for the user; null if the user did. */
  @Bounded()
  @ApiProperty({ type: String, nullable: true })
  requested_by_service_id: string | null;

  /** Name of the language model; null if none was given. */
  @ApiProperty({ type: String, nullable: true, maxLength: 512 })
  model: string | null;

  /** When the run was created. */
  @ApiProperty({ format: 'date-time' })
  queued_at: string;

  /** When the work started; null before. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  started_at: string | null;

  /** When the work ended; null before. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  completed_at: string | null;

  /** Summary of the input; null if none was stored. */
  @Nested(() => IntelligenceSummary, { nullable: true })
  @Packed('summaries')
  @Kept('brief')
  input_summary: IntelligenceSummary | null;

  /** Summary of the output; null if none was stored. */
  @Nested(() => IntelligenceSummary, { nullable: true })
  @Packed('summaries')
  output_summary: IntelligenceSummary | null;

  /** Summary of the error; null if none was stored. */
  @Nested(() => IntelligenceSummary, { nullable: true })
  @Packed('summaries')
  error_summary: IntelligenceSummary | null;

  /** Number of tool calls of the run. */
  tool_call_count: number;

  /** Increases by one with each change of the run itself. */
  revision: number;
}

/** A reported tool call. Its arguments and result are stored, but no response contains them. */
export class IntelligenceToolCall {
  /** UUID of the tool call. */
  @Bounded()
  @Kept('brief')
  tool_call_id: string;

  /** Position of the tool call in the run. */
  @Kept('ids')
  sequence: number;

  /** Name of the tool. */
  @Bounded()
  @Kept('brief')
  name: string;

  /** What kind of tool was called. */
  @ApiProperty({ enum: TOOL_KINDS })
  @Kept('brief')
  kind: ToolKind;

  /** State of the call. */
  @ApiProperty({ enum: TOOL_CALL_STATES })
  @Kept('brief')
  status: ToolCallState;

  /** UUID of the service account that created the tool call for the user; null if the user did. */
  @Bounded()
  @ApiProperty({ type: String, nullable: true })
  requested_by_service_id: string | null;

  /** When the work started; null before. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  started_at: string | null;

  /** When the work ended; null before. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  completed_at: string | null;

  /** Milliseconds from start to end; null while either is unknown. */
  @ApiProperty({ type: 'integer', nullable: true })
  duration_ms: number | null;

  /** Summary of the input; null if none was stored. */
  @Nested(() => IntelligenceSummary, { nullable: true })
  @Packed('summaries')
  input_summary: IntelligenceSummary | null;

  /** Summary of the output; null if none was stored. */
  @Nested(() => IntelligenceSummary, { nullable: true })
  @Packed('summaries')
  @Kept('brief')
  output_summary: IntelligenceSummary | null;

  /** Summary of the error; null if none was stored. */
  @Nested(() => IntelligenceSummary, { nullable: true })
  @Packed('summaries')
  error_summary: IntelligenceSummary | null;
}

/** A tool call with the artifacts that it produced and the sources that it is based on. */
export class IntelligenceToolCallAudit extends IntelligenceToolCall {
  /** Active artifacts that have this tool call as a source, newest first. */
  @Capped('artifact_limit')
  @Packed('artifacts')
  artifact_ids: string[];

  /** What the call was based on. */
  @Capped('grounding_limit', () => IntelligenceGroundingRef)
  @Packed('evidence')
  grounding: IntelligenceGroundingRef[];
}

/** A run with the artifacts that it produced, the sources that it is based on, and a page of its tool calls. */
export class IntelligenceRunAudit extends IntelligenceRun {
  /** Active artifacts of the run, newest first. */
  @Capped('artifact_limit')
  @Packed('artifacts')
  artifact_ids: string[];

  /** What the run was based on. */
  @Capped('grounding_limit', () => IntelligenceGroundingRef)
  @Packed('evidence')
  grounding: IntelligenceGroundingRef[];

  /** The calls of the page, by sequence number. */
  @Capped('tool_call_limit', () => IntelligenceToolCallAudit)
  @Packed('rows')
  @Kept('ids')
  tool_calls: IntelligenceToolCallAudit[];
}

/** Origins of the texts of an audit. */
export const AUDIT_ORIGINS: IntelligenceOrigins = Object.freeze({ generated: ['run'], catalog: ['grounding'] });

/** The audit of a run. The page contains its tool calls, by sequence number. */
export class RunAuditResponse {
  /** The run with a page of its tool calls. */
  @Nested(() => IntelligenceRunAudit)
  @Kept('ids')
  run: IntelligenceRunAudit;

  @Nested(() => IntelligencePage)
  @Kept('ids')
  page: IntelligencePage;

  @Nested(() => IntelligenceEffectiveCaps)
  caps: IntelligenceEffectiveCaps;

  @LabelsTexts()
  origins: IntelligenceOrigins;

  @Nested(() => IntelligenceDropped)
  @ApiProperty({ required: false })
  dropped?: IntelligenceDropped;
}

/** Origins of the texts of runs. */
export const RUNS_ORIGINS: IntelligenceOrigins = Object.freeze({ generated: ['runs'] });

/** The caller's runs, newest first. */
export class RunListResponse {
  /** The runs, newest first. */
  @Capped(50, () => IntelligenceRun)
  @Packed('rows')
  @Kept('ids')
  runs: IntelligenceRun[];

  @Nested(() => IntelligencePage)
  @Kept('ids')
  page: IntelligencePage;

  @Nested(() => IntelligenceEffectiveCaps)
  caps: IntelligenceEffectiveCaps;

  @LabelsTexts()
  origins: IntelligenceOrigins;

  @Nested(() => IntelligenceDropped)
  @ApiProperty({ required: false })
  dropped?: IntelligenceDropped;
}

/** Result of the verification of a run's history. */
export class RunVerification {
  /** UUID of the run. */
  @Bounded()
  @Kept('ids')
  run_id: string;

  /** Whether every record matches its hash and continues the record before it, and no record is missing. */
  @Kept('brief')
  unbroken: boolean;

  /**
   * Whether the head is the one that the service stored last, by a hash with a key that is not in the database. Null if
   * the head has no such hash, or the service does not have its key.
   */
  @ApiProperty({ type: 'boolean', nullable: true })
  authentic: boolean | null;

  /** Number of records found. */
  records: number;

  /** Position of the first record that is wrong or missing; null if there is none. */
  @ApiProperty({ type: 'integer', nullable: true })
  first_broken: number | null;

  /** Hash of the last record: SHA-256 in hex. A client that stores it can detect later that the history was rewritten. */
  @Bounded()
  head: string;
}
