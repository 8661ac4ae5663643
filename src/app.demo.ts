import type { DynamicModule } from '@nestjs/common';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './common/config/config';

/** Why the service does not start, as one sentence for the operator. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** The demo module when the configuration asks for it, else null. Throws a `StartError` when it was not built in. */
export async function findDemoModule(config: Config): Promise<DynamicModule | null> {
  if (!config.demo.enabled) return null;
  const directory = join(__dirname, 'demo');
  if (!existsSync(directory)) {
    throw new StartError('This build has no demo mode: build it with `npm run build:demo`, then start with --demo.');
  }
  // Not a literal on purpose: a build without the demo has no such file to look into.
  const { DemoModule } = (await import(join(directory, 'demo.module'))) as {
    DemoModule: { for(config: Config): DynamicModule };
  };
  return DemoModule.for(config);
}
