import { Body, Controller, Get, Post, Req } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { Costs, CurrentPrincipal, Public } from '../../auth/auth.decorators';
import { type AuthenticatedRequest, findSessionId } from '../../auth/authenticated-request';
import { toAddressKey } from '../../auth/limits/caller-address';
import { Answers } from '../../common/response-bounds/answers.decorator';
import type { Principal } from '../../common/principal';
import { AccountResponse, TokenResponse } from '../accounts.dto';
import { LoginRequest, RefreshRequest } from '../accounts.requests';
import { LoginService } from './login.service';

/** Routes for the login sessions of local accounts, and for the caller's account. */
@ApiTags('accounts')
@Controller('auth')
export class AuthController {
  constructor(private readonly service: LoginService) {}

  @Public()
  @Costs('login')
  @Post('login')
  @ApiOperation({ summary: 'Log in with a username and a password' })
  @Answers(TokenResponse, { problems: ['unauthorized', 'not-found', 'rate-limited'] })
  login(@Body() { username, password }: LoginRequest, @Req() { ip }: Request): Promise<TokenResponse> {
    return this.service.login(username, password, toAddressKey(ip));
  }

  @Public()
  @Post('refresh')
  @ApiOperation({
    summary: 'Exchange a refresh token for new tokens; a second use more than one second later ends its session',
  })
  @Answers(TokenResponse, { problems: ['unauthorized', 'not-found'] })
  refreshTokens(@Body() { refresh_token }: RefreshRequest): Promise<TokenResponse> {
    return this.service.refresh(refresh_token);
  }

  @Post('logout')
  @ApiOperation({ summary: 'Log out: end the session and refuse its tokens' })
  @Answers(null)
  logout(@Req() request: AuthenticatedRequest): Promise<void> {
    return this.service.logout(findSessionId(request));
  }

  @Get('me')
  @ApiOperation({ summary: "Show the caller's account" })
  @Answers(AccountResponse)
  getMe(@CurrentPrincipal() principal: Principal): AccountResponse {
    return {
      user_id: principal.userId,
      username: principal.username,
      role: principal.role,
      scopes: [...principal.scopes],
      library_ids: principal.libraryIds === null ? null : [...principal.libraryIds],
    };
  }
}
