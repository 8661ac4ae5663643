import fc from 'fast-check';
import { truncateText, countCodePoints, cutIndex, summarize, type GraphemeSegmenter } from './summary';

const reference = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** The boundaries between graphemes, from the segmentation of the whole text. */
const graphemeBoundaries = (text: string): Set<number> =>
  new Set([0, ...[...reference.segment(text)].map(({ index, segment }) => index + segment.length)]);

/** Random sequences of parts of graphemes. Together, the sequences contain every kind of boundary. */
const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom('👩🏽‍🚀', '👨‍👩‍👧‍👦', '🇩🇪', '🇺🇸', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '1️⃣', '❤️‍🔥', '🇩', '\u200d', '\u{1f3fd}', '👩'),
      fc.constantFrom('e\u0301', '\u0301', 'क्षि', 'क्‍ष', 'ക്ഷ', '각', 'ᄀ', 'ᅡ', 'ᆨ', 'ำ', '\u0600', 'ا\u064b', 'Z͑ͫ̓ͪ̂'),
      fc.constantFrom('\r\n', '\r', '\n', ' ', 'ab', 'ü', '日本', '\ufe0f', '\0', '\u202e', '𝔘'),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    { maxLength: 60 },
  )
  .map((pieces) => pieces.join(''));
const budget = fc.integer({ min: 1, max: 60 });

/** Counts the code units passed to the segmenter. */
class CountingSegmenter implements GraphemeSegmenter {
  codeUnits = 0;

  segment(input: string): ReturnType<GraphemeSegmenter['segment']> {
    this.codeUnits += input.length;
    return reference.segment(input);
  }
}

