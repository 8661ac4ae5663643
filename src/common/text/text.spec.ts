import fc from 'fast-check';
import { cleanCatalogLine, cleanCatalogText, cleanWithin, trimEndOf } from './text';
import { isStorableText } from './well-formed';

/** Characters that cleaned text never contains, whatever other characters surround them. */
const FORBIDDEN = new RegExp(
  [
    '[\\0-\\x08\\x0b-\\x1f\\x7f-\\x9f]',
    '[\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\u00ad\\u180e\\u3164\\uffa0]',
    '\\u034f',
    '[\\u{e0000}-\\u{e007f}]',
    '\\p{Noncharacter_Code_Point}',
    '\\p{Surrogate}',
  ].join('|'),
  'u',
);

const invisible = fc.constantFrom(
  ...['\0', '\x07', '\x7f', '\x85', '\r', '\r\n', '\t', '\n', ' ', '\u00a0', '\u2028', '\u2029', '\u00ad', '\u034f'],
  ...['\u061c', '\u200b', '\u200c', '\u200d', '\u200e', '\u200f', '\u202a', '\u202e', '\u2060', '\u2066', '\u2069'],
  ...['\ufeff', '\ufe00', '\ufe0e', '\ufe0f', '\ufffe', '\uffff', '\ufdd0', '\ufff9', '\u{e0001}', '\u{e0041}'],
  ...['\u{e0100}', '\u{e01ef}', '\u{1fffe}', '\ud83d', '\ude00', '\u180b', '\u180e', '\u115f', '\u1160', '\u17b4'],
);
const visible = fc.constantFrom(
  ...['a', 'Z', '1', '#', 'é', 'e\u0301', '\u0301', '\u0338', '↔', '=', '日', '本', '豈', 'ا', 'ب', '\u064b', 'ك', 'א'],
  ...['क', '\u094d', 'ष', 'ि', 'ක', '\u0dca', 'ᠠ', '👩', '🏽', '🚀', '❤', '🇩', '🇪', '각', 'ᄀ', 'ᅡ', 'ᆨ', '\u{1f3f4}'],
);
const hostileText = fc
  .array(fc.oneof(invisible, visible, fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 40 })
  .map((pieces) => pieces.join(''));

