import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Costs, CurrentPrincipal } from '../auth/auth.decorators';
import { Answers } from '../common/response-bounds/answers.decorator';
import { requirePathMediaId } from '../common/problems/required-ids';
import type { Principal } from '../common/principal';
import { ItemContextRequest, ItemContextResponse } from './context/item-context.dto';
import { ItemContextsRequest, ItemContextsResponse } from './context/item-contexts.dto';
import { ItemContextsService } from './context/item-contexts.service';
import { renderContext, renderContexts, renderRelated } from './items.markdown';
import { ItemsService } from './items.service';
import { NextUpRequest, NextUpResponse } from './next-up/next-up.dto';
import { renderNextUp } from './next-up/next-up.markdown';
import { NextUpService } from './next-up/next-up.service';
import { RelatedRequest, RelatedResponse } from './related/related.dto';
import { RelatedService } from './related/related.service';

/** Routes of items: their contexts, related items, and the next episodes of the caller. */
@ApiTags('items')
@Controller('intelligence')
export class ItemsController {
  constructor(
    private readonly service: ItemsService,
    private readonly contexts: ItemContextsService,
    private readonly related: RelatedService,
    private readonly nextUp: NextUpService,
  ) {}

  @Post('items/:media_id/context')
  @ApiOperation({ summary: 'Show an item with its credits, place in a series, artifacts and related items' })
  @Answers(ItemContextResponse, {
    markdown: renderContext,
    problems: ['invalid-media-id', 'invalid-cursor', 'not-found', 'conflict'],
  })
  getItemContext(
    @CurrentPrincipal() principal: Principal,
    @Param('media_id') mediaId: string,
    @Body() request: ItemContextRequest,
  ): Promise<ItemContextResponse> {
    return this.service.getContext(principal, requirePathMediaId(mediaId), request);
  }

  @Costs('search')
  @Post('items/:media_id/related')
  @ApiOperation({ summary: 'List items related to an item, each with its reasons' })
  @Answers(RelatedResponse, {
    markdown: renderRelated,
    problems: ['invalid-media-id', 'invalid-cursor', 'not-found', 'conflict'],
  })
  listRelatedItems(
    @CurrentPrincipal() principal: Principal,
    @Param('media_id') mediaId: string,
    @Body() request: RelatedRequest,
  ): Promise<RelatedResponse> {
    return this.related.listRelated(principal, requirePathMediaId(mediaId), request);
  }

  // An unescaped colon begins a parameter, here and below.
  @Costs('search')
  @Post('items\\:contexts')
  @ApiOperation({ summary: 'Show up to 25 items, each with its credits, place in a series, and artifacts' })
  @Answers(ItemContextsResponse, {
    markdown: renderContexts,
    problems: ['invalid-media-id', 'invalid-cursor', 'conflict'],
  })
  getItemContexts(
    @CurrentPrincipal() principal: Principal,
    @Body() request: ItemContextsRequest,
  ): Promise<ItemContextsResponse> {
    return this.contexts.getContexts(principal, request);
  }

  @Post('items\\:next-up')
  @ApiOperation({ summary: 'List the next episode of each series that the caller has begun' })
  @Answers(NextUpResponse, { markdown: renderNextUp, problems: ['invalid-cursor', 'conflict'] })
  listNextUp(@CurrentPrincipal() principal: Principal, @Body() request: NextUpRequest): Promise<NextUpResponse> {
    return this.nextUp.listNextUp(principal, request);
  }
}
