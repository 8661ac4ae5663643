import { type DynamicModule, Module, type ModuleMetadata } from '@nestjs/common';
import { AccountsModule } from './accounts/accounts.module';
import { ArtifactsModule } from './artifacts/artifacts.module';
import { AuditModule } from './audit/audit.module';
import { ExpiredKeysModule } from './audit/idempotency/expired-keys.module';
import { AuthModule } from './auth/auth.module';
import { CandidatesModule } from './candidates/candidates.module';
import { SearchWarmUpModule } from './candidates/search-warm-up.module';
import { CatalogModule } from './catalog/catalog.module';
import { WatchStateModule } from './catalog/watch-state/watch-state.module';
import { CommonModule } from './common/common.module';
import type { Config } from './common/config/config';
import { ServiceLogger } from './common/logging/service-logger';
import { DatabaseModule } from './database/database.module';
import { GroundingModule } from './grounding/grounding.module';
import { HttpModule } from './http/http.module';
import { ItemsModule } from './items/items.module';
import { McpModule } from './mcp/mcp.module';
import { OpsModule } from './ops/ops.module';
import { ReadModelAdminModule } from './ops/read-models/read-model-admin.module';
import { OverviewModule } from './overview/overview.module';
import { ReadModelModule } from './read-model/read-model.module';
import { SearchModule } from './search/search.module';
import { WorkersModule } from './workers/workers.module';

type ModuleImports = NonNullable<ModuleMetadata['imports']>;

/** Options that differ between the service, its demo and its tests. */
export interface AppOptions {
  /** Additional modules. */
  readonly modules?: ModuleImports;
  /** Default: a logger that writes to standard output at the configured level. */
  readonly logger?: ServiceLogger;
  /** Whether the background loops run; default true. */
  readonly workers?: boolean;
}

/** The root module. Only this file imports all modules. */
@Module({})
export class AppModule {
  /** Modules of the server: routes, background loops, metrics and the warm-up of the search. */
  static forServer(config: Config, { modules = [], logger, workers = true }: AppOptions = {}): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ...toFeatures(config, logger ?? new ServiceLogger(config.logLevel), 'service'),
        HttpModule,
        McpModule,
        OpsModule,
        ...(workers ? [WorkersModule, ExpiredKeysModule] : []),
        SearchWarmUpModule,
        ...modules,
      ],
    };
  }

  /** Modules of commands: only the features, which the server also has. */
  static forCommands(config: Config, logger: ServiceLogger): DynamicModule {
    return { module: AppModule, imports: toFeatures(config, logger, 'command') };
  }
}

/**
 * `origin` selects the database URL of reads. The audit log also records it, for changes that no known caller of a
 * request made.
 */
function toFeatures(config: Config, logger: ServiceLogger, origin: 'command' | 'service'): ModuleImports {
  return [
    CommonModule.for(config, logger),
    DatabaseModule.for(config, origin),
    AuthModule.for(config, origin),
    ReadModelModule,
    SearchModule,
    CatalogModule,
    AccountsModule,
    ArtifactsModule,
    AuditModule,
    CandidatesModule,
    GroundingModule,
    ItemsModule,
    OverviewModule,
    ReadModelAdminModule,
    WatchStateModule,
  ];
}
