import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentPrincipal } from '../auth/auth.decorators';
import { Answers } from '../common/response-bounds/answers.decorator';
import type { Principal } from '../common/principal';
import { FacetsService } from './facets.service';
import { FacetsResponse, OverviewRequest, OverviewResponse } from './overview.dto';
import { renderFacets, renderOverview } from './overview.markdown';
import { OverviewService } from './overview.service';

/** Routes for item counts and facets of libraries. */
@ApiTags('overview')
@Controller('intelligence')
export class OverviewController {
  constructor(
    private readonly service: OverviewService,
    private readonly facets: FacetsService,
  ) {}

  @Post('libraries/overview')
  @ApiOperation({ summary: 'List libraries with item counts and facets' })
  @Answers(OverviewResponse, { markdown: renderOverview, problems: ['invalid-cursor', 'conflict'] })
  getOverview(@CurrentPrincipal() principal: Principal, @Body() request: OverviewRequest): Promise<OverviewResponse> {
    return this.service.getOverview(principal, request);
  }

  @Post('facets')
  @ApiOperation({ summary: 'Show the facets over all libraries, or over some' })
  @Answers(FacetsResponse, { markdown: renderFacets, problems: ['invalid-cursor', 'conflict'] })
  getFacets(@CurrentPrincipal() principal: Principal, @Body() request: OverviewRequest): Promise<FacetsResponse> {
    return this.facets.getFacets(principal, request);
  }
}
