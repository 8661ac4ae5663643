import { Module } from '@nestjs/common';
import { CandidatesController } from './candidates.controller';
import { CandidatesRepository } from './candidates.repository';
import { CandidatesService } from './candidates.service';
import { SearchWarmUp } from './search-warm-up';

/** Candidate search. */
@Module({ controllers: [CandidatesController], providers: [CandidatesService, CandidatesRepository, SearchWarmUp] })
export class CandidatesModule {}
