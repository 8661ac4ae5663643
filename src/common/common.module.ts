import { type DynamicModule, Global, Module, type Provider } from '@nestjs/common';
import { BackgroundLoops } from './processes/background-loops';
import { BoundsStatistics } from './response-bounds/bounds-statistics';
import type { Config } from './config/config';
import { CONFIG } from './config/config.token';
import { AuditKeys } from './hash-chain/audit-keys';
import { CursorCodec } from './paging/cursor';
import { RevisionTokens } from './paging/revision-token';
import { ForegroundRequests } from './processes/foreground';
import { Lifecycle } from './processes/lifecycle';
import { SecurityLog } from './logging/security-log';
import { ServiceLogger } from './logging/service-logger';
import { WorkThreads } from './processes/work-threads';

/** Ring 0 (see docs/architecture.md): global providers, such as `CONFIG` and `CursorCodec`. */
@Global()
@Module({})
export class CommonModule {
  static for(config: Config, logger: ServiceLogger): DynamicModule {
    const providers: Provider[] = [
      { provide: CONFIG, useValue: config },
      { provide: ServiceLogger, useValue: logger },
      { provide: CursorCodec, useFactory: () => new CursorCodec(config.cursor) },
      { provide: AuditKeys, useFactory: () => new AuditKeys(config.audit) },
      { provide: RevisionTokens, useFactory: () => new RevisionTokens(config.cursor) },
      { provide: ForegroundRequests, useFactory: () => new ForegroundRequests() },
      Lifecycle,
      SecurityLog,
      BackgroundLoops,
      BoundsStatistics,
      WorkThreads,
    ];
    return { module: CommonModule, providers, exports: providers };
  }
}
