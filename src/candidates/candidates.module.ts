import { Module } from '@nestjs/common';
import { BrowseController } from './browse/browse.controller';
import { BrowseRepository } from './browse/browse.repository';
import { BrowseService } from './browse/browse.service';
import { CandidatesController } from './candidates.controller';
import { CandidatesRepository } from './candidates.repository';
import { CandidatesService } from './candidates.service';
import { DocumentsRepository } from './documents.repository';
import { MatchFacetsRepository } from './facets/match-facets.repository';
import { MultiSearchController } from './multi-search/multi-search.controller';

/** Searches for items by a query, and lists items by filters alone (browse). */
@Module({
  controllers: [CandidatesController, MultiSearchController, BrowseController],
  providers: [
    ...[CandidatesService, CandidatesRepository, DocumentsRepository, MatchFacetsRepository],
    ...[BrowseService, BrowseRepository],
  ],
  exports: [CandidatesService, CandidatesRepository],
})
export class CandidatesModule {}
