import fc from 'fast-check';
import {
  encodeProfile,
  lexemeHash,
  type LexemeUses,
  overviewWordsOf,
  ProfileProbe,
  raiseUse,
  unpackUses,
} from './profile';

const word = fc.stringMatching(/^[a-z]{3,12}$/);

/** Packs the uses of a lexeme with one call of `raiseUse` for each use. */
function packUses({ title, people, context, overview }: LexemeUses): number {
  let packed = title ? raiseUse(0, 'title', 1) : 0;
  if (people > 0) packed = raiseUse(packed, 'people', people === 2 ? 2 : 1);
  if (context > 0) packed = raiseUse(packed, context === 2 ? 'series' : 'genres', context === 2 ? 2 : 1);
  for (let times = 0; times < overview; times += 1) packed = raiseUse(packed, 'overview', 1);
  return packed;
}

describe('profiles', () => {
  const uses = fc.record<LexemeUses>({
    title: fc.boolean(),
    people: fc.constantFrom(0, 1, 2),
    context: fc.constantFrom(0, 1, 2),
    overview: fc.constantFrom(0, 1, 2),
  });

  it('return the encoded uses of each lexeme', () => {
    fc.assert(
      fc.property(fc.dictionary(word, uses, { maxKeys: 40 }), fc.nat({ max: 300 }), (document, length) => {
        const entries = Object.entries(document);
        fc.pre(new Set(entries.map(([lexeme]) => lexemeHash(lexeme))).size === entries.length);
        const profile = encodeProfile(
          entries.map(([lexeme]) => lexemeHash(lexeme)),
          entries.map(([, use]) => packUses(use)),
          length,
        );
        expect(Math.abs(overviewWordsOf(profile) - length)).toBeLessThanOrEqual(3);
        const decoded = new Map<string, LexemeUses>();
        new ProfileProbe(entries.map(([lexeme]) => lexeme)).scan(profile, (index, packed) => {
          decoded.set(entries[index]?.[0] ?? '', unpackUses(packed));
        });
        expect(Object.fromEntries(decoded)).toEqual(document);
      }),
    );
  });
});
