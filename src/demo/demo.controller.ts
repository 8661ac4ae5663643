import { applyDecorators, Body, Controller, Get, Headers, Post, Res } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { RequireAdmin } from '../auth/auth.decorators';
import { Answers } from '../common/response-bounds/answers.decorator';
import { DemoSizeRequest, DemoStatusResponse } from './demo.dto';
import { type DemoAnswer, DemoService } from './demo.service';

const WAIT = /(?:^|[,;])\s*wait\s*=\s*"?(\d{1,4})"?\s*(?:$|[,;])/i;
const WAIT_MAX_SECONDS = 60;

/** What all commands of the demo share in the description of the API. */
function DescribesCommand(summary: string): MethodDecorator {
  return applyDecorators(
    ApiOperation({ summary }),
    ApiHeader({ name: 'If-Match', required: false, description: 'Only if the status still has this tag.' }),
    ApiHeader({
      name: 'Prefer',
      required: false,
      description: '`wait=N`: answer when done, or after N seconds (<= 60).',
    }),
    Answers(DemoStatusResponse, { status: 202, also: [200], problems: ['conflict', 'precondition-failed'] }),
  );
}

/** The demo's administration. */
@ApiTags('demo')
@RequireAdmin()
@Controller('admin/demo')
export class DemoController {
  constructor(private readonly service: DemoService) {}

  @Get('status')
  @ApiOperation({ summary: 'Show the state of the demo, its libraries and its current command' })
  @Answers(DemoStatusResponse)
  async getStatus(@Res({ passthrough: true }) response: Response): Promise<DemoStatusResponse> {
    const { status, etag } = await this.service.getStatus();
    response.setHeader('ETag', etag);
    return status;
  }

  @Post('reset')
  @DescribesCommand('Make plan, tree and catalog anew; watch states, artifacts and runs go')
  async reset(
    @Body() request: DemoSizeRequest,
    @Headers('if-match') ifMatch: string | undefined,
    @Headers('prefer') prefer: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DemoStatusResponse> {
    return answer(response, await this.service.reset(request, { ifMatch, waitMs: toWaitMs(prefer) }), prefer);
  }

  @Post('resize')
  @DescribesCommand('Grow or shrink to a size; what stays keeps its ids, watch states and artifacts')
  async resize(
    @Body() request: DemoSizeRequest,
    @Headers('if-match') ifMatch: string | undefined,
    @Headers('prefer') prefer: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DemoStatusResponse> {
    return answer(response, await this.service.resize(request, { ifMatch, waitMs: toWaitMs(prefer) }), prefer);
  }
}

function answer(
  response: Response,
  { status, etag, done }: DemoAnswer,
  prefer: string | undefined,
): DemoStatusResponse {
  response.status(done ? 200 : 202).setHeader('ETag', etag);
  if (toWaitMs(prefer) > 0) response.setHeader('Preference-Applied', `wait=${toWaitMs(prefer) / 1000}`);
  return status;
}

/** Milliseconds of `Prefer: wait=N` (RFC 7240), at most a minute; 0 without it. */
function toWaitMs(prefer: string | undefined): number {
  const seconds = Number(WAIT.exec(prefer ?? '')?.[1] ?? 0);
  return Math.min(seconds, WAIT_MAX_SECONDS) * 1000;
}
