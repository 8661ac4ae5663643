/** Folding: the one spelling under which differently written forms of a word meet, at the index and in the query. */

const ASCII = /^[\0-\x7f]*$/;

/** Whether folding a text comes to its lower case alone. */
export function isAscii(text: string): boolean {
  return ASCII.test(text);
}

/** Accents of Latin, Greek and Cyrillic, Hebrew points, Arabic vowel signs. Vowel signs of other scripts are letters. */
const FOLDED_MARKS = new RegExp(
  [
    '[\\u0300-\\u036f]|[\\u0483-\\u0487]|[\\u1ab0-\\u1aff]|[\\u1dc0-\\u1dff]|[\\u20d0-\\u20ff]|[\\ufe20-\\ufe2f]',
    '(?=\\p{M})\\p{Script_Extensions=Hebrew}',
    '(?=\\p{M})\\p{Script_Extensions=Arabic}',
  ].join('|'),
  'gu',
);

/** Letters that carry their accent or their second half inside and so do not decompose; in lower case. */
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
  // Arabic letters that keyboards and titles mix up.
  ى: 'ي',
  ة: 'ه',
  ک: 'ك',
  ی: 'ي',
};
const INSEPARABLE_LETTER = new RegExp(`[${Object.keys(INSEPARABLE).join('')}]`, 'g');

/**
 * Lower case without accents, ligatures, full-width and other compatibility forms. Idempotent; linear time. May be
 * longer than its input (`œ` gives `oe`), so offsets into the result are not offsets into the input.
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

/** Lower case with its accents: what tells an accent-exact match from a folded one. */
export function foldCase(text: string): string {
  return isAscii(text) ? text.toLowerCase() : text.normalize('NFC').toLowerCase();
}
