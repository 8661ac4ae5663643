import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Costs, CurrentPrincipal, RequireAdmin } from '../auth/auth.decorators';
import { PageQuery } from '../common/dto/page-query.dto';
import { Answers } from '../common/response-bounds/answers.decorator';
import { requireUuid } from '../common/problems/required-ids';
import type { Principal } from '../common/principal';
import { UserListResponse, UserResponse } from './accounts.dto';
import { CreateUserRequest, UpdateUserRequest } from './accounts.requests';
import { UsersService } from './users.service';

/** Examples of the kinds of accounts. `AUTH_MODE` decides between local and external; both modes have `service`. */
const ACCOUNT_EXAMPLES = {
  local: { value: { username: 'reader', password: 'correct horse battery staple' } },
  service: { value: { username: 'nightly-import', service: true, scopes: ['catalog:write'] } },
  external: { value: { subject: 'auth0|5f7c8ec7c33c6c004bbafe82', library_ids: [] } },
};

/** Accounts, for administrators. */
@ApiTags('accounts')
@RequireAdmin()
@Controller('admin/users')
export class UsersController {
  constructor(private readonly service: UsersService) {}

  @Get()
  @ApiOperation({ summary: 'List accounts, sorted by username' })
  @Answers(UserListResponse, { problems: ['invalid-cursor'] })
  listUsers(@CurrentPrincipal() principal: Principal, @Query() query: PageQuery): Promise<UserListResponse> {
    return this.service.list(principal, query);
  }

  @Costs('write')
  @Post()
  @ApiOperation({
    summary: 'Create a local account, a service account, or an account for a user of an external issuer',
  })
  @ApiBody({ type: CreateUserRequest, examples: ACCOUNT_EXAMPLES })
  @Answers(UserResponse, { status: 201, problems: ['conflict'] })
  createUser(@Body() request: CreateUserRequest): Promise<UserResponse> {
    return this.service.create(request);
  }

  @Get(':user_id')
  @ApiOperation({ summary: 'Show an account' })
  @Answers(UserResponse)
  getUser(@Param('user_id') userId: string): Promise<UserResponse> {
    return this.service.get(requireUuid(userId, 'user_id'));
  }

  @Costs('write')
  @Patch(':user_id')
  @ApiOperation({
    summary: 'Change rights, libraries, state or password of an account; takes effect with the next request',
  })
  @Answers(UserResponse, { problems: ['conflict'] })
  updateUser(@Param('user_id') userId: string, @Body() request: UpdateUserRequest): Promise<UserResponse> {
    return this.service.update(requireUuid(userId, 'user_id'), request);
  }

  @Costs('write')
  @Delete(':user_id')
  @ApiOperation({ summary: 'Delete an account and everything that it owns' })
  @Answers(null, { problems: ['conflict'] })
  deleteUser(@Param('user_id') userId: string): Promise<void> {
    return this.service.delete(requireUuid(userId, 'user_id'));
  }
}
