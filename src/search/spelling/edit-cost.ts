/**
 * Computes how unlikely it is that a user typed one word but meant another: a weighted Damerau-Levenshtein distance.
 */

/** Cost of adding, omitting or replacing a letter. */
const EDIT_COST = 1;
/** Cost of swapping two neighbouring letters. */
const SWAP_COST = 0.7;
/** Cost of typing a double letter once, or a single letter twice. */
const DOUBLE_LETTER_COST = 0.5;
/** Cost of replacing a letter by a similar one: both are vowels, sound alike, or are neighbours on the keyboard. */
const SIMILAR_LETTER_COST = 0.7;
/** Additional cost of adding, omitting or replacing the first letter, because such a mistake is rare. */
const FIRST_LETTER_SURCHARGE = 0.3;

/** Maximum number of letters that are compared, because the work grows with the product of both lengths. */
const LETTERS_MAX = 48;

const VOWELS = new Set('aeiouy');
const SIMILAR_SOUNDS = new Set(['ck', 'cs', 'sz', 'kq', 'fv', 'gj', 'dt', 'bp', 'mn', 'vw', 'iy', 'kx', 'cx', 'hw']);
const NEIGHBOUR_KEYS = new Set<string>();
const KEYBOARD_ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
for (const [row, keys] of KEYBOARD_ROWS.entries()) {
  const below = KEYBOARD_ROWS[row + 1] ?? '';
  for (let at = 0; at < keys.length; at += 1) {
    for (const beside of [keys[at + 1], below[at], below[at - 1]]) {
      if (beside !== undefined) NEIGHBOUR_KEYS.add(toPair(keys.charAt(at), beside));
    }
  }
}

function toPair(a: string, b: string): string {
  return a < b ? a + b : b + a;
}

const LETTERS = 26;
const CODE_OF_A = 'a'.charCodeAt(0);
/** The cost of replacing one letter from a to z by another, indexed by the positions of both in the alphabet. */
const REPLACEMENT_COSTS = Float64Array.from({ length: LETTERS * LETTERS }, (_, index) => {
  const a = String.fromCharCode(CODE_OF_A + Math.floor(index / LETTERS));
  const b = String.fromCharCode(CODE_OF_A + (index % LETTERS));
  const pair = toPair(a, b);
  const areSimilar = (VOWELS.has(a) && VOWELS.has(b)) || SIMILAR_SOUNDS.has(pair) || NEIGHBOUR_KEYS.has(pair);
  return areSimilar ? SIMILAR_LETTER_COST : EDIT_COST;
});

/**
 * Returns the minimum cost of the edits between the first 48 letters of two words; 0 if they are equal. Returns
 * Infinity if the cost is above `limit`, often before all letters are compared.
 */
export function editCost(typedWord: string, meantWord: string, limit = Infinity): number {
  const typed = typedWord.slice(0, LETTERS_MAX);
  const meant = meantWord.slice(0, LETTERS_MAX);
  const insertionCosts = Array.from({ length: meant.length }, (_, at) => letterCost(meant, at));
  let rowBeforePrevious: number[] = [];
  let previousRow: number[] = [0];
  for (const [at, cost] of insertionCosts.entries()) previousRow.push((previousRow[at] ?? 0) + cost);
  let previousMinimum = 0;
  for (let row = 1; row <= typed.length; row += 1) {
    const omissionCost = letterCost(typed, row - 1);
    let minimum = (previousRow[0] ?? 0) + omissionCost;
    const currentRow: number[] = [minimum];
    for (let at = 1; at <= meant.length; at += 1) {
      const isSame = typed[row - 1] === meant[at - 1];
      const extra = row === 1 && at === 1 ? FIRST_LETTER_SURCHARGE : 0;
      let cost = (previousRow[at - 1] ?? 0) + (isSame ? 0 : replacementCost(typed, row - 1, meant, at - 1) + extra);
      cost = Math.min(cost, (previousRow[at] ?? 0) + omissionCost);
      cost = Math.min(cost, (currentRow[at - 1] ?? 0) + (insertionCosts[at - 1] ?? 0));
      const isSwap = row > 1 && at > 1 && typed[row - 1] === meant[at - 2] && typed[row - 2] === meant[at - 1];
      if (isSwap) cost = Math.min(cost, (rowBeforePrevious[at - 2] ?? 0) + SWAP_COST);
      currentRow.push(cost);
      minimum = Math.min(minimum, cost);
    }
    // The next row adds costs to this row or, for a swap, to the previous row.
    if (minimum > limit && previousMinimum > limit) return Infinity;
    rowBeforePrevious = previousRow;
    previousRow = currentRow;
    previousMinimum = minimum;
  }
  const cost = previousRow[meant.length] ?? 0;
  return cost > limit ? Infinity : cost;
}

/** Returns the cost of adding or omitting the letter at an index of a word. */
function letterCost(word: string, at: number): number {
  if (word[at] === word[at - 1] || word[at] === word[at + 1]) return DOUBLE_LETTER_COST;
  return at === 0 ? EDIT_COST + FIRST_LETTER_SURCHARGE : EDIT_COST;
}

function replacementCost(typed: string, typedAt: number, meant: string, meantAt: number): number {
  const a = typed.charCodeAt(typedAt) - CODE_OF_A;
  const b = meant.charCodeAt(meantAt) - CODE_OF_A;
  if (a < 0 || a >= LETTERS || b < 0 || b >= LETTERS) return EDIT_COST;
  return REPLACEMENT_COSTS[a * LETTERS + b] ?? EDIT_COST;
}
