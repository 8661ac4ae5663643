import fc from 'fast-check';

/** Longest time of one property, below the time limit of a test; on an idle machine each property takes a fraction of it. */
const PROPERTY_MAX_MS = 100_000;

/** What holds for every property test. */
export interface PropertySettings {
  /** Where the random values begin; a failure prints it as `seed`. */
  readonly seed: number;
  readonly interruptAfterTimeLimit: number;
  /** A property that ran out of time fails: else nobody would see how few values it was tested with. */
  readonly markInterruptAsFailure: true;
}

/**
 * Settings of one test file. `FC_SEED` repeats a run. Without it the seed is random, but the same whenever the file's
 * properties run in this process, so that a test that is tried again gets the values with which it failed.
 */
export function propertySettings(env: NodeJS.ProcessEnv): PropertySettings {
  const given = env['FC_SEED'] ?? '';
  if (!/^(-?\d+)?$/.test(given)) throw new Error(`FC_SEED must be a whole number, such as -1639164204; it is ${given}`);
  const seed = given === '' ? Math.trunc((Math.random() - 0.5) * 2 ** 32) : Number(given);
  return { seed, interruptAfterTimeLimit: PROPERTY_MAX_MS, markInterruptAsFailure: true };
}

/** Puts the settings of the environment in force for all properties of this process. */
export function configureProperties(): void {
  fc.configureGlobal(propertySettings(process.env));
}
