import fc from 'fast-check';
import { ShownRows } from './related-cursor';

describe('ShownRows', () => {
  it('contains exactly the added rows after it was encoded as a key and decoded', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.uuid(), { maxLength: 60 }), fc.nat({ max: 60 }), (ids, cut) => {
        const shown = ids.slice(0, cut);
        const decoded = ShownRows.fromKey(ShownRows.none().with(shown.slice(0, 5)).with(shown).toKey());
        expect(ids.filter((id) => decoded.has(id))).toEqual(shown);
      }),
    );
  });
});
