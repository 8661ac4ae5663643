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

/** Items that are searched for; some hundred searches, which is when the ranking's code is compiled. */
const ITEMS_MAX = 200;
/** Searches at the same time; each keeps a connection of its own, whose statements are then prepared. */
const LANES = 2;

type WarmUpRequest = Pick<SearchCandidatesRequest, 'query' | 'media_kinds'>;

/** Sees everything, and nobody sees what it finds. */
const NOBODY: Principal = {
  userId: '00000000-0000-0000-0000-000000000000',
  username: '',
  role: 'user',
  scopes: [],
  libraryIds: null,
};

/**
 * Searches before the service answers, so that the first people who search do not wait for what is compiled, prepared
 * and read from the disk only once.
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

  /** Once every module is ready, so that a start that fails does so at once; no request is taken before this ends. */
  onApplicationBootstrap(): Promise<void> {
    return this.run();
  }

  /**
   * Ends when the configured time is up, when a stop begins, or sooner with a small catalog; a failure ends it too and
   * is only logged.
   */
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

  /** All that a request does between its arrival and its departure: checked, answered, bounded and written down. */
  private async search(plain: WarmUpRequest): Promise<void> {
    const request = plainToInstance(SearchCandidatesRequest, plain);
    await validate(request);
    const answer = await this.candidates.searchCandidates(NOBODY, request);
    JSON.stringify(boundValue(answer, SearchCandidatesResponse, effectiveCaps(), noCuts()));
  }
}

/**
 * What people may ask for when they mean the item: its title, a slip in it, who is in it, what it is about; every second
 * time among items of its kind only, which is a statement of its own.
 */
function requestsFor({ media_kind, title, person, overview }: WarmUpTexts, place: number): WarmUpRequest[] {
  const slip = (title.slice(0, 3) + title.slice(4)).toWellFormed();
  const queries = [title, slip, person ?? '', overview].filter((query) => query.trim() !== '');
  return [...new Set(queries)].map((query, index) =>
    (place + index) % 2 === 0 ? { query } : { query, media_kinds: [media_kind] },
  );
}
