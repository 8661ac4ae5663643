import { Body, Controller, Get, Headers, HttpStatus, Param, Post, Put, Query, Res } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Costs, CurrentPrincipal } from '../auth/auth.decorators';
import { OwnedResource } from '../auth/ownership/owned-resource.decorator';
import { Answers } from '../common/response-bounds/answers.decorator';
import { LargeBody } from '../common/request-body/body.decorators';
import { AnswerSizeQuery } from '../common/dto/answer-size-query.dto';
import { matchesWeakly } from '../common/entity-tags';
import type { Principal } from '../common/principal';
import { ArtifactWriter } from './writing/artifact-writer.service';
import { ArtifactResponse, SearchArtifactsRequest, SearchArtifactsResponse } from './artifacts.dto';
import { PutArtifactRequest } from './writing/artifact-requests.dto';
import { InvalidateArtifactRequest, InvalidatedArtifact } from './writing/invalidation.dto';
import { renderArtifact, renderArtifacts } from './artifacts.markdown';
import { ArtifactsService } from './artifacts.service';

/** Routes for artifacts: results about the catalog that applications store. */
@ApiTags('artifacts')
@Controller('intelligence')
export class ArtifactsController {
  constructor(
    private readonly service: ArtifactsService,
    private readonly writer: ArtifactWriter,
  ) {}

  @Post('artifacts')
  @ApiOperation({ summary: 'List active artifacts that the caller may see, newest first' })
  @Answers(SearchArtifactsResponse, {
    markdown: renderArtifacts,
    problems: ['invalid-media-id', 'invalid-cursor', 'conflict'],
  })
  listArtifacts(
    @CurrentPrincipal() principal: Principal,
    @Body() request: SearchArtifactsRequest,
  ): Promise<SearchArtifactsResponse> {
    return this.service.listArtifacts(principal, request);
  }

  // The colon is escaped, because an unescaped colon declares a path parameter.
  @Post('artifacts\\:search')
  @ApiOperation({ summary: 'Alias of `POST /intelligence/artifacts`' })
  @Answers(SearchArtifactsResponse, {
    markdown: renderArtifacts,
    problems: ['invalid-media-id', 'invalid-cursor', 'conflict'],
  })
  searchArtifacts(
    @CurrentPrincipal() principal: Principal,
    @Body() request: SearchArtifactsRequest,
  ): Promise<SearchArtifactsResponse> {
    return this.service.listArtifacts(principal, request);
  }

  @Get('artifacts/:artifact_id')
  @OwnedResource('artifact')
  @ApiOperation({ summary: 'Show an active artifact; a superseded one gives 410 with its successor' })
  @Answers(ArtifactResponse, { markdown: renderArtifact, also: [304], problems: ['not-found', 'conflict', 'gone'] })
  async getArtifact(
    @CurrentPrincipal() principal: Principal,
    @Param('artifact_id') artifactId: string,
    @Query() { detail }: AnswerSizeQuery,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ArtifactResponse | undefined> {
    const { artifact, etag } = await this.service.getArtifact(principal, artifactId.toLowerCase(), detail);
    response.setHeader('ETag', etag);
    if (ifNoneMatch === undefined || !matchesWeakly(ifNoneMatch, etag)) return artifact;
    response.status(HttpStatus.NOT_MODIFIED);
    return undefined;
  }

  @Costs('write')
  @Put('artifacts/:artifact_id')
  @OwnedResource('artifact', { mayCreate: true })
  @LargeBody('content')
  @ApiOperation({ summary: 'Create or replace an artifact' })
  @ApiHeader({
    name: 'If-Match',
    required: false,
    description: 'Replace the artifact only if it has one of these entity tags; `*` matches any.',
  })
  @ApiHeader({
    name: 'If-None-Match',
    required: false,
    description: '`*`: create the artifact only if it does not exist.',
  })
  @Answers(ArtifactResponse, {
    also: [201],
    problems: ['invalid-media-id', 'forbidden', 'not-found', 'conflict', 'precondition-failed', 'payload-too-large'],
  })
  async putArtifact(
    @CurrentPrincipal() principal: Principal,
    @Param('artifact_id') artifactId: string,
    @Body() request: PutArtifactRequest,
    @Headers('if-match') ifMatch: string | undefined,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ArtifactResponse> {
    const conditions = { ifMatch, ifNoneMatch };
    const { created, artifact } = await this.writer.upsert(principal, artifactId.toLowerCase(), request, conditions);
    if (created) response.status(HttpStatus.CREATED);
    return artifact;
  }

  @Costs('write')
  @Post('artifacts/:artifact_id\\:invalidate')
  @OwnedResource('artifact')
  @ApiOperation({ summary: 'Invalidate an artifact and everything derived from it' })
  @Answers(InvalidatedArtifact, { problems: ['forbidden', 'not-found'] })
  invalidateArtifact(
    @CurrentPrincipal() principal: Principal,
    @Param('artifact_id') artifactId: string,
    @Body() request: InvalidateArtifactRequest,
  ): Promise<InvalidatedArtifact> {
    return this.writer.invalidate(principal, artifactId.toLowerCase(), request.reason);
  }
}
