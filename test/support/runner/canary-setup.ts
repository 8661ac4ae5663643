import { canaryWatch } from '../checks/canary';

// Jest runs this file for every test file. It fails the test file if the output contains the canary; see `canary.ts`.
// `close` of a test application repeats the check, for the output during its shutdown.
canaryWatch.watchFetch();
afterAll(() => canaryWatch.requireNoLeaks());
