import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Costs, CurrentPrincipal } from '../../auth/auth.decorators';
import type { Principal } from '../../common/principal';
import { Answers } from '../../common/response-bounds/answers.decorator';
import { renderContexts } from '../items.markdown';
import { ItemContextsRequest, ItemContextsResponse } from './item-contexts.dto';
import { ItemContextsService } from './item-contexts.service';

/** The route for the contexts of several items. */
@ApiTags('items')
@Controller('intelligence')
export class ItemContextsController {
  constructor(private readonly service: ItemContextsService) {}

  @Costs('search')
  // An unescaped colon begins a parameter.
  @Post('items\\:contexts')
  @ApiOperation({ summary: 'Show up to 25 items, each with its credits, place in a series, and artifacts' })
  @Answers(ItemContextsResponse, { markdown: renderContexts, problems: ['invalid-media-id', 'invalid-cursor'] })
  getItemContexts(
    @CurrentPrincipal() principal: Principal,
    @Body() request: ItemContextsRequest,
  ): Promise<ItemContextsResponse> {
    return this.service.getContexts(principal, request);
  }
}
