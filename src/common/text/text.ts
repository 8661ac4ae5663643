/** Cleans catalog text: removes invisible characters and normalizes the other characters. */
import { countCodePoints } from './summary';
import { isPlainLine } from './plain-line';

/**
 * Characters that end a line: CR LF, CR, vertical tab, form feed, next line, line separator and paragraph separator.
 */
const LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/**
 * Characters that are always removed: controls except tab, line feed and the line ends above, noncharacters,
 * bidirectional controls, tag characters and other ignorable characters. The patterns below remove joiners and
 * variation selectors by their context. Visible format characters, such as the Arabic number sign, stay.
 */
const REMOVED = new RegExp(
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
const STRAY_VARIATION_SELECTOR = new RegExp(
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
const JOINER = new RegExp(
  [
    `((?<=${JOINING_LETTER})[\\u200c\\u200d](?=${JOINING_LETTER})`,
    `(?<=${JOINING_MARK})\\u200d`,
    `(?<=${EMOJI})\\u200d(?=\\p{Extended_Pictographic}))`,
    '[\\u200c\\u200d]',
  ].join('|'),
  'gu',
);
const JOINER_RUN = /[\u200c\u200d]{2,}/g;
const JOINERS_AND_SELECTORS = /\u200c|\u200d|[\u180b-\u180d\u180f]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu;

/** Maximum number of passes that judge joiners and variation selectors by their context. */
const CONTEXT_PASSES_MAX = 4;

/**
 * Text of Latin, Cyrillic, kana, Han and punctuation characters, which cleaning only trims. Most catalog text matches,
 * so imports are faster.
 */
const CLEAN_TEXT =
  /^[\t\n\x20-\x7e\xa0-\xac\xae-\u02ff\u0400-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e\u3041-\u3096\u30a1-\u30ff\u4e00-\u9fff]*$/;

/**
 * Cleans a text of several lines. The result is trimmed, well-formed NFC text with `\n` as line end, without control
 * characters, bidirectional controls, tag characters and unneeded zero-width characters. Letters of all scripts stay.
 * Idempotent. Takes linear time.
 *
 * After a joiner or selector is removed, NFC can change the order of the marks around it, so that another joiner has a
 * new context. Cleaning is therefore repeated until nothing changes. Text that then still changes, which no language
 * needs, loses all joiners and selectors.
 */
export function cleanCatalogText(text: string): string {
  if (CLEAN_TEXT.test(text)) return text.trim();
  let current = text;
  for (let pass = 1; pass <= CONTEXT_PASSES_MAX; pass += 1) {
    const cleaned = cleanOnce(current);
    if (cleaned === current || cleaned.search(JOINERS_AND_SELECTORS) === -1) return cleaned;
    current = cleaned;
  }
  return cleanOnce(current.replace(JOINERS_AND_SELECTORS, ''));
}

function cleanOnce(text: string): string {
  return text
    .toWellFormed()
    .replace(LINE_ENDS, '\n')
    .replace(REMOVED, '')
    .normalize('NFC')
    .replace(STRAY_VARIATION_SELECTOR, '')
    .replace(JOINER_RUN, (run) => run.charAt(0))
    .replace(JOINER, '$1')
    .normalize('NFC')
    .trim();
}

/**
 * Removes the characters at the end that match `character`, a pattern for one character. Takes linear time, unlike a
 * pattern such as `/ +$/`, which the engine tries at every position of a run of spaces.
 */
export function trimEndOf(text: string, character: RegExp): string {
  let end = text.length;
  while (end > 0 && character.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Like `cleanCatalogText`, for titles, names and labels. Replaces each run of white space by one space. */
export function cleanCatalogLine(text: string): string {
  return isPlainLine(text) ? text : cleanCatalogText(text).replace(/\s+/g, ' ');
}

/**
 * Maximum number of UTF-16 code units before cleaning for each code point that is allowed after cleaning. Leaves room
 * for surrogate pairs and for characters that cleaning removes.
 */
export const RAW_TEXT_FACTOR = 4;

/**
 * Returns the result of `clean`; null if it has more than `maxChars` code points. Does not clean a text with more than
 * `RAW_TEXT_FACTOR` times as many code units, so that the work for a request is bounded.
 */
export function cleanWithin(text: string, maxChars: number, clean: (text: string) => string): string | null {
  if (text.length > RAW_TEXT_FACTOR * maxChars) return null;
  const cleaned = clean(text);
  return cleaned.length > maxChars && countCodePoints(cleaned) > maxChars ? null : cleaned;
}
