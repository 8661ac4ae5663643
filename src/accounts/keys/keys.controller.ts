import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Costs, RequireAdmin } from '../../auth/auth.decorators';
import { findUuid } from '../../common/media-id';
import { Problem } from '../../common/problems/problem';
import { Answers } from '../../common/response-bounds/answers.decorator';
import type { ApiKeyEntity } from '../../database/entities/accounts/api-key.entity';
import { requireUserId } from '../users.controller';
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
    return { keys: (await this.service.list(requireUserId(userId))).map(toKeyResponse) };
  }

  @Costs('write')
  @Post()
  @ApiOperation({ summary: 'Create an API key; the answer is the only one that shows it' })
  @Answers(NewKeyResponse, { status: 201, problems: ['conflict'] })
  async createKey(@Param('user_id') userId: string, @Body() request: CreateKeyRequest): Promise<NewKeyResponse> {
    return toNewKey(await this.service.create(requireUserId(userId), request.name, request.lifetime_days));
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
    return toNewKey(await this.service.rotate(requireUserId(userId), requireKeyId(keyId), request.overlap_seconds));
  }

  @Costs('write')
  @Delete(':key_id')
  @ApiOperation({ summary: 'Revoke an API key; takes effect with the next request' })
  @Answers(null)
  revokeKey(@Param('user_id') userId: string, @Param('key_id') keyId: string): Promise<void> {
    return this.service.revoke(requireUserId(userId), requireKeyId(keyId));
  }
}

function requireKeyId(text: string): string {
  const keyId = findUuid(text);
  if (keyId === null) throw Problem.invalidRequest([{ field: 'key_id', message: 'must be a UUID' }]);
  return keyId;
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
