/** How unlikely it is that one word was typed for another, from the edits between them. */

/** Cost of an edit of any letter. */
const ANY = 1;
/** Cost of two letters swapped. */
const SWAPPED = 0.7;
/** Cost of a double letter that is typed once, or a single one that is typed twice. */
const DOUBLED = 0.5;
/** Cost of replacing a vowel by another one, letters that sound alike, or keys next to each other. */
const SIMILAR = 0.7;
/** Additional cost of a wrong first letter, which is a rare mistake. */
const FIRST = 0.3;

/** Only this many letters of each word are compared: the work grows with the product of both lengths. */
const LETTERS_MAX = 48;

const VOWELS = new Set('aeiouy');
const ALIKE = new Set(['ck', 'cs', 'sz', 'kq', 'fv', 'gj', 'dt', 'bp', 'mn', 'vw', 'iy', 'kx', 'cx', 'hw']);
const KEYS_BESIDE = new Set<string>();
const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
for (const [row, keys] of ROWS.entries()) {
  const below = ROWS[row + 1] ?? '';
  for (let at = 0; at < keys.length; at += 1) {
    for (const beside of [keys[at + 1], below[at], below[at - 1]]) {
      if (beside !== undefined) KEYS_BESIDE.add(pairOf(keys.charAt(at), beside));
    }
  }
}

function pairOf(a: string, b: string): string {
  return a < b ? a + b : b + a;
}

/** The cost of the cheapest edits from one word to the other; 0 for equal words. Compares the first 48 letters. */
export function editCost(typedWord: string, meantWord: string): number {
  const typed = typedWord.slice(0, LETTERS_MAX);
  const meant = meantWord.slice(0, LETTERS_MAX);
  const width = meant.length + 1;
  let twoBack: number[] = [];
  let back: number[] = Array.from({ length: width }, (_, at) => insertedCost(meant, at));
  for (let row = 1; row <= typed.length; row += 1) {
    const current: number[] = [(back[0] ?? 0) + letterCost(typed, row - 1)];
    for (let at = 1; at < width; at += 1) {
      const same = typed[row - 1] === meant[at - 1];
      const first = row === 1 && at === 1 ? FIRST : 0;
      let best = (back[at - 1] ?? 0) + (same ? 0 : replacedCost(typed.charAt(row - 1), meant.charAt(at - 1)) + first);
      best = Math.min(best, (back[at] ?? 0) + letterCost(typed, row - 1));
      best = Math.min(best, (current[at - 1] ?? 0) + letterCost(meant, at - 1));
      const isSwap = row > 1 && at > 1 && typed[row - 1] === meant[at - 2] && typed[row - 2] === meant[at - 1];
      if (isSwap) best = Math.min(best, (twoBack[at - 2] ?? 0) + SWAPPED);
      current.push(best);
    }
    twoBack = back;
    back = current;
  }
  return back[width - 1] ?? 0;
}

function insertedCost(word: string, count: number): number {
  let cost = 0;
  for (let at = 0; at < count; at += 1) cost += letterCost(word, at);
  return cost;
}

/** The cost of a letter that is only in one of the words. */
function letterCost(word: string, at: number): number {
  if (word[at] === word[at - 1] || word[at] === word[at + 1]) return DOUBLED;
  return at === 0 ? ANY + FIRST : ANY;
}

function replacedCost(a: string, b: string): number {
  if (VOWELS.has(a) && VOWELS.has(b)) return SIMILAR;
  const pair = pairOf(a, b);
  return ALIKE.has(pair) || KEYS_BESIDE.has(pair) ? SIMILAR : ANY;
}
