import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentPrincipal } from '../../auth/auth.decorators';
import type { Principal } from '../../common/principal';
import { Answers } from '../../common/response-bounds/answers.decorator';
import { NextUpRequest, NextUpResponse } from './next-up.dto';
import { renderNextUp } from './next-up.markdown';
import { NextUpService } from './next-up.service';

/** The route for the next episodes of the caller. */
@ApiTags('items')
@Controller('intelligence')
export class NextUpController {
  constructor(private readonly service: NextUpService) {}

  // An unescaped colon begins a parameter.
  @Post('items\\:next-up')
  @ApiOperation({ summary: 'List the next episode of each series that the caller has begun' })
  @Answers(NextUpResponse, { markdown: renderNextUp, problems: ['invalid-cursor'] })
  listNextUp(@CurrentPrincipal() principal: Principal, @Body() request: NextUpRequest): Promise<NextUpResponse> {
    return this.service.listNextUp(principal, request);
  }
}
