import { type DynamicModule, Module, type ModuleMetadata } from '@nestjs/common';
import { AccountsModule } from './accounts/accounts.module';
import { ArtifactsModule } from './artifacts/artifacts.module';
import { AuthModule } from './auth/auth.module';
import { CatalogModule } from './catalog/catalog.module';
import { ScannerModule } from './catalog/scanner/scanner.module';
import { WatchStateModule } from './catalog/watch-state/watch-state.module';
import { CommonModule } from './common/common.module';
import type { Config } from './common/config/config';
import { DatabaseModule } from './database/database.module';
import { HttpModule } from './http/http.module';
import { OpsModule } from './ops/ops.module';
import { ReadModelsModule } from './ops/read-models/read-models.module';
import { OverviewModule } from './overview/overview.module';
import { ReadModelModule } from './read-model/read-model.module';

/** The only file that knows every module. */
@Module({})
export class AppModule {
  /** `additions` are for tests that need routes of their own. */
  static for(config: Config, additions: NonNullable<ModuleMetadata['imports']> = []): DynamicModule {
    return {
      module: AppModule,
      imports: [
        CommonModule.for(config),
        DatabaseModule.for(config),
        AuthModule.for(config),
        ReadModelModule,
        CatalogModule,
        ScannerModule,
        HttpModule,
        AccountsModule,
        ArtifactsModule,
        OpsModule,
        OverviewModule,
        ReadModelsModule,
        WatchStateModule,
        ...additions,
      ],
    };
  }
}
