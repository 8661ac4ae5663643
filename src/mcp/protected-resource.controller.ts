import { Controller, Get, Inject, Req } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { Public } from '../auth/auth.decorators';
import type { Config } from '../common/config/config';
import { CONFIG } from '../common/config/config.token';
import { Answers } from '../common/response-bounds/answers.decorator';
import { ProtectedResource } from './mcp.dto';
import { MCP_PATH, METADATA_PATH, publicUrl } from './protected-resource';

/** Metadata of the MCP endpoint for clients that have no token yet. */
@ApiTags('mcp')
@Public()
@Controller(METADATA_PATH)
export class ProtectedResourceController {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  @Get(MCP_PATH)
  @ApiOperation({ summary: 'Describe how to get access to the MCP endpoint (RFC 9728)' })
  @Answers(ProtectedResource)
  getProtectedResource(@Req() request: Request): ProtectedResource {
    const { auth, http } = this.config;
    return {
      resource: publicUrl(request, http.basePath, MCP_PATH),
      resource_name: 'Intelligence read model',
      ...(auth.mode === 'local' ? {} : { authorization_servers: auth.externalIssuers.map(({ issuer }) => issuer) }),
      bearer_methods_supported: ['header'],
      resource_documentation: publicUrl(request, http.basePath, 'api/docs'),
    };
  }
}
