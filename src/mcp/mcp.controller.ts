import { Body, Controller, Inject, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ACT_FOR_HEADER } from '../auth/acting/user-reference';
import { Costs, CurrentPrincipal } from '../auth/auth.decorators';
import type { Config } from '../common/config/config';
import { CONFIG } from '../common/config/config.token';
import type { Principal } from '../common/principal';
import { Problem } from '../common/problems/problem';
import { Answers } from '../common/response-bounds/answers.decorator';
import { LargeBody } from '../common/request-body/body.decorators';
import { requestIdOf } from '../http/middleware/request-id';
import { ChallengeFilter } from './challenge.filter';
import { McpServers } from './mcp-server';
import { McpAnswer, McpMessage } from './mcp.dto';
import { answerMessage, pickHeaders } from './mcp-message';
import { MCP_PATH } from './protected-resource';

/** Origins of pages that a server on the browser's own machine serves. */
const LOOPBACK_ORIGIN = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;
/** Headers of the MCP request that a tool call passes on to its route. */
const FORWARDED_HEADERS = ['authorization', 'x-min-revision', ACT_FOR_HEADER.toLowerCase()];

/** The Model Context Protocol over HTTP: one message for each request, without sessions. */
@ApiTags('mcp')
@Controller(MCP_PATH)
@UseFilters(ChallengeFilter)
export class McpController {
  private readonly origins: readonly string[];

  constructor(
    private readonly servers: McpServers,
    @Inject(CONFIG) { http }: Config,
  ) {
    this.origins = http.corsOrigins;
  }

  @Costs('dispatch')
  @Post()
  @LargeBody()
  @ApiOperation({ summary: 'Answer a message of the Model Context Protocol (MCP), with tools over the other routes' })
  @ApiResponse({ status: 202, description: 'The service has accepted the notification; there is no body.' })
  @Answers(McpAnswer, { problems: ['forbidden', 'not-acceptable'] })
  async answerMcp(
    @CurrentPrincipal() principal: Principal,
    @Body() message: McpMessage,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    this.requireKnownOrigin(request);
    const clientGone = new AbortController();
    response.once('close', () => clientGone.abort());
    const server = this.servers.create({
      principal,
      headers: { ...pickHeaders(request.headers, FORWARDED_HEADERS), 'x-request-id': requestIdOf(request) },
      signal: clientGone.signal,
      noteRevision: (token) => response.setHeader('X-Catalog-Revision', token),
    });
    try {
      const { status, text } = await answerMessage(server, message, request);
      response.status(status);
      if (text === '') response.end();
      else response.type('application/json').send(text);
    } finally {
      await server.close();
    }
  }

  /** Refuses web pages unless their origin is a loopback host or in `CORS_ORIGINS`, because of DNS rebinding. */
  private requireKnownOrigin({ headers: { origin } }: Request): void {
    if (origin === undefined || LOOPBACK_ORIGIN.test(origin)) return;
    if (!this.origins.includes('*') && !this.origins.includes(origin)) throw Problem.forbidden();
  }
}
