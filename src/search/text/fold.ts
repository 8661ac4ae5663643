/**
 * Folding: removes differences of case, accents and compatibility forms. The index and queries use the same folding.
 */

const ASCII = /^[\0-\x7f]*$/;

/** Returns whether a text is ASCII. Folding changes only the case of such a text. */
export function isAscii(text: string): boolean {
  return ASCII.test(text);
}

/** Marks that folding removes: accents of Latin, Greek and Cyrillic, Hebrew points, and Arabic vowel signs. */
const FOLDED_MARKS = new RegExp(
  [
    '[\\u0300-\\u036f]|[\\u0483-\\u0487]|[\\u1ab0-\\u1aff]|[\\u1dc0-\\u1dff]|[\\u20d0-\\u20ff]|[\\ufe20-\\ufe2f]',
    '(?=\\p{M})\\p{Script_Extensions=Hebrew}',
    '(?=\\p{M})\\p{Script_Extensions=Arabic}',
  ].join('|'),
  'gu',
);

/** Replacements of lower-case letters that Unicode normalization (NFKD) does not change. */
const LETTER_REPLACEMENTS: Readonly<Record<string, string>> = {
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
  // Arabic letters that are often typed for each other.
  ى: 'ي',
  ة: 'ه',
  ک: 'ك',
  ی: 'ي',
};
const REPLACED_LETTER = new RegExp(`[${Object.keys(LETTER_REPLACEMENTS).join('')}]`, 'g');

/**
 * Returns the text in lower case, without accents, ligatures, full-width and other compatibility forms. The function is
 * idempotent and takes linear time. The result may have another length than the input (`œ` becomes `oe`), so their
 * offsets differ.
 */
export function foldText(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(FOLDED_MARKS, '')
    .replace(REPLACED_LETTER, (letter) => LETTER_REPLACEMENTS[letter] ?? letter)
    .normalize('NFC');
}

/** Returns the text in lower case with its accents. Ranking uses it to prefer matches with equal accents. */
export function foldCase(text: string): string {
  return isAscii(text) ? text.toLowerCase() : text.normalize('NFC').toLowerCase();
}

/** Returns the first code units of a text, at most `max`. Never ends within a surrogate pair. */
export function cutCodeUnits(text: string, max: number): string {
  if (text.length <= max) return text;
  return text.slice(0, max).replace(/[\ud800-\udbff]$/, '');
}
