import { Module } from '@nestjs/common';
import { FacetCache } from './facet-cache';
import { FacetsService } from './facets.service';
import { OverviewController } from './overview.controller';
import { OverviewRepository } from './overview.repository';
import { OverviewService } from './overview.service';

/** Ring 4 (see docs/architecture.md): overviews and facets of libraries. */
@Module({
  controllers: [OverviewController],
  providers: [OverviewService, FacetsService, OverviewRepository, FacetCache],
})
export class OverviewModule {}
