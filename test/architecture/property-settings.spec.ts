import fc from 'fast-check';
import { propertySettings } from '../support/runner/property-settings';

/** Fails for one non-negative integer in 50. Failures are so rare that the counterexample depends on the seed. */
const property = fc.property(fc.integer(), (number) => number % 50 !== 7);

function failureOf(settings: fc.Parameters<unknown>): string {
  try {
    fc.assert(property as fc.IRawProperty<unknown, false>, settings);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('The property did not fail.');
}

describe('property tests', () => {
  it('print a seed that reproduces the failure if FC_SEED is set to it', () => {
    const message = failureOf({ ...propertySettings({}), numRuns: 10_000 });
    const seed = /seed: (-?\d+)/.exec(message)?.[1];
    const again = failureOf({ ...propertySettings({ FC_SEED: seed }), numRuns: 10_000 });
    expect(again).toBe(message);
    expect(again).toMatch(/Counterexample: \[-?\d+\]/);
  });

  it('fail and print the seed when they exceed the time limit', () => {
    const message = failureOf({ ...propertySettings({}), numRuns: 1e9, interruptAfterTimeLimit: 0 });
    expect(message).toMatch(/interrupted after \d+ tests[^]*seed: -?\d+/);
  });

  it('use the result of `propertySettings` by default', () => {
    const { seed, ...settings } = fc.readConfigureGlobal();
    expect({ seed: typeof seed, ...settings }).toEqual({
      seed: 'number',
      interruptAfterTimeLimit: 100_000,
      markInterruptAsFailure: true,
    });
  });

  it('reject an FC_SEED that is not a number', () => {
    expect(() => propertySettings({ FC_SEED: 'x1' })).toThrow('FC_SEED must be a whole number');
  });
});
