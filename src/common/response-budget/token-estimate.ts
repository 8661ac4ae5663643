/** Estimates the number of tokens of a text for a language model, without the vocabulary of a tokenizer. */

/** Classes of characters. The tokens of each run of characters of the same class are estimated separately. */
const OTHER = 0;
const LETTER = 1;
const DIGIT = 2;
const SPACE = 3;
const PUNCTUATION = 4;

/** Costs in sixths of a token, so that sums are integers. */
const LOWER_COST = 2;
const HALF_TOKEN = 3;
const TOKEN = 6;

/**
 * Returns the estimated number of tokens of a text. For answers (JSON or Markdown with ids and natural text), the
 * estimate is at least the number of tokens in the encodings `o200k_base` and `cl100k_base`, except for some rare names
 * and text in no language. For English text in JSON, it is about 1.5 times that number.
 *
 * Can stop early if the estimate exceeds `limit`, and then returns a number above `limit`. Takes linear time.
 *
 * - Letters of ASCII: a third of a token; a capital letter after another letter: half a token.
 * - Digits, punctuation, spaces: half a token. A single space before a letter or a digit: nothing.
 * - Each line feed: one token.
 * - Other characters: one token for each byte in UTF-8.
 * - The cost of each run of letters, digits, punctuation or spaces is rounded up.
 */
export function estimateTokens(text: string, limit = Infinity): number {
  let tokens = 0;
  let runClass = OTHER;
  let runCost = 0;
  let runLength = 0;
  for (let index = 0; index < text.length && tokens <= limit; index += 1) {
    const unit = text.charCodeAt(index);
    const unitClass = classOf(unit);
    if (unitClass !== runClass) {
      tokens += costOfRun(runClass, runCost, runLength, unitClass);
      runClass = unitClass;
      runCost = 0;
      runLength = 0;
    }
    if (unitClass === OTHER) tokens += otherTokens(unit);
    else runCost += unitClass === LETTER && (runLength === 0 || unit >= 0x61) ? LOWER_COST : HALF_TOKEN;
    runLength += 1;
  }
  return tokens + costOfRun(runClass, runCost, runLength, OTHER);
}

function costOfRun(runClass: number, cost: number, length: number, next: number): number {
  if (runClass === SPACE && length === 1 && (next === LETTER || next === DIGIT)) return 0;
  return Math.ceil(cost / TOKEN);
}

/** Returns the bytes of a code unit in UTF-8, as tokens. Each half of a surrogate pair counts as two. */
function otherTokens(unit: number): number {
  if (unit < 0x80) return 1;
  if (unit < 0x800) return 2;
  return unit >= 0xd800 && unit <= 0xdfff ? 2 : 3;
}

function classOf(unit: number): number {
  if (unit === 0x20) return SPACE;
  if (unit < 0x21 || unit > 0x7e) return OTHER;
  if (unit >= 0x30 && unit <= 0x39) return DIGIT;
  const letter = unit | 0x20;
  return letter >= 0x61 && letter <= 0x7a ? LETTER : PUNCTUATION;
}
