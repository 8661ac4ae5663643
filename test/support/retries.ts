import { configureProperties } from './property-settings';

configureProperties();

// The machine of CI is small, shared and noisy: a test that fails there is tried once more, and the first failure is
// shown. Anywhere else the first failure counts.
if (process.env['CI'] === 'true') jest.retryTimes(1, { logErrorsBeforeRetry: true });
