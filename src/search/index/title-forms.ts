/**
 * Converts titles to the forms that search compares. A form has the folded words of a title, separated by spaces. Its
 * compact key has no spaces.
 */
import { cutCodeUnits, foldCase, foldText, isAscii } from '../text/fold';
import { wordsOf, isUnspaced } from '../text/words';

const FORM_MAX_WORDS = 60;
/** Maximum number of code units of a compact key. */
const KEY_MAX_CHARS = 200;
const SPACE = 0x20;

/** The English articles. Search also compares titles and queries without an article at their beginning. */
export const ARTICLES: readonly string[] = ['the', 'a', 'an'];

/** A title of a document, or the text of a query. */
export interface TitleForm {
  /** Folded words, separated by single spaces; the symbols of a title without words. */
  readonly folded: string;
  /** The title in lower case, with accents and without punctuation; null if this text is ASCII. */
  readonly accented: string | null;
}

/** Returns the form of a title; null if the title is blank. */
export function toTitleForm(title: string): TitleForm | null {
  const folded = formWords(title).join(' ');
  const plain = folded === '' ? symbolsOf(title) : folded;
  if (plain === '') return null;
  if (isAscii(title)) return { folded: plain, accented: null };
  const accented = foldCase(title)
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
  return { folded: plain, accented: /[^\0-\x7f]/.test(accented) ? accented : null };
}

/**
 * Returns the folded words in order, without overlap. In scripts that are split into pairs of characters, such as Han
 * and Hangul, indexed words overlap. Of each such word, only the part after the previous word is used.
 */
function formWords(title: string): string[] {
  const words: string[] = [];
  let end = 0;
  for (const word of wordsOf(title).slice(0, FORM_MAX_WORDS)) {
    words.push(word.start < end ? foldText(title.slice(end, word.end)) : word.folded);
    end = word.end;
  }
  return words;
}

/** Returns the normalized symbols of a title without words ("???", "!!!"). */
function symbolsOf(title: string): string {
  return title.normalize('NFKC').replace(/\s+/g, '').toLowerCase();
}

/**
 * Returns the compact key of a form. It is equal for "Spider-Man", "Spider Man" and "spiderman". At most 200 code
 * units.
 */
export function compactKey(folded: string): string {
  return cutCodeUnits(folded.replace(/ /g, ''), KEY_MAX_CHARS);
}

/** Returns the compact key of a title; empty for a blank title. */
export function compactTitle(title: string): string {
  return compactKey(toTitleForm(title)?.folded ?? '');
}

/** Returns a form without the English article at its beginning, but returns a lone article unchanged. */
export function withoutArticle(folded: string): string {
  return folded.slice(afterArticle(folded));
}

/** Returns the index of the word after the English article at `start`; `start` if there is no article. */
export function afterArticle(forms: string, start = 0): number {
  for (const article of ARTICLES) {
    const end = start + article.length;
    if (forms.charCodeAt(end) === SPACE && forms.startsWith(article, start)) return end + 1;
  }
  return start;
}

/**
 * Returns whether the compact key of a form starts with `key`, without building the compact key. The form may be one of
 * several that `encodeForms` wrote: `start` is its first index.
 */
export function startsWithCompactKey(forms: string, key: string, start = 0): boolean {
  let position = start;
  for (let index = 0; index < key.length; index += 1, position += 1) {
    while (forms.charCodeAt(position) === SPACE) position += 1;
    if (forms.charCodeAt(position) !== key.charCodeAt(index)) return false;
  }
  return true;
}

/**
 * Like `startsWithCompactKey`, but ignores an English article at the beginning of the form. The caller has removed an
 * article from the key. Always false if `mayBeginAfterArticle` is false for the key.
 */
export function startsWithKeyAfterArticle(folded: string, keyWithoutArticle: string): boolean {
  return (
    mayBeginAfterArticle(keyWithoutArticle) && startsWithCompactKey(folded, keyWithoutArticle, afterArticle(folded))
  );
}

/** Writes several forms as one text for storage. */
export function encodeForms(forms: readonly TitleForm[]): string {
  return forms.map((form) => (form.accented === null ? form.folded : `${form.folded}\t${form.accented}`)).join('\n');
}

/** Reads what `encodeForms` wrote. */
export function decodeForms(stored: string): TitleForm[] {
  if (stored === '') return [];
  return stored.split('\n').map((line) => {
    const end = line.indexOf('\t');
    return end < 0 ? { folded: line, accented: null } : { folded: line.slice(0, end), accented: line.slice(end + 1) };
  });
}

/**
 * Returns whether a key is long enough to search for titles that begin with it: two code units, or one of a script
 * that is split into pairs of characters, such as Han.
 */
export function mayBegin(key: string): boolean {
  return key.length > 1 || isUnspaced(key);
}

/**
 * Returns whether to search for titles that begin with an article and the key: if the key has at least three code units
 * and begins with a digit or a letter from a to z. Too many titles begin with an article and two given characters.
 */
export function mayBeginAfterArticle(key: string): boolean {
  return key.length > 2 && /^[a-z\d]/.test(key);
}
