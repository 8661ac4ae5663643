import { canaryWatch } from './canary';

// Runs in every test file. `close` of a test application checks once more, for output during the shutdown.
canaryWatch.watchFetch();
afterAll(() => canaryWatch.requireNoLeaks());
