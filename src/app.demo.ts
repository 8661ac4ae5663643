import type { DynamicModule } from '@nestjs/common';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './common/config/config';
import { OperatorError } from './common/problems/operator-error';

/** The service cannot start. The message is shown to the operator. */
export class StartError extends OperatorError {
  override readonly name = 'StartError';
}

/** The interface of the demo module. Builds without the demo lack this module. */
export interface Demo {
  /**
   * Creates the demo's folder and database if they are missing. Returns the configuration for serving the demo. Throws
   * if an existing folder or database does not belong to the demo. Throws the abort reason when `signal` aborts.
   */
  prepare(config: Config, signal?: AbortSignal): Promise<Config>;
  /** The module for a prepared configuration. */
  for(config: Config): DynamicModule;
}

/**
 * Returns the demo; null if the configuration does not enable it. Throws a `StartError` if this build lacks the demo.
 */
export async function findDemo(config: Config): Promise<Demo | null> {
  if (!config.demo.enabled) return null;
  const directory = join(__dirname, 'demo');
  if (!existsSync(directory)) {
    throw new StartError('This build has no demo mode: build it with `npm run build:demo`, then start with --demo.');
  }
  // The path is not a literal, so that TypeScript does not resolve it: builds without the demo do not contain the file.
  const { DemoModule } = (await import(join(directory, 'demo.module'))) as { DemoModule: Demo };
  return DemoModule;
}
