import { Body, Controller, Get, Headers, HttpStatus, Param, Post, Put, Query, Res } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Costs, CurrentPrincipal } from '../auth/auth.decorators';
import { OwnedResource } from '../auth/ownership/owned-resource.decorator';
import { Answers } from '../common/response-bounds/answers.decorator';
import { LargeBody } from '../common/request-body/body.decorators';
import { AnswerSizeQuery } from '../common/dto/answer-size-query.dto';
import { TOOL_CALL_SEQUENCE_MAX } from '../common/request-body/write-bounds';
import type { Principal } from '../common/principal';
import { Problem } from '../common/problems/problem';
import { renderRunAudit, renderRuns, renderVerification } from './audit.markdown';
import { AuditService } from './audit.service';
import type { WriteAnswer } from './idempotency/idempotent-writes.service';
import { PutRunRequest, PutToolCallRequest, RunAuditRequest, RunListQuery } from './runs/run-requests.dto';
import { RunWriter } from './runs/run-writer.service';
import { RunAuditResponse, RunListResponse, RunVerification } from './audit.dto';
import { IntelligenceToolCall } from './runs/tool-call.dto';
import { IntelligenceRun } from './runs/run.dto';

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  description:
    'For 24 hours, a repeated request with the same key and content gets the first successful response again.',
};

/** Routes for callers to report and to read their runs and tool calls. */
@ApiTags('audit')
@Controller('intelligence/runs')
export class AuditController {
  constructor(
    private readonly service: AuditService,
    private readonly writer: RunWriter,
  ) {}

  @Get()
  @ApiOperation({ summary: "List the caller's runs, newest first" })
  @Answers(RunListResponse, { markdown: renderRuns, problems: ['invalid-cursor', 'conflict'] })
  listRuns(@CurrentPrincipal() principal: Principal, @Query() query: RunListQuery): Promise<RunListResponse> {
    return this.service.listRuns(principal, query);
  }

  @Costs('write')
  @Put(':run_id')
  @OwnedResource('run', { mayCreate: true })
  @LargeBody()
  @ApiOperation({ summary: 'Create a run or change its state' })
  @ApiHeader(IDEMPOTENCY_KEY)
  @Answers(IntelligenceRun, { also: [201], problems: ['invalid-media-id', 'conflict', 'idempotency-mismatch'] })
  async putRun(
    @CurrentPrincipal() principal: Principal,
    @Param('run_id') runId: string,
    @Body() request: PutRunRequest,
    @Headers('idempotency-key') key: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<IntelligenceRun> {
    const answer = await this.writer.putRun(principal, runId.toLowerCase(), request, key);
    setStatusAndHeaders(response, answer);
    return answer.body;
  }

  @Costs('write')
  @Put(':run_id/tool-calls/:sequence')
  @OwnedResource('run')
  @LargeBody('arguments', 'result')
  @ApiOperation({ summary: 'Create a tool call of a run or change its state' })
  @ApiParam({
    name: 'sequence',
    description: 'Number of the call in its run.',
    schema: { type: 'integer', minimum: 0, maximum: TOOL_CALL_SEQUENCE_MAX },
  })
  @ApiHeader(IDEMPOTENCY_KEY)
  @Answers(IntelligenceToolCall, {
    also: [201],
    problems: ['invalid-media-id', 'not-found', 'conflict', 'idempotency-mismatch'],
  })
  async putToolCall(
    @CurrentPrincipal() principal: Principal,
    @Param('run_id') runId: string,
    @Param('sequence') sequence: string,
    @Body() request: PutToolCallRequest,
    @Headers('idempotency-key') key: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<IntelligenceToolCall> {
    const number = parseSequence(sequence);
    const answer = await this.writer.putToolCall(principal, runId.toLowerCase(), number, request, key);
    setStatusAndHeaders(response, answer);
    return answer.body;
  }

  @Get(':run_id/verify')
  @OwnedResource('run')
  @ApiOperation({ summary: 'Verify that the history of a run is complete and unchanged' })
  @Answers(RunVerification, { markdown: renderVerification, problems: ['not-found', 'conflict'] })
  verifyRun(
    @CurrentPrincipal() principal: Principal,
    @Param('run_id') runId: string,
    @Query() _: AnswerSizeQuery,
  ): Promise<RunVerification> {
    return this.service.verifyRun(principal, runId.toLowerCase());
  }

  @Post(':run_id/audit')
  @OwnedResource('run')
  @ApiOperation({ summary: 'Show a run with a page of its tool calls, by sequence number' })
  @Answers(RunAuditResponse, { markdown: renderRunAudit, problems: ['invalid-cursor', 'not-found', 'conflict'] })
  auditRun(
    @CurrentPrincipal() principal: Principal,
    @Param('run_id') runId: string,
    @Body() request: RunAuditRequest,
  ): Promise<RunAuditResponse> {
    return this.service.auditRun(principal, runId.toLowerCase(), request);
  }
}

function setStatusAndHeaders(response: Response, { status, replayed }: WriteAnswer<object>): void {
  if (status === 201) response.status(HttpStatus.CREATED);
  if (replayed) response.setHeader('Idempotency-Replayed', 'true');
}

function parseSequence(text: string): number {
  if (/^\d{1,7}$/.test(text) && Number(text) <= TOOL_CALL_SEQUENCE_MAX) return Number(text);
  throw Problem.invalidField('sequence', `must be an integer from 0 to ${TOOL_CALL_SEQUENCE_MAX}`);
}
