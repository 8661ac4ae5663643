import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validate } from 'class-validator';
import { boundValue, noCuts } from '../common/response-bounds/bound-value';
import { resolveCaps } from '../common/paging/caps';
import type { Config } from '../common/config/config';
import { CONFIG } from '../common/config/config.token';
import { Lifecycle } from '../common/processes/lifecycle';
import type { Principal } from '../common/principal';
import { ReadPool } from '../database/read-pool';
import { SearchCandidatesRequest, SearchCandidatesResponse } from './candidates.dto';
import { CandidatesRepository, type WarmUpTexts } from './candidates.repository';
import { CandidatesService } from './candidates.service';

/**
 * Maximum number of items to search for, with up to four searches for each. V8 compiles the ranking within a few
 * hundred searches.
 */
const ITEMS_MAX = 200;
/**
 * Number of concurrent searches. Each one uses its own connection of the pool, so afterwards two connections have the
 * statements prepared.
 */
const CONCURRENT_SEARCHES = 2;

type WarmUpRequest = Pick<SearchCandidatesRequest, 'query' | 'media_kinds'>;

/** The principal of the warm-up searches. It may see all libraries; the results are discarded. */
const WARM_UP_PRINCIPAL: Principal = {
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

  /** Runs after all modules have started and before the service accepts requests. */
  onApplicationBootstrap(): Promise<void> {
    return this.run();
  }

  /**
   * Runs the searches until the time budget is used up, the service stops, or all are done. Logs errors and does not
   * throw.
   */
  async run(): Promise<void> {
    if (this.milliseconds === 0) return;
    const deadline = performance.now() + this.milliseconds;
    try {
      const items = await this.reads.readAs(WARM_UP_PRINCIPAL, (scope) =>
        this.repository.listWarmUpTexts(scope, ITEMS_MAX),
      );
      const requests = items.flatMap(requestsFor);
      const runSearches = async (): Promise<void> => {
        for (let request = requests.shift(); request !== undefined; request = requests.shift()) {
          if (performance.now() >= deadline || this.lifecycle.isStopping) return;
          await this.search(request);
        }
      };
      await Promise.all(Array.from({ length: CONCURRENT_SEARCHES }, runSearches));
    } catch (error) {
      this.logger.warn('The warm-up of the search failed.', error);
    }
  }

  /** Runs the same steps as a request, so that V8 compiles them. */
  private async search(plain: WarmUpRequest): Promise<void> {
    const request = plainToInstance(SearchCandidatesRequest, plain);
    await validate(request);
    const answer = await this.candidates.searchCandidates(WARM_UP_PRINCIPAL, request);
    JSON.stringify(boundValue(answer, SearchCandidatesResponse, resolveCaps(), noCuts()));
  }
}

/**
 * Builds searches for an item: its title, a misspelled title, a person, and the beginning of its overview. About half
 * of the searches have a filter by kind, which uses another SQL statement.
 */
function requestsFor({ media_kind, title, person, overview }: WarmUpTexts, itemIndex: number): WarmUpRequest[] {
  const misspelled = (title.slice(0, 3) + title.slice(4)).toWellFormed();
  const queries = [title, misspelled, person ?? '', overview].filter((query) => query.trim() !== '');
  return [...new Set(queries)].map((query, index) =>
    (itemIndex + index) % 2 === 0 ? { query } : { query, media_kinds: [media_kind] },
  );
}
