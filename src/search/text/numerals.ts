/** Numbers as titles write them: "Ocean's 11" and "Ocean's Eleven", "Rocky 2" and "Rocky II". */
const WORDS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty';
/** Without I, V and X: alone, they are words, initials and letters far more often than numbers. */
const ROMAN = '- - ii iii iv - vi vii viii ix - xi xii xiii xiv xv xvi xvii xviii xix xx';
const LARGEST_SMALL = 20;

const VALUES = new Map<string, number>();
for (const list of [WORDS, ROMAN]) {
  for (const [value, word] of list.split(' ').entries()) if (word !== '-') VALUES.set(word, value);
}
for (const [index, word] of 'thirty forty fifty sixty seventy eighty ninety'.split(' ').entries()) {
  VALUES.set(word, 30 + index * 10);
}
for (let value = 0; value <= LARGEST_SMALL; value += 1) VALUES.set(String(value), value);
for (let value = 30; value < 100; value += 10) VALUES.set(String(value), value);

/** The value of a folded number word, Roman numeral or small number in digits; null for any other word. */
export function findNumeral(folded: string): number | null {
  return VALUES.get(folded) ?? null;
}

const ORDINALS =
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(
    ' ',
  );
const SUFFIXED = /^(\d{1,2})(?:st|nd|rd|th)$/;

/** The rank that a folded ordinal number means: 5 for "fifth" and "5th"; null for other words. */
export function findOrdinal(folded: string): number | null {
  const digits = SUFFIXED.exec(folded)?.[1];
  if (digits !== undefined) return Number(digits);
  const rank = ORDINALS.indexOf(folded);
  return rank > 0 ? rank : null;
}

/** The spellings of an ordinal number: "5th", "fifth". */
export function ordinalSpellings(rank: number): string[] {
  const suffix = rank % 100 > 10 && rank % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][rank % 10] ?? 'th');
  return [`${rank}${suffix}`, ...ORDINALS.slice(rank, rank + 1)];
}

const YEAR = /^(?:18[89]|19\d|20\d)\d$/;

/** The year of release that a folded word may mean, or null. */
export function findYear(word: string): number | null {
  return YEAR.test(word) ? Number(word) : null;
}
