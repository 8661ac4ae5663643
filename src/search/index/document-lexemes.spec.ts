import { DocumentLexemes } from './document-lexemes';
import { encodeProfile, lexemeHash, raiseUse } from './profile';

describe('the lexemes of a document', () => {
  it('occur once each, in the order of the texts, and the profile counts their uses', () => {
    const document = new DocumentLexemes();
    document.addTitle('Runner 7');
    document.addText('people', 'Ada Runner', 2);
    document.addText('overview', 'The runner runs');
    document.addMark("=it's");
    document.addMark("=it's");
    expect(document.build()).toEqual({
      literal: "'trunner' 't7' 'n7' 'pada' 'prunner' 'orunner' 'orun' '=it''s'",
      profile: encodeProfile(
        ['runner', '7', 'ada', 'run'].map(lexemeHash),
        [
          raiseUse(raiseUse(raiseUse(0, 'title', 1), 'people', 2), 'overview', 1),
          raiseUse(0, 'title', 1),
          raiseUse(0, 'people', 2),
          raiseUse(0, 'overview', 1),
        ],
        2,
      ),
    });
  });

  it('are an empty list for a document without texts', () => {
    expect(new DocumentLexemes().build()).toEqual({ literal: '', profile: encodeProfile([], [], 0) });
  });

  it('have a maximum total length, and the profile also contains the words beyond it', () => {
    const document = new DocumentLexemes();
    for (let index = 0; index < 90; index += 1) {
      document.addText('overview', Array.from({ length: 2_000 }, (_, word) => `x${index}y${word}`).join(' '));
    }
    document.addText('genres', 'drama');
    const { literal, profile } = document.build();
    const chars = literal.split(' ').reduce((sum, quoted) => sum + quoted.length - 2, 0);
    expect(chars).toBeLessThanOrEqual(150_000);
    expect(chars).toBeGreaterThan(149_980);
    expect(profile.length).toBe(2 + 5 * (90 * 2_000 + 1));
  });
});
