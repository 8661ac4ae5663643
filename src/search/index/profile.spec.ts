import fc from 'fast-check';
import type { IndexedField } from './lexemes';
import { encodeProfile, lexemeHash, overviewWordsOf, ProfileProbe, raiseUse, unpackUses } from './profile';

const word = fc.stringMatching(/^[a-z]{3,12}$/);

/** The level of a lexeme in each field; 0: not in the field. */
type Levels = Record<IndexedField, number>;
const NOWHERE: Levels = { title: 0, people: 0, series: 0, genres: 0, overview: 0 };

/** Returns the uses of a lexeme, added in the order of the fields. The overview has one use for each level. */
function usesOf(levels: Levels, fields: readonly IndexedField[]): number {
  let uses = 0;
  for (const field of fields) {
    if (field !== 'overview') uses = levels[field] === 0 ? uses : raiseUse(uses, field, levels[field] === 2 ? 2 : 1);
    else for (let times = 0; times < levels.overview; times += 1) uses = raiseUse(uses, 'overview', 1);
  }
  return uses;
}

describe('profiles', () => {
  const levels = fc.record<Levels>({
    title: fc.constantFrom(0, 1),
    people: fc.constantFrom(0, 1, 2),
    series: fc.constantFrom(0, 1),
    genres: fc.constantFrom(0, 1),
    overview: fc.constantFrom(0, 1, 2),
  });
  const order = fc.shuffledSubarray(Object.keys(NOWHERE) as IndexedField[], { minLength: 5 });

  it('return the encoded uses of each lexeme, and the length of the overview in steps of five words', () => {
    fc.assert(
      fc.property(
        fc.dictionary(word, levels, { maxKeys: 40 }),
        order,
        fc.nat({ max: 300 }),
        (document, fields, length) => {
          const entries = Object.entries(document);
          fc.pre(new Set(entries.map(([lexeme]) => lexemeHash(lexeme))).size === entries.length);
          const profile = encodeProfile(
            entries.map(([lexeme]) => lexemeHash(lexeme)),
            entries.map(([, each]) => usesOf(each, fields)),
            length,
          );
          expect(Math.abs(overviewWordsOf(profile) - length)).toBeLessThanOrEqual(3);
          const decoded = Object.fromEntries(entries.map(([lexeme]) => [lexeme, { ...NOWHERE }]));
          new ProfileProbe(entries.map(([lexeme]) => lexeme)).scan(profile, (index, packed) => {
            const { title, people, context, overview } = unpackUses(packed);
            const found = decoded[entries[index]?.[0] ?? ''] ?? { ...NOWHERE };
            // Two records of a lexeme have no field in common.
            found.title += title ? 1 : 0;
            found.people += people;
            found.series += context === 2 ? 1 : 0;
            found.genres += context === 1 ? 1 : 0;
            found.overview += overview;
          });
          expect(decoded).toEqual({ ...document });
        },
      ),
    );
  });
});
