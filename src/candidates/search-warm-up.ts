import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validate } from 'class-validator';
import { boundValue, noCuts } from '../common/response-bounds/bound-value';
import { effectiveCaps } from '../common/paging/caps';
import type { Config } from '../common/config/config';
import { CONFIG } from '../common/config/config.token';
import { Lifecycle } from '../common/processes/lifecycle';
import type { Principal } from '../common/principal';
import '../common/text/well-formed';
import { ReadPool } from '../database/read-pool';
import { SearchCandidatesRequest, SearchCandidatesResponse } from './candidates.dto';
import { CandidatesRepository, type WarmUpTexts } from './candidates.repository';
import { CandidatesService } from './candidates.service';

/** Items to search for. Each gives a few searches; after some hundred, V8 has compiled the ranking. */
const ITEMS_MAX = 200;
/** Concurrent searches. Each uses a connection of its own, which prepares the statements. */
const LANES = 2;

type WarmUpRequest = Pick<SearchCandidatesRequest, 'query' | 'media_kinds'>;

/** May see all libraries. The results of its searches are discarded. */
const NOBODY: Principal = {
  userId: '00000000-0000-0000-0000-000000000000',
  username: '',
  role: 'user',
  scopes: [],
  libraryIds: null,
};

/**
 * Searches before the service answers, so that the first callers do not wait for compilation, statement preparation and
 * disk reads.
 */
@Injectable()
export class SearchWarmUp implements OnApplicationBootstrap {
  private readonly logger = new Logger(SearchWarmUp.name);
  private readonly milliseconds: number;

  constructor(
    private readonly reads: ReadPool,
    private readonly repository: CandidatesRepository,
    private readonly candidates: CandidatesService,
    private readonly lifecycle: Lifecycle,
    @Inject(CONFIG) config: Pick<Config, 'readModel'>,
  ) {
    this.milliseconds = config.readModel.warmUpMs;
  }

  /** Runs after all modules have started, so that a failing start fails early. Requests are accepted afterwards. */
  onApplicationBootstrap(): Promise<void> {
    return this.run();
  }

  /** Ends when the time budget is used up, when the service stops, or when all searches are done. A failure is only logged. */
  async run(): Promise<void> {
    if (this.milliseconds === 0) return;
    const deadline = performance.now() + this.milliseconds;
    try {
      const items = await this.reads.readAs(NOBODY, (scope) => this.repository.listWarmUpTexts(scope, ITEMS_MAX));
      const requests = items.flatMap(requestsFor);
      const lane = async (): Promise<void> => {
        for (let request = requests.shift(); request !== undefined; request = requests.shift()) {
          if (performance.now() >= deadline || this.lifecycle.isStopping) return;
          await this.search(request);
        }
      };
      await Promise.all(Array.from({ length: LANES }, lane));
    } catch (error) {
      this.logger.warn('The search could not be warmed up.', error);
    }
  }

  /** Does all that a request does: validates, searches, bounds the answer and serializes it. */
  private async search(plain: WarmUpRequest): Promise<void> {
    const request = plainToInstance(SearchCandidatesRequest, plain);
    await validate(request);
    const answer = await this.candidates.searchCandidates(NOBODY, request);
    JSON.stringify(boundValue(answer, SearchCandidatesResponse, effectiveCaps(), noCuts()));
  }
}

/**
 * Requests that mean the item: its title, a misspelled title, a person, the beginning of its overview. Every second one
 * is limited to items of its kind, which makes a different statement.
 */
function requestsFor({ media_kind, title, person, overview }: WarmUpTexts, place: number): WarmUpRequest[] {
  const misspelled = (title.slice(0, 3) + title.slice(4)).toWellFormed();
  const queries = [title, misspelled, person ?? '', overview].filter((query) => query.trim() !== '');
  return [...new Set(queries)].map((query, index) =>
    (place + index) % 2 === 0 ? { query } : { query, media_kinds: [media_kind] },
  );
}
