import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentPrincipal } from '../../auth/auth.decorators';
import type { Principal } from '../../common/principal';
import { Answers } from '../../common/response-bounds/answers.decorator';
import { BrowseRequest, BrowseResponse } from './browse.dto';
import { renderBrowse } from './browse.markdown';
import { BrowseService } from './browse.service';

/** The route for lists of items by sort and filters. */
@ApiTags('candidates')
@Controller('intelligence')
export class BrowseController {
  constructor(private readonly service: BrowseService) {}

  // The colon is escaped because it would declare a path parameter.
  @Post('items\\:browse')
  @ApiOperation({ summary: 'List items by sort and filters, without a query' })
  @Answers(BrowseResponse, { markdown: renderBrowse, problems: ['invalid-cursor', 'conflict'] })
  browseItems(@CurrentPrincipal() principal: Principal, @Body() request: BrowseRequest): Promise<BrowseResponse> {
    return this.service.browse(principal, request);
  }
}
