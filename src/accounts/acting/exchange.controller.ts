import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentPrincipal } from '../../auth/auth.decorators';
import type { Principal } from '../../common/principal';
import { Answers } from '../../common/response-bounds/answers.decorator';
import { ExchangeRequest, ExchangeResponse } from './exchange.dto';
import { ExchangeService } from './exchange.service';

/** Issues tokens of users to service accounts that act for these users. */
@ApiTags('accounts')
@Controller('auth')
export class ExchangeController {
  constructor(private readonly service: ExchangeService) {}

  @Post('exchange')
  @ApiOperation({ summary: 'Exchange the API key of a service account for a short-lived token of a user' })
  @Answers(ExchangeResponse, { problems: ['forbidden', 'not-found'] })
  exchangeKey(@CurrentPrincipal() principal: Principal, @Body() request: ExchangeRequest): Promise<ExchangeResponse> {
    return this.service.exchange(principal, request);
  }
}
