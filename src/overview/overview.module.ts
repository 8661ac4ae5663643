import { Module } from '@nestjs/common';
import { FacetCache } from './facet-cache';
import { FacetsService } from './facets.service';
import { OverviewController } from './overview.controller';
import { OverviewRepository } from './overview.repository';
import { OverviewService } from './overview.service';

/** Library overviews and facets. */
@Module({
  controllers: [OverviewController],
  providers: [OverviewService, FacetsService, OverviewRepository, FacetCache],
})
export class OverviewModule {}
