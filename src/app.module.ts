import { type DynamicModule, Module, type ModuleMetadata } from '@nestjs/common';
import { AccountsModule } from './accounts/accounts.module';
import { AuthModule } from './auth/auth.module';
import { CommonModule } from './common/common.module';
import type { Config } from './common/config/config';
import { DatabaseModule } from './database/database.module';
import { HttpModule } from './http/http.module';

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
        HttpModule,
        AccountsModule,
        ...additions,
      ],
    };
  }
}
