import { type DynamicModule, Module, type ModuleMetadata } from '@nestjs/common';
import { AccountsModule } from './accounts/accounts.module';
import { ArtifactsModule } from './artifacts/artifacts.module';
import { AuditModule } from './audit/audit.module';
import { AuthModule } from './auth/auth.module';
import { CandidatesModule } from './candidates/candidates.module';
import { CatalogModule } from './catalog/catalog.module';
import { WatchStateModule } from './catalog/watch-state/watch-state.module';
import { CommonModule } from './common/common.module';
import type { Config } from './common/config/config';
import type { ServiceLogger } from './common/logging/service-logger';
import { DatabaseModule } from './database/database.module';
import { GroundingModule } from './grounding/grounding.module';
import { ItemsModule } from './items/items.module';
import { ReadModelAdminModule } from './ops/read-models/read-model-admin.module';
import { OverviewModule } from './overview/overview.module';
import { ReadModelModule } from './read-model/read-model.module';
import { SearchModule } from './search/search.module';

export type ModuleImports = NonNullable<ModuleMetadata['imports']>;

/** The root module of the server and of commands. */
@Module({})
export class AppModule {
  /**
   * Returns a module with the features that commands and the server share, and with `modules`. `origin` selects the
   * database URL of reads, and the audit log records it for changes without a known caller (see `AuditLog`).
   */
  static for(
    config: Config,
    logger: ServiceLogger,
    origin: 'command' | 'service',
    modules: ModuleImports = [],
  ): DynamicModule {
    return {
      module: AppModule,
      imports: [
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
        ...modules,
      ],
    };
  }
}
