import { visibleDocuments } from './visible-documents';

const idsOf = (count: number): string[] => Array.from({ length: count }, (_, index) => `library-${index}`);

describe('the condition for documents of visible libraries', () => {
  it.each<[string, string[] | null, string[] | null | undefined, string | null]>([
    ['is absent if the caller sees all libraries', null, [], null],
    ['is absent if no library is hidden', ['a', 'b'], [], null],
    ['is absent for a caller without libraries', [], ['a'], null],
    ['names the only visible library', ['a'], ['b', 'c'], "'Ba'"],
    ['names the visible libraries if the hidden ones are not known', ['a', 'b'], null, "('Ba' | 'Bb')"],
    ['names the visible libraries if as many are hidden', ['a', 'b'], ['c', 'd'], "('Ba' | 'Bb')"],
    ['excludes the hidden libraries if they are fewer', ['a', 'b', 'c'], ['d', 'e'], "!('Bd' | 'Be')"],
    ['excludes one hidden library', ['a', 'b'], ['c'], "!'Bc'"],
    ['is absent if there are too many libraries to name', idsOf(17), null, null],
    ['excludes the hidden libraries if there are too many visible ones to name', idsOf(17), ['x'], "!'Bx'"],
  ])('%s', (_, libraryIds, hiddenIds, condition) => {
    expect(visibleDocuments(libraryIds, hiddenIds)).toBe(condition);
  });
});
