import type { DynamicModule } from '@nestjs/common';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './common/config/config';
import { OperatorError } from './common/problems/operator-error';

/** Why the service does not start, as one sentence for the operator. */
export class StartError extends OperatorError {
  override readonly name = 'StartError';
}

/** What a build with the demo holds. */
export interface Demo {
  /**
   * Makes sure of the demo's own folder and database; gives the configuration to serve. Refuses by throwing; throws the
   * reason of `signal` when that aborts.
   */
  prepare(config: Config, signal?: AbortSignal): Promise<Config>;
  /** The module for a prepared configuration. */
  for(config: Config): DynamicModule;
}

/** The demo when the configuration asks for it, else null. Throws a `StartError` when it was not built in. */
export async function findDemo(config: Config): Promise<Demo | null> {
  if (!config.demo.enabled) return null;
  const directory = join(__dirname, 'demo');
  if (!existsSync(directory)) {
    throw new StartError('This build has no demo mode: build it with `npm run build:demo`, then start with --demo.');
  }
  // Not a literal on purpose: a build without the demo has no such file to look into.
  const { DemoModule } = (await import(join(directory, 'demo.module'))) as { DemoModule: Demo };
  return DemoModule;
}
