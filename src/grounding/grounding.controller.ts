import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentPrincipal } from '../auth/auth.decorators';
import type { Principal } from '../common/principal';
import { Answers } from '../common/response-bounds/answers.decorator';
import { LargeBody } from '../common/request-body/body.decorators';
import { VerifyGroundingRequest, VerifyGroundingResponse } from './grounding.dto';
import { renderChecks } from './grounding.markdown';
import { GroundingService } from './grounding.service';

/** Checks whether groundings of earlier answers still hold. */
@ApiTags('grounding')
@Controller('intelligence')
export class GroundingController {
  constructor(private readonly service: GroundingService) {}

  // An unescaped colon begins a parameter.
  @Post('grounding\\:verify')
  // 48 groundings with the longest evidence can exceed `SMALL_BODY_MAX_BYTES`.
  @LargeBody()
  @ApiOperation({ summary: 'Check whether groundings of earlier answers still hold' })
  @Answers(VerifyGroundingResponse, {
    markdown: renderChecks,
    problems: ['invalid-media-id', 'invalid-cursor', 'conflict'],
  })
  verifyGrounding(
    @CurrentPrincipal() principal: Principal,
    @Body() request: VerifyGroundingRequest,
  ): Promise<VerifyGroundingResponse> {
    return this.service.verifyGrounding(principal, request);
  }
}
