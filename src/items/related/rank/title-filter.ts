/** A fast check whether titles share a word. It avoids tokenizing most titles. */
import { stemPrefixOf } from '../../../search/text/stem-prefixes';

const ASCII = /^[\0-\x7f]*$/;
const SEPARATORS = /[^a-z0-9]+/g;
/** Number of characters at the start of a word that the check searches for. */
const PREFIX_CHARS = 3;

/** Checks titles for the words of one title. */
export class TitleFilter {
  private readonly beginnings: readonly string[];

  constructor(lexemes: readonly string[]) {
    this.beginnings = [...new Set(lexemes.map((lexeme) => stemPrefixOf(lexeme).slice(0, PREFIX_CHARS)))];
  }

  /**
   * Returns false only for a title that contains none of the lexemes. Ignores separators, because a word may contain
   * them ("S.W.A.T.", "O'Brien"). Reads `&` as the word "and", as the tokenizer does. Without lexemes, returns false.
   * With lexemes, returns true for every title with characters outside ASCII, because only the tokenizer folds them.
   */
  mayContainLexeme(title: string): boolean {
    if (this.beginnings.length === 0) return false;
    if (!ASCII.test(title)) return true;
    const characters = title.toLowerCase().replaceAll('&', 'and').replace(SEPARATORS, '');
    return this.beginnings.some((beginning) => characters.includes(beginning));
  }
}
