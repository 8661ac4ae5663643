import fc from 'fast-check';
import { countCodePoints } from '../common/text/summary';
import { windowAroundPlaces, windowAroundTerms } from './evidence-window';
import { wordsOf } from './text/words';

const text = fc
  .array(fc.oneof(fc.constantFrom('marimba', 'comets', 'The', 'end.', '👩‍👩‍👧', 'naïve'), fc.string({ maxLength: 12 })), {
    maxLength: 80,
  })
  .map((words) => words.join(' '));

describe('windowAroundTerms', () => {
  it('is part of the text, within the budget, and reports whether it is cut', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 800 }), (overview, budget) => {
        const clean = overview.toWellFormed().trim();
        const evidence = windowAroundTerms(clean, new Set(['marimba', 'comet']), budget);
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
    expect(windowAroundTerms(overview, new Set(['marimba', 'comet']), 100).text).toBe(
      'A sailor carves a marimba. The comet comes.',
    );
    expect(windowAroundTerms(overview, new Set(['marimba']), 8).text).toBe('marimba.');
  });
});

describe('windowAroundPlaces', () => {
  it('is a part of the text within the budget that shows a place', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 800 }), (overview, budget) => {
        const clean = overview.toWellFormed().trim();
        const places = wordsOf(clean).filter(({ lexeme }) => lexeme === 'marimba');
        const evidence = windowAroundPlaces(clean, places, budget);
        expect(clean).toContain(evidence.text);
        expect(countCodePoints(evidence.text)).toBeLessThanOrEqual(evidence.max_chars);
        expect(evidence.max_chars).toBe(Math.min(budget, 240));
        if (places.length > 0 && budget >= 40) expect(evidence.text).toContain('marimba');
      }),
    );
  });

  it('begins at a word a little before the part with the most places', () => {
    const overview = `marimba ${'Nothing of note happens. '.repeat(20)}A sailor carves a marimba for a marimba player.`;
    const places = wordsOf(overview).filter(({ lexeme }) => lexeme === 'marimba');
    expect(windowAroundPlaces(overview, places, 100).text).toBe(
      'of note happens. A sailor carves a marimba for a marimba player.',
    );
    expect(windowAroundPlaces('A marimba.', [{ start: 2, end: 9 }], 100).text).toBe('A marimba.');
  });
});
