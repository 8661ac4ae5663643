import { Module } from '@nestjs/common';
import { HttpModule } from '../http/http.module';
import { RouteDispatcher } from './calls/route-dispatcher';
import { ToolCaller } from './calls/tool-caller';
import { McpController } from './mcp.controller';
import { McpServers } from './mcp-server';
import { ProtectedResourceController } from './protected-resource.controller';
import { ToolsController } from './tools.controller';

/**
 * Ring 4 (see docs/architecture.md): tools for language models. They call the routes of the other features, and do not
 * import these features.
 */
@Module({
  imports: [HttpModule],
  controllers: [McpController, ProtectedResourceController, ToolsController],
  providers: [McpServers, RouteDispatcher, ToolCaller],
})
export class McpModule {}
