import { restMs } from './import-run';

it('an import rests longer if its process runs more imports, so that all together write half of the time', () => {
  for (const imports of [1, 2, 3]) {
    const appliedMs = 100;
    const share = appliedMs / (appliedMs + restMs(appliedMs, imports));
    expect(imports * share).toBeCloseTo(0.5);
  }
});

it('an import rests for at most two seconds', () => {
  expect(restMs(60_000, 3)).toBe(2_000);
});
