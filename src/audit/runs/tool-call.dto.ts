import { ApiProperty } from '@nestjs/swagger';
import { IntelligenceSummary } from '../../common/dto/summary.dto';
import { Bounded, Nested } from '../../common/response-bounds/bounded.decorators';
import { Packed } from '../../common/response-budget/packed.decorator';
import { Kept } from '../../common/response-detail/kept.decorator';
import {
  TOOL_KINDS,
  type ToolKind,
  TOOL_CALL_STATES,
  type ToolCallState,
} from '../../database/entities/runs/tool-call.entity';

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

  /** When the work was first reported as `running`; null if it never was. */
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
