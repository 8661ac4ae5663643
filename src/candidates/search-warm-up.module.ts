import { Module } from '@nestjs/common';
import { CandidatesModule } from './candidates.module';
import { SearchWarmUp } from './search-warm-up';

/** Warms up the search when the server starts. Commands do not import this module. */
@Module({ imports: [CandidatesModule], providers: [SearchWarmUp] })
export class SearchWarmUpModule {}
