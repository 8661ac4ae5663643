import { configureProperties } from './property-settings';

configureProperties();

// The CI machine is small and shared, so a test can fail because of the load. In CI, a failed test runs once more, and
// its first failure is printed. Elsewhere, tests are not repeated.
if (process.env['CI'] === 'true') jest.retryTimes(1, { logErrorsBeforeRetry: true });

// Repeats each test, to find tests that cannot run twice after one setup. In CI, a retry of such a test always fails.
if (process.env['REPEAT_TESTS'] === '1') {
  jest.retryTimes(1);
  const repeated = new Set<string>();
  afterEach(() => {
    const { currentTestName: name = '' } = expect.getState();
    if (repeated.has(name)) return;
    repeated.add(name);
    throw new Error('The test is repeated.');
  });
}
