import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Costs, CurrentPrincipal } from '../auth/auth.decorators';
import { Answers } from '../common/response-bounds/answers.decorator';
import type { Principal } from '../common/principal';
import { ItemContextRequest, ItemContextResponse } from './context/item-context.dto';
import { RelatedRequest, RelatedResponse } from './related/related.dto';
import { renderContext, renderRelated } from './items.markdown';
import { ItemsService } from './items.service';

/** Routes of a single item: its context and its related items. */
@ApiTags('items')
@Controller('intelligence/items/:media_id')
export class ItemsController {
  constructor(private readonly service: ItemsService) {}

  @Post('context')
  @ApiOperation({ summary: 'Show an item with its credits, place in a series, artifacts and related items' })
  @Answers(ItemContextResponse, {
    markdown: renderContext,
    problems: ['invalid-media-id', 'invalid-cursor', 'not-found'],
  })
  getItemContext(
    @CurrentPrincipal() principal: Principal,
    @Param('media_id') mediaId: string,
    @Body() request: ItemContextRequest,
  ): Promise<ItemContextResponse> {
    return this.service.getContext(principal, mediaId, request);
  }

  @Costs('search')
  @Post('related')
  @ApiOperation({ summary: 'List items related to an item, each with its reasons' })
  @Answers(RelatedResponse, { markdown: renderRelated, problems: ['invalid-media-id', 'invalid-cursor', 'not-found'] })
  listRelatedItems(
    @CurrentPrincipal() principal: Principal,
    @Param('media_id') mediaId: string,
    @Body() request: RelatedRequest,
  ): Promise<RelatedResponse> {
    return this.service.listRelated(principal, mediaId, request);
  }
}
