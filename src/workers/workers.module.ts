import { Module, type OnApplicationBootstrap } from '@nestjs/common';
import { KeyUses } from '../auth/keys/key-uses';
import { RequestLimiter } from '../auth/limits/request-limiter';
import { RefreshLoop } from '../read-model/refresh/refresh-loop';
import { LexiconLoop } from '../search/lexicon/lexicon-loop';

/** Starts the background loops of the classes below. Commands without a server, and some tests, do not import it. */
@Module({})
export class WorkersModule implements OnApplicationBootstrap {
  constructor(
    private readonly requests: RequestLimiter,
    private readonly keyUses: KeyUses,
    private readonly lexicon: LexiconLoop,
    private readonly refresh: RefreshLoop,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.requests.start();
    this.keyUses.start();
    this.lexicon.start();
    await this.refresh.start();
  }
}
