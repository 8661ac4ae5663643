import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentPrincipal } from '../auth/auth.decorators';
import type { Principal } from '../common/principal';
import { Answers } from '../common/response-bounds/answers.decorator';
import { ToolsQuery, ToolsResponse } from './mcp.dto';
import { formatTool } from './tools/tool-formats';
import { toolsFor } from './tools/tool-list';

/** Tool definitions for applications that call language models themselves. */
@ApiTags('mcp')
@Controller('intelligence/tools')
export class ToolsController {
  @Get()
  @ApiOperation({ summary: 'List tool definitions for function calling' })
  @Answers(ToolsResponse)
  listTools(@CurrentPrincipal() principal: Principal, @Query() query: ToolsQuery): ToolsResponse {
    const { format = 'json-schema' } = query;
    return { format, tools: toolsFor(principal).map((tool) => formatTool(tool, format)) };
  }
}
