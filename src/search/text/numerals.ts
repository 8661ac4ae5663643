/**
 * Recognizes and spells numbers, ordinals and years in titles and queries: "Ocean's 11" and "Ocean's Eleven", "Rocky 2"
 * and "Rocky II".
 */

const NUMBER_WORDS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty';
/** Each numeral is at the position of its value. I, V and X are missing, because single letters are seldom numbers. */
const ROMAN_NUMERALS = '- - ii iii iv - vi vii viii ix - xi xii xiii xiv xv xvi xvii xviii xix xx';
/** All numbers up to this one are recognized. Above it, only the multiples of ten below 100 are. */
const LAST_CONSECUTIVE = 20;

const VALUES = new Map<string, number>();
for (const list of [NUMBER_WORDS, ROMAN_NUMERALS]) {
  for (const [value, word] of list.split(' ').entries()) if (word !== '-') VALUES.set(word, value);
}
for (const [index, word] of 'thirty forty fifty sixty seventy eighty ninety'.split(' ').entries()) {
  VALUES.set(word, 30 + index * 10);
}
for (let value = 0; value <= LAST_CONSECUTIVE; value += 1) VALUES.set(String(value), value);
for (let value = 30; value < 100; value += 10) VALUES.set(String(value), value);

/**
 * Returns the value of a folded word that is a number; null for any other word. Recognizes number words and digits for
 * 0 to 20 and for the multiples of ten below 100, and Roman numerals of two or more letters up to 20.
 */
export function findNumeral(folded: string): number | null {
  return VALUES.get(folded) ?? null;
}

/**
 * Returns the folded words for which `findNumeral` returns this value: "two", "ii" and "2" for 2. Returns none for a
 * value without such words, such as 1999.
 */
export function numeralSpellings(value: number): string[] {
  return [...VALUES].flatMap(([word, each]) => (each === value ? [word] : []));
}

const ORDINALS =
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(
    ' ',
  );
const DIGITS_WITH_SUFFIX = /^(\d{1,2})(?:st|nd|rd|th)$/;

/** Returns the value of a folded ordinal: 5 for "fifth" and "5th", up to "twentieth" and "99th"; null for others. */
export function findOrdinal(folded: string): number | null {
  const digits = DIGITS_WITH_SUFFIX.exec(folded)?.[1];
  const rank = digits === undefined ? ORDINALS.indexOf(folded) : Number(digits);
  return rank > 0 ? rank : null;
}

/** Returns the spellings of an ordinal number: "5th" and, up to 20, "fifth". */
export function ordinalSpellings(rank: number): string[] {
  const suffix = rank % 100 > 10 && rank % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][rank % 10] ?? 'th');
  return [`${rank}${suffix}`, ...ORDINALS.slice(rank, rank + 1)];
}

const YEAR = /^(?:18[89]|19\d|20\d)\d$/;

/** Returns the year of release that a folded word may mean: 1880 to 2099; null for other words. */
export function findYear(word: string): number | null {
  return YEAR.test(word) ? Number(word) : null;
}
