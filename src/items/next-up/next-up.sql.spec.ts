import { NEXT_UP } from './next-up.sql';

const LIMITED = [null, null, null, null, null, 3];

const row = (microseconds: string, id: string): object => ({
  is_cut: false,
  key: `2026-01-01 00:00:00.${microseconds}+00`,
  id,
  last_watched_at: new Date('2026-01-01T00:00:00.000Z'),
});

describe('NEXT_UP', () => {
  it('merges the rows of several libraries by time and id, latest first, and cuts them to the limit', () => {
    const rows = [row('000100', 'c'), row('000900', 'a'), row('000100', 'd'), row('000500', 'b')];
    const merged = NEXT_UP.forOneLibrary?.merge?.(rows as never[], LIMITED);
    expect(merged).toEqual([row('000900', 'a'), row('000500', 'b'), row('000100', 'd')]);
  });

  it('marks the list as cut if the watch states of any library are cut', () => {
    const none = { key: null, id: null, is_cut: false };
    const cut = { ...none, is_cut: true };
    const merge = (rows: object[]): object[] | undefined => NEXT_UP.forOneLibrary?.merge?.(rows as never[], LIMITED);
    expect(merge([cut, none, row('000100', 'a')])).toEqual([{ ...row('000100', 'a'), is_cut: true }]);
    expect(merge([none, cut])).toEqual([cut]);
    expect(merge([none, none])).toEqual([none]);
  });
});
