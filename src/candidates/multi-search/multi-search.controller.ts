import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Costs, CurrentPrincipal } from '../../auth/auth.decorators';
import type { Principal } from '../../common/principal';
import { Answers } from '../../common/response-bounds/answers.decorator';
import { CandidatesService } from '../candidates.service';
import { MultiSearchRequest, MultiSearchResponse } from './multi-search.dto';
import { renderMultiSearch } from './multi-search.markdown';

/** The route for several searches in one request. */
@ApiTags('candidates')
@Controller('intelligence')
export class MultiSearchController {
  constructor(private readonly service: CandidatesService) {}

  @Costs('search')
  // An unescaped colon declares a path parameter.
  @Post('candidates\\:multi-search')
  @ApiOperation({ summary: 'Search items by up to 8 texts; each text has its own list, best match first' })
  @Answers(MultiSearchResponse, { markdown: renderMultiSearch, problems: ['invalid-cursor', 'conflict'] })
  multiSearchCandidates(
    @CurrentPrincipal() principal: Principal,
    @Body() request: MultiSearchRequest,
  ): Promise<MultiSearchResponse> {
    return this.service.searchAll(principal, request);
  }
}