describe('cleanCatalogText', () => {
  it('returns trimmed, well-formed NFC text without invisible characters', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const clean = cleanCatalogText(text);
        expect(clean).not.toMatch(FORBIDDEN);
        expect(isStorableText(clean)).toBe(true);
        expect(clean.normalize('NFC')).toBe(clean);
        expect(clean.trim()).toBe(clean);
        expect(clean).not.toMatch(/[\u200c\u200d]{2}|[\ufe00-\ufe0f]{2}/);
      }),
      { numRuns: 2000 },
    );
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const clean = cleanCatalogText(text);
        expect(cleanCatalogText(clean)).toBe(clean);
        const line = cleanCatalogLine(text);
        expect(cleanCatalogLine(line)).toBe(line);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['a selector between marks', '\u0915\u0301\ufe0f\u094d\u200d', '\u0915\u094d\u0301'],
    ['a joiner between marks', '\u0327\u200d\u094d\u200d', '\u094d\u0327'],
    ['a long chain of marks and joiners', '\u0327' + '\u200d\u094d'.repeat(99), '\u094d'.repeat(99) + '\u0327'],
  ])('cleans %s completely in one call', (_name, text, expected) => {
    expect(cleanCatalogText(text)).toBe(expected);
    expect(cleanCatalogText(expected)).toBe(expected);
  });

  it('is idempotent for marks whose order NFC changes', () => {
    const character = fc.constantFrom(
      ...['\u0301', '\u0327', '\u0345', '\u0334', '\u094d', '\u093c', '\u064b', '\u0651', '\u1039', '\u{1e94a}'],
      ...['\u200c', '\u200d', '\ufe00', '\ufe0f', '\u180b', '\u{e0100}', '\u0915', '\u0628', '\u1000', '\u1820'],
      ...['\ua856', 'a', '1', '=', '\u8c48', '\u{1f680}', '\u{1f3fd}', '\u200b', ' '],
    );
    fc.assert(
      fc.property(fc.string({ unit: character, maxLength: 40 }), (text) => {
        const clean = cleanCatalogText(text);
        expect(cleanCatalogText(clean)).toBe(clean);
      }),
      { numRuns: 5000 },
    );
  });

  it('keeps exactly the visible letters, in their order', () => {
    const letters = fc.array(fc.constantFrom('a', 'é', '日', 'א', 'ب', 'я', '!', '🚀'), {
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(letters, fc.array(invisible, { maxLength: 30 }), (visibleLetters, noise) => {
        const text = visibleLetters.map((letter, index) => letter + (noise[index] ?? '')).join('');
        // Lone surrogates become U+FFFD.
        const bare = cleanCatalogText(text).replace(
          /\s|\u200c|\u200d|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]|\ufffd/gu,
          '',
        );
        expect(bare).toBe(visibleLetters.join(''));
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['Persian with a non-joiner', 'می\u200cخواهم'],
    ['a Devanagari conjunct with a joiner', 'क्\u200dष'],
    ['Sinhala', 'ශ්\u200dරී ලංකා'],
    ['Bengali with a trailing half letter', 'ত্\u200d'],
    ['an astronaut', '👩🏽\u200d🚀'],
    ['a heart on fire', '❤\ufe0f\u200d🔥'],
    ['a rainbow flag', '🏳\ufe0f\u200d🌈'],
    ['a family', '👨\u200d👩\u200d👧\u200d👦'],
    ['a keycap', '1\ufe0f\u20e3'],
    ['a symbol in text style', '☎\ufe0e'],
    ['an ideographic variant', '葛\u{e0100}'],
    ['a Mongolian variant', 'ᠠ\u180b'],
    ['a Phags-pa variant', '\ua856\ufe00'],
    ['a dotted Myanmar letter', '\u1000\ufe00'],
    ['a rotated hieroglyph', '\u{13091}\ufe00'],
    ['a slashed zero', '0\ufe00'],
    ['variants of mathematical characters', '\u2229\ufe00\u{1d49c}\ufe01\u211b\ufe00'],
    ['variants of punctuation', '\u3001\ufe00\uff1f\ufe01\u201c\ufe00'],
    ['Hebrew', 'שלום'],
    ['Arabic with marks', 'السَّلَامُ'],
    ['Thai', 'น้ำ'],
    ['a flag', '🇩🇪'],
    ['lines and tabs', 'one\n\ttwo'],
    ['an Arabic number sign', '\u0600١'],
    ['a full-width space inside', '日\u3000本'],
  ])('keeps %s', (_name, text) => {
    expect(cleanCatalogText(text)).toBe(text);
  });

  it.each([
    ['a joiner between Latin letters', 'pass\u200dword', 'password'],
    ['a non-joiner between Latin letters', 'pass\u200cword', 'password'],
    ['a joiner at the ends', '\u200dab\u200d', 'ab'],
    ['a joiner behind an emoji with no emoji after it', '🚀\u200d rest', '🚀 rest'],
    ['runs of joiners', 'क्\u200d\u200d\u200cष', 'क्\u200dष'],
    ['a non-joiner typed twice', 'می\u200c\u200cخواهم', 'می\u200cخواهم'],
    ['data hidden in variation selectors', '😀\ufe01\ufe02\u{e0120}\u{e0133}', '😀'],
    ['a selector behind a letter', 'a\ufe0fb', 'ab'],
    ['a Mongolian selector behind a Phags-pa letter', '\ua856\u180b', '\ua856'],
    ['a selector behind a digit other than zero', '1\ufe00', '1'],
    ['selectors in a row', '❤\ufe0f\ufe0f', '❤\ufe0f'],
    ['tag characters', 'Title\u{e0049}\u{e0067}\u{e006e}', 'Title'],
    ['the tags of a subdivision flag', '🏴\u{e0067}\u{e0062}\u{e007f}', '🏴'],
    ['bidirectional overrides', '\u202ecod.exe\u202c', 'cod.exe'],
    ['bidirectional isolates', '\u2067abc\u2069', 'abc'],
    ['a byte order mark', '\ufeffTitle', 'Title'],
    ['zero-width spaces and soft hyphens', 'a\u200bb\u00adc\u2060d', 'abcd'],
    ['NUL and controls', 'a\0b\x1bc\x9fd', 'abcd'],
    ['line separators', 'a\u2028b\u2029c\x85d\re\r\nf\x0bg', 'a\nb\nc\nd\ne\nf\ng'],
    ['decomposed letters', 'e\u0301', 'é'],
    ['a zero-width space before a combining accent', 'e\u200b\u0301', 'é'],
    ['noncharacters', 'a\uffff\ufdd0\u{1ffff}b', 'ab'],
    ['lone surrogates', 'a\ud83db', 'a\ufffdb'],
    ['outer white space', '\u00a0 a b \n', 'a b'],
  ])('cleans %s', (_name, text, expected) => {
    expect(cleanCatalogText(text)).toBe(expected);
  });
});

describe('cleanCatalogLine', () => {
  it('replaces each run of white space by one space', () => {
    expect(cleanCatalogLine(' A\tlong\r\n title\u2028of\u00a0\u3000it ')).toBe('A long title of it');
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(cleanCatalogLine(text)).not.toMatch(/[^\S ]| {2}|^ | $/);
      }),
    );
  });
});

describe('trimEndOf', () => {
  it('returns the same result as a replacement by a pattern that is anchored at the end', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', ' ', '.', '-', '😀') }), (text) => {
        expect(trimEndOf(text, /[ .-]/)).toBe(text.replace(/[ .-]+$/, ''));
      }),
    );
  });
});

describe('cleanWithin', () => {
  /** Shows by its error that the text was to be cleaned. */
  const refuseToClean = (): string => {
    throw new Error('was cleaned');
  };

  it('counts code points after cleaning', () => {
    expect(cleanWithin(`${'😀'.repeat(4)}\u0007`, 4, cleanCatalogText)).toBe('😀'.repeat(4));
    expect(cleanWithin('😀'.repeat(5), 4, cleanCatalogText)).toBeNull();
  });

  it('refuses, without cleaning it, a text with more code units than four times the maximum', () => {
    expect(() => cleanWithin(' '.repeat(16), 4, refuseToClean)).toThrow('was cleaned');
    expect(cleanWithin(' '.repeat(17), 4, refuseToClean)).toBeNull();
  });
});

describe('isStorableText', () => {
  it.each(['\0', 'a\0b', '\ud83d', 'a\ude00b', '\ufffe', '\uffff', '\ude00\ud83d'])('refuses %j', (text) => {
    expect(isStorableText(text)).toBe(false);
  });

  it('accepts all well-formed text without NUL, U+FFFE and U+FFFF', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(isStorableText(text)).toBe(!/[\0\ufffe\uffff]/.test(text));
      }),
    );
    expect(isStorableText('👩🏽‍🚀 \u202e \ufdd0')).toBe(true);
  });
});
