/**
 * Finds the words that a text of the seed and a text of a related item contain in the same spelling. Answers name only
 * these words as shared.
 */
import type { Word } from '../../../search/text/word';
import { isUnspaced, wordsOf } from '../../../search/text/words';
import type { SeedTerm } from '../seed/seed-row';

/** A term that two items share, and its spelling. */
export interface SharedTerm {
  readonly term: SeedTerm;
  /** A spelling of the related item or of the seed. If the term is a word, both have this spelling, apart from case. */
  readonly label: string;
}

const ENDS_IN_WORD = /[\p{L}\p{M}\p{N}]$/u;
const BEGINS_IN_WORD = /^[\p{L}\p{M}\p{N}]/u;
/** Maximum number of spellings of a word that are taken from the text of the related item. */
const SPELLINGS_MAX = 8;

/**
 * Returns the terms that both texts contain as whole words in the same spelling, apart from case. Texts with "spy" and
 * "spies" do not share the word. `wordsIn` returns at least the words of `text` that have the lexeme of a term.
 */
export function findSharedWords(
  terms: readonly SeedTerm[],
  seedText: string,
  text: string,
  wordsIn: (text: string) => Word[] = wordsOf,
): SharedTerm[] {
  const seedFolded = seedText.toLowerCase();
  const folded = text.toLowerCase();
  const spellingsByLexeme = collectSpellings(text, wordsIn(text), new Set(terms.map(lexemeOf)));
  return terms.flatMap((term) => {
    const spellings = spellingsByLexeme.get(lexemeOf(term));
    if (spellings === undefined) return [];
    const label = [...spellings, term.label].find((spelling) => {
      const lower = spelling.toLowerCase();
      return hasWholeWord(folded, lower) && hasWholeWord(seedFolded, lower);
    });
    return label === undefined ? [] : [{ term, label }];
  });
}

/** Returns the lexeme of a term that is a word, without the letter of its field. */
export function lexemeOf({ key }: SeedTerm): string {
  return key.slice(1);
}

/**
 * Returns whether a text contains a word as a whole. Letters may precede and follow it if its script is split into
 * pairs of characters (see `isUnspaced`).
 */
function hasWholeWord(text: string, word: string): boolean {
  if (word === '') return false;
  const isWordUnspaced = isUnspaced(word);
  for (let index = text.indexOf(word); index >= 0; index = text.indexOf(word, index + word.length)) {
    if (isWordUnspaced) return true;
    const before = text.slice(Math.max(0, index - 2), index);
    const after = text.slice(index + word.length, index + word.length + 2);
    if (!ENDS_IN_WORD.test(before) && !BEGINS_IN_WORD.test(after)) return true;
  }
  return false;
}

function collectSpellings(
  text: string,
  words: readonly Word[],
  lexemes: ReadonlySet<string>,
): Map<string, Set<string>> {
  const byLexeme = new Map<string, Set<string>>();
  for (const word of words) {
    for (const lexeme of [word.lexeme, ...word.otherLexemes]) {
      if (!lexemes.has(lexeme)) continue;
      const spellings = byLexeme.get(lexeme) ?? new Set();
      if (spellings.size < SPELLINGS_MAX) byLexeme.set(lexeme, spellings.add(text.slice(word.start, word.end)));
    }
  }
  return byLexeme;
}
