/** Other ways to write a word of a query: "v" for "5", "mr" for "mister". */
import { otherNumberSpellings } from './number-words';

/** Each abbreviation follows its long form. */
const ABBREVIATIONS =
  'captain capt doctor dr junior jr lieutenant lt mister mr mount mt professor prof saint st senior sr sergeant sgt versus vs'.split(
    ' ',
  );

/** Returns other spellings of a folded word: of a number, or the abbreviation of a word, or its long form. */
export function otherSpellings(folded: string): string[] {
  const index = ABBREVIATIONS.indexOf(folded);
  // The partner of an even index is the next one, and that of an odd index the one before.
  return index < 0 ? otherNumberSpellings(folded) : ABBREVIATIONS.slice(index ^ 1, (index ^ 1) + 1);
}
