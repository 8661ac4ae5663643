import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Costs, CurrentPrincipal } from '../auth/auth.decorators';
import { Answers } from '../common/response-bounds/answers.decorator';
import type { Principal } from '../common/principal';
import { SearchCandidatesRequest, SearchCandidatesResponse } from './candidates.dto';
import { renderCandidates } from './candidates.markdown';
import { CandidatesService } from './candidates.service';

/** The route for searches of the catalog by text. */
@ApiTags('candidates')
@Controller('intelligence')
export class CandidatesController {
  constructor(private readonly service: CandidatesService) {}

  @Costs('search')
  // The colon is escaped because it would declare a path parameter.
  @Post('candidates\\:search')
  @ApiOperation({ summary: 'Search items by text, best match first' })
  @Answers(SearchCandidatesResponse, { markdown: renderCandidates, problems: ['invalid-cursor', 'conflict'] })
  searchCandidates(
    @CurrentPrincipal() principal: Principal,
    @Body() request: SearchCandidatesRequest,
  ): Promise<SearchCandidatesResponse> {
    return this.service.searchCandidates(principal, request);
  }
}