describe('summarize', () => {
  it('returns a well-formed prefix within the budget, and whether the text was longer', () => {
    fc.assert(
      fc.property(hostileText, budget, (text, maxChars) => {
        const summary = summarize(text, maxChars);
        const wellFormed = text.toWellFormed();
        expect(wellFormed.startsWith(summary.text)).toBe(true);
        expect(summary.text.isWellFormed()).toBe(true);
        expect([...summary.text].length).toBeLessThanOrEqual(maxChars);
        expect(summary.truncated).toBe(summary.text !== wellFormed);
        expect(summary.original_chars).toBe([...wellFormed].length);
        expect(summary.max_chars).toBe(maxChars);
        expect(truncateText(text, maxChars)).toBe(summary.text);
      }),
      { numRuns: 1000 },
    );
  });

  it('ends at the last boundary between graphemes within the budget, or inside a first grapheme that exceeds it', () => {
    fc.assert(
      fc.property(hostileText, budget, (text, maxChars) => {
        const wellFormed = text.toWellFormed();
        const limit = [...wellFormed].slice(0, maxChars).join('').length;
        const edges = [...graphemeBoundaries(wellFormed)].filter((edge) => edge > 0 && edge <= limit);
        expect(summarize(text, maxChars).text).toBe(wellFormed.slice(0, edges.length > 0 ? Math.max(...edges) : limit));
      }),
      { numRuns: 2000 },
    );
  });

  it('ends exactly at the last boundary for larger budgets, such as those that requests can set', () => {
    fc.assert(
      fc.property(hostileText, fc.integer({ min: 61, max: 800 }), (piece, maxChars) => {
        fc.pre(piece.length > 0);
        const wellFormed = piece.toWellFormed().repeat(Math.ceil(1000 / piece.length));
        const limit = [...wellFormed].slice(0, maxChars).join('').length;
        const edges = [...graphemeBoundaries(wellFormed)].filter((edge) => edge > 0 && edge <= limit);
        expect(summarize(wellFormed, maxChars).text).toBe(
          wellFormed.slice(0, edges.length > 0 ? Math.max(...edges) : limit),
        );
      }),
      { numRuns: 200 },
    );
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(hostileText, budget, (text, maxChars) => {
        const once = summarize(text, maxChars);
        const twice = summarize(once.text, maxChars);
        expect(twice.text).toBe(once.text);
        expect(twice.truncated).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  it('is monotone: if the first grapheme fits, a larger budget never results in a shorter text', () => {
    fc.assert(
      fc.property(hostileText, budget, budget, (text, left, right) => {
        const small = summarize(text, Math.min(left, right)).text;
        const first = [...reference.segment(text.toWellFormed())][0]?.segment ?? '';
        fc.pre([...first].length <= Math.min(left, right));
        expect(summarize(text, Math.max(left, right)).text.startsWith(small)).toBe(true);
      }),
    );
  });

  it('splits an emoji family only if it is the first grapheme and exceeds the budget', () => {
    const family = '👨‍👩‍👧‍👦';
    for (let maxChars = 1; maxChars <= 8; maxChars += 1) {
      const { text } = summarize(`a${family}b`, maxChars);
      expect(text).toBe(maxChars < 8 ? 'a' : `a${family}`);
    }
    expect(summarize(family, 3).text).toBe([...family].slice(0, 3).join(''));
  });

  it('keeps a text that exactly fits, and returns an empty text for a maximum of 0', () => {
    expect(summarize('𝔘𝔫𝔦', 3)).toEqual({ text: '𝔘𝔫𝔦', max_chars: 3, truncated: false, original_chars: 3 });
    expect(summarize('', 5)).toEqual({ text: '', max_chars: 5, truncated: false, original_chars: 0 });
    expect(summarize('ab', 0)).toEqual({ text: '', max_chars: 0, truncated: true, original_chars: 2 });
  });

  it('replaces lone surrogates with U+FFFD', () => {
    expect(summarize('a\ud83d', 5).text).toBe('a\ufffd');
    expect(truncateText('\ude00b', 5)).toBe('\ufffdb');
  });

  it('cuts titles to 512 code points by default', () => {
    expect(countCodePoints(truncateText('🎬'.repeat(600)))).toBe(512);
  });
});

describe('cutIndex', () => {
  const hostile: [string, string][] = [
    ['a chain of 70,000 emoji', '👩‍'.repeat(70_000)],
    ['a row of flags', '🇩🇪'.repeat(50_000)],
    ['combining marks without end', `e${'\u0301'.repeat(200_000)}`],
    ['one letter repeated', 'x'.repeat(200_000)],
    ['line feeds', '\n'.repeat(200_000)],
    ['lone surrogates', '\ud83d'.repeat(200_000)],
    ['a chain after a word', `word ${'👨‍👩‍👧‍👦'.repeat(20_000)}`],
  ];

  it.each(hostile)('cuts within the maximum, and segments at most 2 * maximum + 2 code units: %s', (_name, text) => {
    for (const maxChars of [1, 2, 399, 400, 512, 800]) {
      const segmenter = new CountingSegmenter();
      const wellFormed = text.toWellFormed();
      const cut = cutIndex(wellFormed, maxChars, segmenter);
      expect(segmenter.codeUnits).toBeLessThanOrEqual(2 * maxChars + 2);
      expect(countCodePoints(wellFormed.slice(0, cut))).toBeLessThanOrEqual(maxChars);
    }
  });

  it('segments at most 2,052 code units, even for a maximum that is larger than requests can set', () => {
    for (const maxChars of [5_000, 60_001, 139_999]) {
      const segmenter = new CountingSegmenter();
      const text = '👩‍'.repeat(70_000);
      const cut = cutIndex(text, maxChars, segmenter);
      expect(segmenter.codeUnits).toBeLessThanOrEqual(2_052);
      expect(text.slice(0, cut).isWellFormed()).toBe(true);
      expect(countCodePoints(text.slice(0, cut))).toBeLessThanOrEqual(maxChars);
      expect(cut).toBeGreaterThan(0);
    }
  });

  it('segments nothing if the text fits', () => {
    const segmenter = new CountingSegmenter();
    expect(cutIndex('a short text', 400, segmenter)).toBe(12);
    expect(cutIndex('🎬'.repeat(300), 400, segmenter)).toBe(600);
    expect(segmenter.codeUnits).toBe(0);
  });
});

describe('a cut between two characters of plain text', () => {
  it('segments nothing, and is where the segmenter would end a grapheme', () => {
    const segmenter = new CountingSegmenter();
    expect(cutIndex(`👩‍👧${'x'.repeat(900)}`, 400, segmenter)).toBe(402);
    expect(segmenter.codeUnits).toBe(0);
    // The mark after the limit belongs to the letter before it.
    expect(cutIndex(`abe\u0301${'x'.repeat(900)}`, 3, segmenter)).toBe(2);
    expect(segmenter.codeUnits).toBeGreaterThan(0);
  });
});

describe('countCodePoints', () => {
  it('counts code points as string iteration does', () => {
    fc.assert(
      fc.property(fc.oneof(hostileText, fc.string({ unit: 'binary' })), (text) => {
        expect(countCodePoints(text)).toBe([...text].length);
      }),
    );
    fc.assert(
      fc.property(fc.array(fc.constantFrom('\ud83d', '\ude00', 'a')), (units) => {
        expect(countCodePoints(units.join(''))).toBe([...units.join('')].length);
      }),
    );
  });
});
