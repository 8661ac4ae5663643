import fc from 'fast-check';
import { CursorCodec, type CursorBinding } from './cursor';
import { findPageStart, toPage } from './paging';

interface Row {
  rank: number;
  id: string;
}

const codec = new CursorCodec({ secret: 'a paging secret of more than 32 bytes' });
const binding: CursorBinding = { userId: 'user-1', route: 'rows', filters: null };
const keyOf = ({ rank, id }: Row): [number, string] => [rank, id];

/** Returns the result of a keyset query: at most limit + 1 rows after a key, sorted by rank and id. */
function fetchAfter(rows: readonly Row[], start: (string | number | null)[] | null, limit: number): Row[] {
  return rows
    .filter(({ rank, id }) => start === null || rank > Number(start[0]) || (rank === start[0] && id > String(start[1])))
    .sort((left, right) => left.rank - right.rank || (left.id < right.id ? -1 : 1))
    .slice(0, limit + 1);
}

const rows = fc.uniqueArray(fc.record({ rank: fc.integer({ min: 0, max: 5 }), id: fc.uuid() }), {
  maxLength: 60,
  selector: (row) => row.id,
});
const limit = fc.integer({ min: 1, max: 50 });

describe('toPage', () => {
  it('returns the size of the page, and a cursor if and only if there are more rows', () => {
    fc.assert(
      fc.property(rows, limit, (list, size) => {
        const { rows: pageRows, page } = toPage(fetchAfter(list, null, size), size, { codec, binding, keyOf });
        const returned = Math.min(list.length, size);
        expect(page).toMatchObject({ limit: size, returned, has_more: list.length > size });
        expect(pageRows).toHaveLength(page.returned);
        expect(page.next_cursor === null).toBe(!page.has_more);
        expect(page.truncated).toBe(false);
      }),
    );
  });

  it('reports that the list was cut, but only on the last page', () => {
    fc.assert(
      fc.property(rows, limit, fc.boolean(), (list, size, isCut) => {
        const { page } = toPage(fetchAfter(list, null, size), size, { codec, binding, keyOf }, isCut);
        expect(page.truncated).toBe(isCut && !page.has_more);
      }),
    );
  });

  it('returns each row that stays in the list exactly once, while other rows and the page size change', () => {
    fc.assert(
      fc.property(rows, rows, fc.infiniteStream(limit), (stable, others, sizes) => {
        const stableIds = new Set(stable.map((row) => row.id));
        const changing = others.filter((row) => !stableIds.has(row.id));
        const returned: Row[] = [];
        let cursor: string | null = null;
        let step = 0;
        do {
          const size: number = sizes.next().value ?? 1;
          const present = [...stable, ...changing.filter((_, index) => index % 3 === step % 3)];
          const start = findPageStart({ cursor }, codec, binding);
          const { rows: pageRows, page } = toPage(fetchAfter(present, start, size), size, { codec, binding, keyOf });
          returned.push(...pageRows);
          cursor = page.next_cursor;
          step += 1;
        } while (cursor !== null);
        expect(new Set(returned.map((row) => row.id)).size).toBe(returned.length);
        expect(returned.filter((row) => stableIds.has(row.id))).toEqual(fetchAfter(stable, null, stable.length));
      }),
    );
  });
});

describe('findPageStart', () => {
  it('returns null without a cursor, and refuses an empty cursor', () => {
    expect(findPageStart(undefined, codec, binding)).toBeNull();
    expect(findPageStart({}, codec, binding)).toBeNull();
    expect(findPageStart({ cursor: null }, codec, binding)).toBeNull();
    expect(() => findPageStart({ cursor: '' }, codec, binding)).toThrow(
      expect.objectContaining({ code: 'invalid-cursor' }),
    );
  });
});
