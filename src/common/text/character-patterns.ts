/** Patterns of the characters that cleaning removes or replaces. */

/** Line ends except line feed: CR LF, CR, vertical tab, form feed, next line, line and paragraph separator. */
export const LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/**
 * Characters that are always removed, after `LINE_ENDS` are replaced: controls except tab and line feed, noncharacters,
 * bidirectional controls, tag characters and other ignorable characters. Other patterns remove joiners and variation
 * selectors by their context. Visible format characters, such as the Arabic number sign, stay.
 */
export const REMOVED = new RegExp(
  [
    '[\\0-\\x08\\x0e-\\x1f\\x7f-\\x9f]',
    '\\p{Noncharacter_Code_Point}',
    '[\\ufff0-\\ufffb]',
    '(?!\\u200c|\\u200d|[\\u180b-\\u180d\\u180f]|[\\ufe00-\\ufe0f]|[\\u{e0100}-\\u{e01ef}])\\p{Default_Ignorable_Code_Point}',
  ].join('|'),
  'gu',
);

/**
 * The kinds of characters for which Unicode lists variants with U+FE00 to U+FE0D: Han, Myanmar, Phags-pa and Egyptian
 * characters, mathematical characters, zero, quotation marks, and full-width punctuation.
 */
const WITH_VARIANTS = [
  ...[
    '\\p{Script=Han}',
    '\\p{Script=Myanmar}',
    '\\p{Script=Phags_Pa}',
    '\\p{Script=Egyptian_Hieroglyphs}',
    '\\p{Math}',
  ],
  ...['0', '\\u2018\\u2019\\u201c\\u201d', '\\u3001\\u3002\\uff01\\uff0c\\uff0e\\uff1a\\uff1b\\uff1f'],
].join('');

/** Variation selectors that do not directly follow a character of a kind with such variants. They are removed. */
export const STRAY_VARIATION_SELECTOR = new RegExp(
  [
    '(?<![\\p{Extended_Pictographic}0-9#*])[\\ufe0e\\ufe0f]',
    `(?<![${WITH_VARIANTS}])[\\ufe00-\\ufe0d]`,
    '(?<!\\p{Script=Han})[\\u{e0100}-\\u{e01ef}]',
    '(?<!(?=\\p{L})\\p{Script=Mongolian})[\\u180b-\\u180d\\u180f]',
  ].join('|'),
  'gu',
);

/** Scripts in which a joiner changes the shape of adjacent letters. */
const JOINING = [
  ...['Arabic', 'Syriac', 'Mandaic', 'Nko', 'Mongolian', 'Phags_Pa', 'Adlam', 'Hanifi_Rohingya', 'Sogdian'],
  ...['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala'],
  ...['Tibetan', 'Myanmar', 'Khmer', 'Balinese', 'Javanese', 'Sundanese', 'Meetei_Mayek', 'Chakma', 'Grantha', 'Newa'],
]
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join('');
const JOINING_LETTER = `(?=[\\p{L}\\p{M}])[${JOINING}]`;
const JOINING_MARK = `(?=\\p{M})[${JOINING}]`;
const EMOJI = '\\p{Extended_Pictographic}(?:\\ufe0f|[\\u{1f3fb}-\\u{1f3ff}])?';

/**
 * Matches all joiners. Captures those that stay: between letters or marks of `JOINING`, inside an emoji, and a
 * zero-width joiner (U+200D) after a mark of `JOINING`, such as a virama.
 */
export const JOINER = new RegExp(
  [
    `((?<=${JOINING_LETTER})[\\u200c\\u200d](?=${JOINING_LETTER})`,
    `(?<=${JOINING_MARK})\\u200d`,
    `(?<=${EMOJI})\\u200d(?=\\p{Extended_Pictographic}))`,
    '[\\u200c\\u200d]',
  ].join('|'),
  'gu',
);
export const JOINER_RUN = /[\u200c\u200d]{2,}/g;
export const JOINERS_AND_SELECTORS = /\u200c|\u200d|[\u180b-\u180d\u180f]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu;
