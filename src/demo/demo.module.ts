import { type DynamicModule, Module } from '@nestjs/common';
import { CatalogModule } from '../catalog/catalog.module';
import { ScannerModule } from '../catalog/scanner/scanner.module';
import type { Config } from '../common/config/config';
import { DEMO_ENTITIES_MODULE } from './database/demo-entities';
import { DemoPlanner } from './planner/demo-planner';
import { DemoRunner } from './running/demo-runner';
import { DEMO_SETTINGS, toDemoSettings } from './running/demo-settings';
import { DemoController } from './demo.controller';
import { DemoRepository } from './demo.repository';
import { DemoService } from './demo.service';
import { DemoStore } from './demo.store';
import { prepareDemo } from './running/prepare-demo';
import { DEFAULT_PROVIDER_SETTINGS, ProviderClient, type ProviderSettings } from './provider/provider-client';

/** A synthetic catalog to explore the service with. Loaded only when the demo is switched on. */
@Module({})
export class DemoModule {
  /**
   * Makes sure of the demo's own folder and database, before anything is opened in it, and gives the configuration to
   * serve. Throws a `StartRefusedError` when anything could be touched that is not the demo's.
   */
  static prepare(config: Config, signal?: AbortSignal): Promise<Config> {
    return prepareDemo(config, signal);
  }

  /** The module for a configuration that was prepared. */
  static for(config: Config, provider: Partial<ProviderSettings> = {}): DynamicModule {
    const settings = {
      ...DEFAULT_PROVIDER_SETTINGS,
      baseUrl: config.demo.metadataApiBaseUrl,
      apiKey: config.demo.metadataApiKey ?? '',
      ...provider,
    };
    return {
      module: DemoModule,
      imports: [CatalogModule, ScannerModule, DEMO_ENTITIES_MODULE],
      controllers: [DemoController],
      providers: [
        { provide: DEMO_SETTINGS, useFactory: () => toDemoSettings(config) },
        { provide: ProviderClient, useFactory: () => new ProviderClient(settings) },
        DemoPlanner,
        DemoRunner,
        DemoRepository,
        DemoService,
        DemoStore,
      ],
    };
  }
}
