/** Folding: removes differences of case, accents and compatibility forms. The index and queries use the same folding. */

const ASCII = /^[\0-\x7f]*$/;

/** Whether folding a text only changes its case. */
export function isAscii(text: string): boolean {
  return ASCII.test(text);
}

/** Accents of Latin, Greek and Cyrillic, Hebrew points, and Arabic vowel signs. In other scripts vowel signs are kept. */
const FOLDED_MARKS = new RegExp(
  [
    '[\\u0300-\\u036f]|[\\u0483-\\u0487]|[\\u1ab0-\\u1aff]|[\\u1dc0-\\u1dff]|[\\u20d0-\\u20ff]|[\\ufe20-\\ufe2f]',
    '(?=\\p{M})\\p{Script_Extensions=Hebrew}',
    '(?=\\p{M})\\p{Script_Extensions=Arabic}',
  ].join('|'),
  'gu',
);

/** Folded forms of lower-case letters that Unicode normalisation (NFKD) leaves unfolded. */
const INSEPARABLE: Readonly<Record<string, string>> = {
  œ: 'oe',
  æ: 'ae',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ß: 'ss',
  ı: 'i',
  ŋ: 'n',
  ĸ: 'k',
  ŀ: 'l',
  ɓ: 'b',
  ƈ: 'c',
  ɗ: 'd',
  ɖ: 'd',
  ƙ: 'k',
  ƴ: 'y',
  ǝ: 'e',
  ə: 'e',
  ɨ: 'i',
  ʉ: 'u',
  ꞌ: '',
  ـ: '',
  ς: 'σ',
  // Arabic letters that keyboards and titles use for one another.
  ى: 'ي',
  ة: 'ه',
  ک: 'ك',
  ی: 'ي',
};
const INSEPARABLE_LETTER = new RegExp(`[${Object.keys(INSEPARABLE).join('')}]`, 'g');

/**
 * Lower case without accents, ligatures, full-width and other compatibility forms. Idempotent; linear time. The result
 * may be longer than the input (`œ` becomes `oe`), so offsets into one are not offsets into the other.
 */
export function foldText(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(FOLDED_MARKS, '')
    .replace(INSEPARABLE_LETTER, (letter) => INSEPARABLE[letter] ?? letter)
    .normalize('NFC');
}

/** Lower case with accents: distinguishes an accent-exact match from a folded one. */
export function foldCase(text: string): string {
  return isAscii(text) ? text.toLowerCase() : text.normalize('NFC').toLowerCase();
}
