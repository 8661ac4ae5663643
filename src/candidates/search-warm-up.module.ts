import { Module } from '@nestjs/common';
import { CandidatesModule } from './candidates.module';
import { SearchWarmUp } from './search-warm-up';

/** Warms up the search at the start; for the server alone. */
@Module({ imports: [CandidatesModule], providers: [SearchWarmUp] })
export class SearchWarmUpModule {}
