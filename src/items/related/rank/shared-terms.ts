/** Finds terms that the texts of both items contain in the same spelling. Answers name only these as shared. */
import { isUnspaced, wordsOf } from '../../../search/text/words';
import type { SeedTerm } from '../seed/related-seed';

/** A term and its spelling. */
export interface SharedTerm {
  readonly term: SeedTerm;
  /** Spelling in the related item. For words, the form that both texts contain. */
  readonly label: string;
}

const ENDS_IN_WORD = /[\p{L}\p{M}\p{N}]$/u;
const BEGINS_IN_WORD = /^[\p{L}\p{M}\p{N}]/u;
/** Maximum number of forms of one word that are searched for in the other text. */
const SPELLINGS_MAX = 8;

/**
 * Returns the terms that both texts contain as whole words in the same form. Texts with "spy" and "spies" do not share
 * the word.
 */
export function findSharedWords(terms: readonly SeedTerm[], seedText: string, text: string): SharedTerm[] {
  const seedFolded = seedText.toLowerCase();
  const folded = text.toLowerCase();
  const spellings = collectSpellings(text, new Set(terms.map((term) => term.key.slice(1))));
  return terms.flatMap((term) => {
    const forms = spellings.get(term.key.slice(1));
    if (forms === undefined) return [];
    const label = [...forms, term.label].find((form) => {
      const lower = form.toLowerCase();
      return hasWholeWord(folded, lower) && hasWholeWord(seedFolded, lower);
    });
    return label === undefined ? [] : [{ term, label }];
  });
}

/** Returns whether a text contains a word as a whole. In scripts without spaces, letters may precede and follow it. */
function hasWholeWord(text: string, word: string): boolean {
  if (word === '') return false;
  const unspaced = isUnspaced(word);
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
    if (unspaced) return true;
    const before = text.slice(Math.max(0, at - 2), at);
    const after = text.slice(at + word.length, at + word.length + 2);
    if (!ENDS_IN_WORD.test(before) && !BEGINS_IN_WORD.test(after)) return true;
  }
  return false;
}

function collectSpellings(text: string, lexemes: ReadonlySet<string>): Map<string, Set<string>> {
  const spellings = new Map<string, Set<string>>();
  for (const word of wordsOf(text)) {
    for (const lexeme of [word.lexeme, ...word.otherLexemes]) {
      if (!lexemes.has(lexeme)) continue;
      const forms = spellings.get(lexeme) ?? new Set();
      if (forms.size < SPELLINGS_MAX) spellings.set(lexeme, forms.add(text.slice(word.start, word.end)));
    }
  }
  return spellings;
}
