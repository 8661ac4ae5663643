/** Titles for items of a hidden library. They resemble the words that callers search for. */
import fc from 'fast-check';
import { ACRONYMS, NUMERALS } from './words';

/** The vowels after the first letter. If they are replaced, most words still have the same sound (`soundsOf`). */
const VOWELS = /(?<!^)[aeiou]/g;

const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz');
const vowel = fc.constantFrom(...'aeiou');
const start = fc.string({ unit: letter, maxLength: 2 });
const letters = fc.string({ unit: letter, minLength: 1, maxLength: 5 });

interface Edit {
  readonly kind: 'add' | 'omit' | 'replace' | 'swap';
  /** The position of the edit, taken modulo the length of the word. */
  readonly place: number;
  readonly other: string;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom('add', 'omit', 'replace', 'swap'),
  place: fc.nat(24),
  other: letter,
});

function applyEdit(word: string, { kind, place, other }: Edit): string {
  const at = place % word.length;
  const [head, here, next, tail] = [word.slice(0, at), word.charAt(at), word.charAt(at + 1), word.slice(at + 2)];
  if (kind === 'add') return head + other + here + next + tail;
  if (kind === 'omit') return head + next + tail;
  if (kind === 'replace') return head + other + next + tail;
  return head + next + here + tail;
}

/**
 * Generates words that resemble `word`: the word itself, its beginning, longer words that contain it, and words that
 * are one or two edits apart or alike in sound. `word` must have at least three letters.
 */
function similarWord(word: string): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constant(word),
    {
      arbitrary: fc.array(edit, { minLength: 1, maxLength: 2 }).map((edits) => edits.reduce(applyEdit, word)),
      weight: 6,
    },
    { arbitrary: vowel.map((other) => word.replace(VOWELS, other)), weight: 2 },
    fc.integer({ min: 3, max: word.length }).map((length) => word.slice(0, length)),
    { arbitrary: fc.tuple(start, letters).map(([before, after]) => before + word + after), weight: 6 },
  );
}

/** Generates lists of words whose initials are one of the acronyms. */
const spelledOut = fc
  .constantFrom(...ACRONYMS)
  .chain((acronym) => fc.tuple(...[...acronym].map((initial) => letters.map((rest) => initial + rest))));

/**
 * Returns `count` titles that resemble `words`, or the numbers and acronyms in queries. `seed` selects the titles.
 */
export function similarTitles(words: readonly string[], count: number, seed: number): string[] {
  const similar = fc.constantFrom(...words).chain(similarWord);
  const few = fc.array(similar, { minLength: 1, maxLength: 4 });
  const title = fc.oneof(
    { arbitrary: few.map((parts) => parts.join(' ')), weight: 6 },
    few.map((parts) => parts.join('')),
    fc.tuple(few, fc.constantFrom(...NUMERALS)).map(([parts, numeral]) => [...parts, numeral].join(' ')),
    spelledOut.map((parts) => parts.join(' ')),
  );
  return fc.sample(title, { numRuns: count, seed });
}
