import { applyDecorators, Body, Controller, Get, Headers, Post, Res } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Costs, RequireAdmin } from '../auth/auth.decorators';
import { Answers } from '../common/response-bounds/answers.decorator';
import { DemoSizeRequest, DemoStatusResponse } from './demo.dto';
import { type DemoAnswer, DemoService } from './demo.service';

/** The preference `wait=N` in a `Prefer` header (RFC 7240). */
const WAIT_PREFERENCE = /(?:^|,)\s*wait\s*=\s*"?(\d+)"?\s*(?:$|[,;])/i;
const WAIT_MAX_SECONDS = 60;

/** Declares what all commands of the demo share: the API description, the cost and the answers. */
function DemoCommand(summary: string): MethodDecorator {
  return applyDecorators(
    ApiOperation({ summary }),
    ApiHeader({
      name: 'If-Match',
      required: false,
      description: 'Runs the command only if the status still has this ETag.',
    }),
    ApiHeader({
      name: 'Prefer',
      required: false,
      description: '`wait=N`: answer when done, or after N seconds (<= 60).',
    }),
    Costs('import'),
    Answers(DemoStatusResponse, { status: 202, also: [200], problems: ['conflict', 'precondition-failed'] }),
  );
}

/** The status and the commands of the demo, for administrators only. */
@ApiTags('demo')
@RequireAdmin()
@Controller('admin/demo')
export class DemoController {
  constructor(private readonly service: DemoService) {}

  @Get('status')
  @ApiOperation({ summary: 'Show the state of the demo, its libraries and its current command' })
  @Answers(DemoStatusResponse)
  async getDemoStatus(@Res({ passthrough: true }) response: Response): Promise<DemoStatusResponse> {
    const { status, etag } = await this.service.getStatus();
    response.setHeader('ETag', etag);
    return status;
  }

  @Post('reset')
  @DemoCommand('Create the media files and the catalog of the demo again; delete watch states, artifacts and runs')
  async resetDemo(
    @Body() request: DemoSizeRequest,
    @Headers('if-match') ifMatch: string | undefined,
    @Headers('prefer') prefer: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DemoStatusResponse> {
    const waitMs = toWaitMs(prefer);
    const answer = await this.service.reset(request, { ifMatch, waitMs });
    setHead(response, answer, waitMs);
    return answer.status;
  }

  @Post('resize')
  @DemoCommand('Add or remove titles; the other titles keep their ids, watch states and artifacts')
  async resizeDemo(
    @Body() request: DemoSizeRequest,
    @Headers('if-match') ifMatch: string | undefined,
    @Headers('prefer') prefer: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DemoStatusResponse> {
    const waitMs = toWaitMs(prefer);
    const answer = await this.service.resize(request, { ifMatch, waitMs });
    setHead(response, answer, waitMs);
    return answer.status;
  }
}

/** Sets the HTTP status and the headers. */
function setHead(response: Response, { etag, done }: DemoAnswer, waitMs: number): void {
  response.status(done ? 200 : 202).setHeader('ETag', etag);
  if (waitMs > 0) response.setHeader('Preference-Applied', `wait=${waitMs / 1000}`);
}

/** Returns N of `Prefer: wait=N` in milliseconds, limited to one minute; 0 without this preference. */
function toWaitMs(prefer: string | undefined): number {
  const seconds = Number(WAIT_PREFERENCE.exec(prefer ?? '')?.[1] ?? 0);
  return Math.min(seconds, WAIT_MAX_SECONDS) * 1000;
}
