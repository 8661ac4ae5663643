import { type DynamicModule, Module } from '@nestjs/common';
import { CatalogModule } from '../catalog/catalog.module';
import type { Config } from '../common/config/config';
import { DEMO_ENTITIES_MODULE } from './database/demo-entities';
import { DemoUserStore } from './demo-user.store';
import { DemoController } from './demo.controller';
import { DemoRepository } from './demo.repository';
import { DemoService } from './demo.service';
import { DemoStore } from './demo.store';
import { ManifestStore } from './manifest.store';
import { ProviderClient } from './provider/provider-client';
import { DEFAULT_PROVIDER_SETTINGS, type ProviderSettings } from './provider/provider-settings';
import { DemoPlanner } from './running/demo-planner';
import { DemoRunner } from './running/demo-runner';
import { DEMO_SETTINGS, toDemoSettings } from './running/demo-settings';
import { prepareDemo } from './running/prepare-demo';
import { RunningCommand } from './running/running-command';
import { TreeUpdate } from './running/tree-update';

/** Serves a catalog made from real metadata, for trying the service. Loaded only in demo mode. */
@Module({})
export class DemoModule {
  /**
   * Creates the folder and the database of the demo, or verifies that the demo may use the existing ones. Returns the
   * configuration for serving the demo. Throws an `OperatorError` if the demo could change files or data that it did
   * not create.
   */
  static prepare(config: Config, signal?: AbortSignal): Promise<Config> {
    return prepareDemo(config, signal);
  }

  /**
   * Returns the module for a configuration that `prepare` returned. Tests override settings of the metadata provider.
   */
  static for(config: Config, metadataProvider: Partial<ProviderSettings> = {}): DynamicModule {
    const settings = {
      ...DEFAULT_PROVIDER_SETTINGS,
      baseUrl: config.demo.metadataApiBaseUrl,
      apiKey: config.demo.metadataApiKey ?? '',
      ...metadataProvider,
    };
    return {
      module: DemoModule,
      imports: [CatalogModule, DEMO_ENTITIES_MODULE],
      controllers: [DemoController],
      providers: [
        { provide: DEMO_SETTINGS, useFactory: () => toDemoSettings(config) },
        { provide: ProviderClient, useFactory: () => new ProviderClient(settings) },
        DemoPlanner,
        DemoRunner,
        DemoRepository,
        DemoService,
        DemoStore,
        DemoUserStore,
        ManifestStore,
        RunningCommand,
        TreeUpdate,
      ],
    };
  }
}
