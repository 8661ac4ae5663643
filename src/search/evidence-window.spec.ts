import fc from 'fast-check';
import { countCodePoints } from '../common/text/summary';
import { windowAroundRanges, windowAroundTerms } from './evidence-window';
import { wordsOf } from './text/words';

const text = fc
  .array(fc.oneof(fc.constantFrom('marimba', 'comets', 'The', 'end.', '👩‍👩‍👧', 'naïve'), fc.string({ maxLength: 12 })), {
    maxLength: 80,
  })
  .map((words) => words.join(' '));

describe('windowAroundTerms', () => {
  it('returns a part of the text within the budget, and reports whether the text was cut', () => {
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

  it('starts with the sentence of the first term if all terms still fit, and otherwise with the first term', () => {
    const overview = `${'Nothing of note happens. '.repeat(20)}A sailor carves a marimba. The comet comes.`;
    expect(windowAroundTerms(overview, new Set(['marimba', 'comet']), 100).text).toBe(
      'A sailor carves a marimba. The comet comes.',
    );
    expect(windowAroundTerms(overview, new Set(['marimba']), 8).text).toBe('marimba.');
  });
});

describe('windowAroundRanges', () => {
  it('returns a part of the text that fits the budget and, with a budget of 40 or more, contains a range', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 800 }), (overview, budget) => {
        const clean = overview.toWellFormed().trim();
        const ranges = wordsOf(clean).filter(({ lexeme }) => lexeme === 'marimba');
        const evidence = windowAroundRanges(clean, ranges, budget);
        expect(clean).toContain(evidence.text);
        expect(countCodePoints(evidence.text)).toBeLessThanOrEqual(evidence.max_chars);
        expect(evidence.max_chars).toBe(Math.min(budget, 240));
        if (ranges.length > 0 && budget >= 40) expect(evidence.text).toContain('marimba');
      }),
    );
  });

  it('starts at a word shortly before the part of the text that contains the most ranges', () => {
    const overview = `marimba ${'Nothing of note happens. '.repeat(20)}A sailor carves a marimba for a marimba player.`;
    const ranges = wordsOf(overview).filter(({ lexeme }) => lexeme === 'marimba');
    expect(windowAroundRanges(overview, ranges, 100).text).toBe(
      'of note happens. A sailor carves a marimba for a marimba player.',
    );
    expect(windowAroundRanges('A marimba.', [{ start: 2, end: 9 }], 100).text).toBe('A marimba.');
  });
});

const withoutPeriod = (word: string): string => word.replace('.', '');

it('never ends within a word, unless the word is longer than the window', () => {
  const words = fc.array(fc.constantFrom('marimba', 'comets', 'naïve', 'a', 'extraordinarily', 'end.'), {
    minLength: 2,
    maxLength: 60,
  });
  fc.assert(
    fc.property(words, fc.integer({ min: 8, max: 300 }), (list, budget) => {
      const overview = list.join(' ');
      for (const { text: cut } of [
        windowAroundTerms(overview, new Set(['marimba']), budget),
        windowAroundRanges(overview, [{ start: 0, end: overview.indexOf(' ') }], budget),
      ]) {
        if (list.some((word) => word.length > budget && word.startsWith(cut))) continue;
        for (const word of cut.split(' ')) expect(list.map(withoutPeriod)).toContain(withoutPeriod(word));
      }
    }),
  );
});

describe('a text without spaces between words', () => {
  const part = fc.oneof(
    fc.constantFrom('映画', 'の夜、', '終わり。', 'かか\u3099み', 'ภาพยนตร์', 'DVD', ' ', 'comet-like '),
    fc.string({ unit: fc.constantFrom('山', '川', '空', '海', '𠮷'), minLength: 1, maxLength: 60 }),
  );
  const budgets = fc.integer({ min: 8, max: 300 });
  const parts = fc.array(part, { maxLength: 40 }).map((list) => list.join(''));

  it('keeps a range that fits the budget', () => {
    fc.assert(
      fc.property(parts, parts, budgets, (before, after, budget) => {
        const overview = `${before}月光${after}`.trim();
        const start = overview.indexOf('月光');
        expect(windowAroundRanges(overview, [{ start, end: start + 2 }], budget).text).toContain('月光');
        // Between Latin letters, characters of a script without spaces can be part of one long word.
        const isWord = wordsOf(overview).some(({ lexeme }) => lexeme === '月光');
        if (isWord) expect(windowAroundTerms(overview, new Set(['月光']), budget).text).toContain('月光');
      }),
    );
  });

  it('fills the window', () => {
    const overview = `映画 ${'山川空海'.repeat(50)}`;
    expect(windowAroundRanges(overview, [{ start: 5, end: 7 }], 100).text).toBe(overview.slice(0, 100));
    expect(windowAroundTerms(overview, new Set(['映画']), 100).text).toBe(overview.slice(0, 100));
  });
});

it('ends with a whole word if the range is longer than the window', () => {
  expect(windowAroundRanges('comets marimba naïve', [{ start: 0, end: 20 }], 10).text).toBe('comets');
});

it('drops a cut word together with the spaces and punctuation before it', () => {
  expect(windowAroundTerms('A marimba (extraordinary)', new Set(['marimba']), 16).text).toBe('A marimba');
  expect(windowAroundTerms('A marimba-like extravaganza', new Set(['marimba']), 12).text).toBe('A marimba');
});

it.each([
  ['The 10,000 Sheep', 'The'],
  ['Pi 3.14159 times', 'Pi'],
  ["Mr O'Brien goes", 'Mr'],
  ['The S.H.I.E.L.D. files', 'The'],
])('cuts no word that contains punctuation: %s', (title, first) => {
  const cuts = Array.from(title, (_, index) => windowAroundTerms(title, new Set(['nothing']), index + 1).text);
  const isWhole = (cut: string): boolean => first.startsWith(cut) || title.startsWith(`${cut} `) || cut === title;
  expect(cuts.filter((cut) => !isWhole(cut.replace(/D$/, 'D.')))).toEqual([]);
});
