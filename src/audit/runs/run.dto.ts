import { ApiProperty } from '@nestjs/swagger';
import { IntelligenceSummary } from '../../common/dto/summary.dto';
import { Bounded, Nested } from '../../common/response-bounds/bounded.decorators';
import { Packed } from '../../common/response-budget/packed.decorator';
import { Kept } from '../../common/response-detail/kept.decorator';
import { RUN_PURPOSES, type RunPurpose, RUN_STATES, type RunState } from '../../database/entities/runs/run.entity';

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

  /** When the work was first reported as `running`; null if it never was. */
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
