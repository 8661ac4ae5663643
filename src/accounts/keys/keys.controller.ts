import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Costs, RequireAdmin } from '../../auth/auth.decorators';
import { requireUuid } from '../../common/problems/required-ids';
import { Answers } from '../../common/response-bounds/answers.decorator';
import type { ApiKeyEntity } from '../../database/entities/accounts/api-key.entity';
import { CreateKeyRequest, KeyListResponse, type KeyResponse, NewKeyResponse, RotateKeyRequest } from './keys.dto';
import { KeysService, type NewApiKey } from './keys.service';

/** Keys of service accounts, for administrators. */
@ApiTags('accounts')
@RequireAdmin()
@Controller('admin/users/:user_id/keys')
export class KeysController {
  constructor(private readonly service: KeysService) {}

  @Get()
  @ApiOperation({ summary: 'List the API keys of a service account, without their secrets' })
  @Answers(KeyListResponse, { problems: ['conflict'] })
  async listKeys(@Param('user_id') userId: string): Promise<KeyListResponse> {
    return { keys: (await this.service.list(requireUuid(userId, 'user_id'))).map(toKeyResponse) };
  }

  @Costs('write')
  @Post()
  @ApiOperation({ summary: 'Create an API key; the answer is the only one that shows it' })
  @Answers(NewKeyResponse, { status: 201, problems: ['conflict'] })
  async createKey(@Param('user_id') userId: string, @Body() request: CreateKeyRequest): Promise<NewKeyResponse> {
    return toNewKey(await this.service.create(requireUuid(userId, 'user_id'), request.name, request.lifetime_days));
  }

  @Costs('write')
  @Post(':key_id\\:rotate')
  @ApiOperation({ summary: 'Replace an API key; both keys are valid for an overlap' })
  @Answers(NewKeyResponse, { status: 201, problems: ['conflict'] })
  async rotateKey(
    @Param('user_id') userId: string,
    @Param('key_id') keyId: string,
    @Body() request: RotateKeyRequest,
  ): Promise<NewKeyResponse> {
    return toNewKey(
      await this.service.rotate(requireUuid(userId, 'user_id'), requireUuid(keyId, 'key_id'), request.overlap_seconds),
    );
  }

  @Costs('write')
  @Delete(':key_id')
  @ApiOperation({ summary: 'Revoke an API key; takes effect with the next request' })
  @Answers(null)
  revokeKey(@Param('user_id') userId: string, @Param('key_id') keyId: string): Promise<void> {
    return this.service.revoke(requireUuid(userId, 'user_id'), requireUuid(keyId, 'key_id'));
  }
}

function toNewKey({ stored, key }: NewApiKey): NewKeyResponse {
  return { ...toKeyResponse(stored), key };
}

function toKeyResponse(key: ApiKeyEntity): KeyResponse {
  return {
    key_id: key.key_id,
    name: key.name,
    created_at: key.created_at.toISOString(),
    expires_at: key.expires_at.toISOString(),
    last_used_at: key.last_used_at?.toISOString() ?? null,
  };
}
