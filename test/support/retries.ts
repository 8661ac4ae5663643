import fc from 'fast-check';

/** Time of one property on a machine that is given next to none; elsewhere all of its runs take a fraction of this. */
const PROPERTY_MAX_MS = 100_000;

// CI's machine is small, shared and noisy: a test that fails there is tried once more, and the first failure is shown;
// a property that has held for so long is taken to hold. Anywhere else the first failure counts, and so does every run.
if (process.env['CI'] === 'true') {
  jest.retryTimes(1, { logErrorsBeforeRetry: true });
  fc.configureGlobal({ interruptAfterTimeLimit: PROPERTY_MAX_MS, markInterruptAsFailure: false });
}
