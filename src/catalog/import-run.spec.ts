import { pauseMs } from './import-run';

it('an import pauses longer if its process runs more imports, so that all imports together write half of the time', () => {
  for (const imports of [1, 2, 3]) {
    const batchMs = 100;
    const share = batchMs / (batchMs + pauseMs(batchMs, imports));
    expect(imports * share).toBeCloseTo(0.5);
  }
});

it('an import pauses for at most two seconds', () => {
  expect(pauseMs(60_000, 3)).toBe(2_000);
});
