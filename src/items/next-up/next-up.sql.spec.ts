import { NEXT_UP } from './next-up.sql';

const row = (microseconds: string, id: string): object => ({
  key: `2026-01-01 00:00:00.${microseconds}+00`,
  id,
  last_watched_at: new Date('2026-01-01T00:00:00.000Z'),
});

describe('NEXT_UP', () => {
  it('merges the rows of several libraries by the microsecond, then by id, and cuts them to the limit', () => {
    const rows = [row('000100', 'c'), row('000900', 'a'), row('000100', 'd'), row('000500', 'b')];
    const merged = NEXT_UP.forOneLibrary?.merge?.(rows as never[], [null, null, null, null, null, 3]);
    expect(merged).toEqual([row('000900', 'a'), row('000500', 'b'), row('000100', 'd')]);
  });
});
