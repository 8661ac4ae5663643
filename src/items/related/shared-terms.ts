/** Terms held against the texts of both items: what is named as shared stands in both, letter for letter. */
import { wordsOf } from '../../search/text/words';
import type { SeedTerm } from './related-seed';

/** A term with the spelling that both items have. */
export interface SharedTerm {
  readonly term: SeedTerm;
  /** As the related item spells it; of words the form that stands in both texts. */
  readonly label: string;
}

/** Spellings of one word that are looked for in the other text. */
const SPELLINGS_MAX = 8;

/** Terms whose words stand in both texts in one form, such as "spy" beside "spies"; the others are left out. */
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
