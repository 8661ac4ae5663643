import { configureProperties } from './property-settings';

configureProperties();

// The CI machine is small and shared, so a test can fail because of the load. In CI, a failed test runs once more, and
// its first failure is printed. Elsewhere, tests are not repeated.
if (process.env['CI'] === 'true') jest.retryTimes(1, { logErrorsBeforeRetry: true });
