import fc from 'fast-check';
import { countCodePoints } from '../../common/text/summary';
import { windowEvidence } from './evidence';
import { ShownRows } from './related-cursor';
import type { SeedTerm } from './related-seed';
import { findSharedWords } from './shared-terms';

const word = (lexeme: string, label: string): SeedTerm => {
  return { kind: 'word', key: `o${lexeme}`, label, documents: 2, rarity: 0.9 };
};

const text = fc
  .array(fc.oneof(fc.constantFrom('marimba', 'comets', 'The', 'end.', '👩‍👩‍👧', 'naïve'), fc.string({ maxLength: 12 })), {
    maxLength: 80,
  })
  .map((words) => words.join(' '));

describe('windowEvidence', () => {
  it('is a part of the text within the budget, and says whether something was cut', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 800 }), (overview, budget) => {
        const clean = overview.toWellFormed().trim();
        const evidence = windowEvidence(clean, new Set(['marimba', 'comet']), budget);
        expect(clean).toContain(evidence.text);
        expect(countCodePoints(evidence.text)).toBeLessThanOrEqual(evidence.max_chars);
        expect(evidence.max_chars).toBeLessThanOrEqual(budget);
        expect(evidence.truncated).toBe(evidence.text !== clean);
        expect(evidence.original_chars).toBe(countCodePoints(clean));
      }),
    );
  });

  it('shows the words, from the start of their sentence where that fits', () => {
    const overview = `${'Nothing of note happens. '.repeat(20)}A sailor carves a marimba. The comet comes.`;
    expect(windowEvidence(overview, new Set(['marimba', 'comet']), 100).text).toBe(
      'A sailor carves a marimba. The comet comes.',
    );
    expect(windowEvidence(overview, new Set(['marimba']), 8).text).toBe('marimba.');
  });
});

describe('findSharedWords', () => {
  it('names a word in a form that stands in both texts', () => {
    const shared = findSharedWords([word('comet', 'comets')], 'Two comets beside a comet.', 'A comet at sea.');
    expect(shared.map(({ label }) => label)).toEqual(['comet']);
  });

  it('leaves out a word that has no form in common', () => {
    expect(findSharedWords([word('marri', 'married')], 'She married.', 'He marries.')).toEqual([]);
    expect(findSharedWords([word('marimba', 'marimba')], 'A marimba.', 'Nothing.')).toEqual([]);
  });
});

describe('ShownRows', () => {
  it('knows what was shown after any number of cursors', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.uuid(), { maxLength: 60 }), fc.nat({ max: 60 }), (ids, cut) => {
        const shown = ids.slice(0, cut);
        const read = ShownRows.fromKey(ShownRows.none().with(shown.slice(0, 5)).with(shown).toKey());
        expect(ids.filter((id) => read.has(id))).toEqual(shown);
      }),
    );
  });
});
