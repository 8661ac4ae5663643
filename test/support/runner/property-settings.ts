import fc from 'fast-check';

/**
 * Time limit of one property in milliseconds. It is below the time limit of a test. On an idle machine, every property
 * needs much less.
 */
const PROPERTY_MAX_MS = 100_000;

interface PropertySettings {
  /** Seed of the random values. A failure prints it as `seed`. */
  readonly seed: number;
  readonly interruptAfterTimeLimit: number;
  /** A property that exceeds its time limit fails. Otherwise it would pass after a test of only a few values. */
  readonly markInterruptAsFailure: true;
}

/**
 * Returns the settings of one test file. `FC_SEED` sets the seed. Without it, the seed is random, but all properties of
 * the file use the same seed: a retry of a failed test uses the same values.
 */
export function propertySettings(env: NodeJS.ProcessEnv): PropertySettings {
  const text = env['FC_SEED'] ?? '';
  if (!/^(-?\d+)?$/.test(text)) throw new Error(`FC_SEED must be a whole number, such as -1639164204; it is ${text}`);
  const seed = text === '' ? Math.trunc((Math.random() - 0.5) * 2 ** 32) : Number(text);
  return { seed, interruptAfterTimeLimit: PROPERTY_MAX_MS, markInterruptAsFailure: true };
}

/** Sets the settings of all properties in this test file from the environment. */
export function configureProperties(): void {
  fc.configureGlobal(propertySettings(process.env));
}
