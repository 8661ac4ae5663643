import { ApiProperty } from '@nestjs/swagger';
import { Bounded, Capped, Nested } from '../common/response-bounds/bounded.decorators';
import { Kept } from '../common/response-detail/kept.decorator';
import { Packed } from '../common/response-budget/packed.decorator';
import { PagedAnswer } from '../common/dto/page.dto';
import { IntelligenceGroundingRef } from '../common/dto/references.dto';
import { IntelligenceOrigins } from '../common/dto/origins.dto';
import { IntelligenceRun } from './runs/run.dto';
import { IntelligenceToolCall } from './runs/tool-call.dto';

/** A tool call with its artifacts and its sources. */
export class IntelligenceToolCallAudit extends IntelligenceToolCall {
  /** Active artifacts that have this tool call as a source, newest first. */
  @Capped('artifact_limit')
  @Packed('artifacts')
  artifact_ids: string[];

  /** The sources of the call that the caller may see. */
  @Capped('grounding_limit', () => IntelligenceGroundingRef)
  @Packed('evidence')
  grounding: IntelligenceGroundingRef[];
}

/** A run with its artifacts, its sources and a page of its tool calls. */
export class IntelligenceRunAudit extends IntelligenceRun {
  /** Active artifacts of the run, newest first. */
  @Capped('artifact_limit')
  @Packed('artifacts')
  artifact_ids: string[];

  /** The sources of the run that the caller may see. */
  @Capped('grounding_limit', () => IntelligenceGroundingRef)
  @Packed('evidence')
  grounding: IntelligenceGroundingRef[];

  /** The tool calls of the page, by sequence number. */
  @Capped('tool_call_limit', () => IntelligenceToolCallAudit)
  @Packed('rows')
  @Kept('ids')
  tool_calls: IntelligenceToolCallAudit[];
}

/** Origins of the texts of an audit. */
export const RUN_AUDIT_ORIGINS: IntelligenceOrigins = Object.freeze({ generated: ['run'], catalog: ['grounding'] });

/** The audit of a run. The page contains its tool calls, by sequence number. */
export class RunAuditResponse extends PagedAnswer {
  /** The run with a page of its tool calls. */
  @Nested(() => IntelligenceRunAudit)
  @Kept('ids')
  run: IntelligenceRunAudit;
}

/** Origins of the texts of runs. */
export const RUNS_ORIGINS: IntelligenceOrigins = Object.freeze({ generated: ['runs'] });

/** The caller's runs, newest first. */
export class RunListResponse extends PagedAnswer {
  /** The runs, newest first. */
  @Capped(50, () => IntelligenceRun)
  @Packed('rows')
  @Kept('ids')
  runs: IntelligenceRun[];
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
   * Whether the service wrote the head that is stored with the run: the number of records and the hash of the last
   * one. A keyed hash shows this; its key is not in the database. Null if the head has no keyed hash, or if the
   * service does not have the key.
   */
  @ApiProperty({ type: 'boolean', nullable: true })
  authentic: boolean | null;

  /** Number of records found. */
  records: number;

  /** Sequence number of the first record that is wrong or missing; null if all are right. */
  @ApiProperty({ type: 'integer', nullable: true })
  first_broken: number | null;

  /** SHA-256 of the last record, in hex. A client that stores it can later detect that the history was rewritten. */
  @Bounded()
  head: string;
}
