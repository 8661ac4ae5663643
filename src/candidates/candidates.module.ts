import { Module } from '@nestjs/common';
import { CandidatesController } from './candidates.controller';
import { CandidatesRepository } from './candidates.repository';
import { CandidatesService } from './candidates.service';

/** Candidate search. */
@Module({
  controllers: [CandidatesController],
  providers: [CandidatesService, CandidatesRepository],
  exports: [CandidatesService, CandidatesRepository],
})
export class CandidatesModule {}
