import { type DynamicModule, Module, type ModuleMetadata } from '@nestjs/common';
import { AccountsModule } from './accounts/accounts.module';
import { ArtifactsModule } from './artifacts/artifacts.module';
import { AuditModule } from './audit/audit.module';
import { AuthModule } from './auth/auth.module';
import { CandidatesModule } from './candidates/candidates.module';
import { CatalogModule } from './catalog/catalog.module';
import { ScannerModule } from './catalog/scanner/scanner.module';
import { WatchStateModule } from './catalog/watch-state/watch-state.module';
import { CommonModule } from './common/common.module';
import type { Config } from './common/config/config';
import { ServiceLogger } from './common/logging/service-logger';
import { DatabaseModule } from './database/database.module';
import { HttpModule } from './http/http.module';
import { ItemsModule } from './items/items.module';
import { OpsModule } from './ops/ops.module';
import { ReadModelsModule } from './ops/read-models/read-models.module';
import { OverviewModule } from './overview/overview.module';
import { ReadModelModule } from './read-model/read-model.module';
import { SearchModule } from './search/search.module';

/** What differs between the service, its demo and its tests. */
export interface AppOptions {
  /** More modules than those of every start. */
  readonly modules?: NonNullable<ModuleMetadata['imports']>;
  /** Default: to standard output, at the configured level. */
  readonly logger?: ServiceLogger;
}

/** The only file that knows every module. */
@Module({})
export class AppModule {
  static for(config: Config, { modules = [], logger }: AppOptions = {}): DynamicModule {
    return {
      module: AppModule,
      imports: [
        CommonModule.for(config, logger ?? new ServiceLogger(config.logLevel)),
        DatabaseModule.for(config),
        AuthModule.for(config),
        ReadModelModule,
        SearchModule,
        CatalogModule,
        ScannerModule,
        HttpModule,
        AccountsModule,
        ArtifactsModule,
        AuditModule,
        CandidatesModule,
        ItemsModule,
        OpsModule,
        OverviewModule,
        ReadModelsModule,
        WatchStateModule,
        ...modules,
      ],
    };
  }
}
