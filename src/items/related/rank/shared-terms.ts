/** Checks terms against the texts of both items: an answer names as shared only what both texts contain, letter for letter. */
import { wordsOf } from '../../../search/text/words';
import type { SeedTerm } from '../related-seed';

/** A term, and its spelling in both items. */
export interface SharedTerm {
  readonly term: SeedTerm;
  /** As the related item spells it; for words, the form that both texts contain. */
  readonly label: string;
}

/** Spellings of one word that are searched for in the other text. */
const SPELLINGS_MAX = 8;

/** The terms that both texts contain in one form. A text with "spy" and one with "spies" only do not share the word. */
export function findSharedWords(terms: readonly SeedTerm[], seedText: string, text: string): SharedTerm[] {
  const seedFolded = seedText.toLowerCase();
  const folded = text.toLowerCase();
  const spellings = spellingsOf(text, new Set(terms.map((term) => term.key.slice(1))));
  return terms.flatMap((term) => {
    const forms = [...(spellings.get(term.key.slice(1)) ?? []), term.label];
    const label = forms.find((form) => {
      const lower = form.toLowerCase();
      return folded.includes(lower) && seedFolded.includes(lower);
    });
    return label === undefined || !spellings.has(term.key.slice(1)) ? [] : [{ term, label }];
  });
}

function spellingsOf(text: string, lexemes: ReadonlySet<string>): Map<string, Set<string>> {
  const spellings = new Map<string, Set<string>>();
  for (const word of wordsOf(text)) {
    for (const lexeme of [word.lexeme, ...word.also]) {
      if (!lexemes.has(lexeme)) continue;
      const forms = spellings.get(lexeme) ?? new Set();
      if (forms.size < SPELLINGS_MAX) spellings.set(lexeme, forms.add(text.slice(word.start, word.end)));
    }
  }
  return spellings;
}
