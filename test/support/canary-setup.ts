import { canaryWatch } from './canary';

// For every test file. Applications are watched to their end: `close` of a test application checks once more.
canaryWatch.watchFetch();
afterAll(() => canaryWatch.requireNoLeaks());
