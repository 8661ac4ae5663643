import { type DynamicModule, Global, Module } from '@nestjs/common';
import { BackgroundLoops } from './processes/background-loops';
import { BoundsStatistics } from './response-bounds/bounds-statistics';
import type { Config } from './config/config';
import { CONFIG } from './config/config.token';
import { AuditKeys } from './hash-chain/audit-keys';
import { CursorCodec } from './paging/cursor';
import { RevisionTokens } from './paging/revision-token';
import { Foreground } from './processes/foreground';
import { Lifecycle } from './processes/lifecycle';
import { SecurityLog } from './logging/security-log';
import { ServiceLogger } from './logging/service-logger';
import { WorkThreads } from './processes/work-threads';

/** Ring 0: global providers, such as `CONFIG` and `CursorCodec`. */
@Global()
@Module({})
export class CommonModule {
  static for(config: Config, logger: ServiceLogger): DynamicModule {
    return {
      module: CommonModule,
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: CursorCodec, useFactory: () => new CursorCodec(config.cursor) },
        { provide: AuditKeys, useFactory: () => new AuditKeys(config.audit) },
        { provide: RevisionTokens, useFactory: () => new RevisionTokens(config.cursor) },
        { provide: Lifecycle, useFactory: () => new Lifecycle() },
        { provide: ServiceLogger, useValue: logger },
        SecurityLog,
        BackgroundLoops,
        BoundsStatistics,
        { provide: Foreground, useFactory: () => new Foreground() },
        WorkThreads,
      ],
      exports: [
        CONFIG,
        CursorCodec,
        AuditKeys,
        RevisionTokens,
        Lifecycle,
        ServiceLogger,
        SecurityLog,
        BackgroundLoops,
        BoundsStatistics,
        Foreground,
        WorkThreads,
      ],
    };
  }
}
