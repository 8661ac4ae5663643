/** Cuts evidence out of a text: the window that contains the most matches. */
import { truncateText, countCodePoints, type Summary } from '../common/text/summary';
import { TermScanner } from './text/term-scanner';
import { isUnspaced, wordsOf } from './text/words';

/** A range of code units in a text; `end` is exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Maximum number of code points in a window around ranges. */
const RANGES_MAX_CHARS = 240;
/** Number of code units that a window around ranges reserves for the text before its first range. */
const RANGES_LEAD_CHARS = 40;
/** Maximum number of code points in a window around terms. */
const TERMS_MAX_CHARS = 200;
/**
 * Maximum number of code units before the first term in a window around terms, if the window starts with a sentence.
 */
const TERMS_LEAD_CHARS = 60;
/** Number of code units after a window that show whether its last word is whole. */
const LOOKAHEAD = 40;
/** Spaces and punctuation before a word that have no meaning without the word. */
const LEADS_TO_WORD = /[\s\p{Pd}\p{Ps}\p{Pi}/]/u;
const NO_RANGE: TextRange = { start: 0, end: 0 };
const SENTENCE_END = /[.!?]\s+$/u;

/**
 * Returns the window around the densest ranges, at most `maxChars` and at most 240 code points. A text of at most that
 * many code units is returned whole. Otherwise, the window starts at most 40 code units before its first range: with a
 * whole word, or else with the range.
 */
export function windowAroundRanges(text: string, ranges: readonly TextRange[], maxChars: number): Summary {
  const budget = Math.min(maxChars, RANGES_MAX_CHARS);
  const first = findDensestRange(ranges, budget - RANGES_LEAD_CHARS, (range) => range) ?? NO_RANGE;
  const start = text.length <= budget ? 0 : findWordStart(text, first, budget);
  return cutWindow(text, start, budget, first);
}

/**
 * Returns the window that contains the most different lexemes, at most `maxChars` and at most 200 code points. It
 * starts with the sentence of its first lexeme if the sentence begins shortly before and this pushes no lexeme out of
 * the window, otherwise with the first lexeme. If the text has none of the lexemes, returns the beginning of the text.
 */
export function windowAroundTerms(text: string, lexemes: ReadonlySet<string>, maxChars: number): Summary {
  const budget = Math.min(maxChars, TERMS_MAX_CHARS);
  const words = new TermScanner(lexemes)
    .wordsIn(text)
    .filter(({ lexeme, otherLexemes }) => [lexeme, ...otherLexemes].some((each) => lexemes.has(each)));
  // The window cannot start with a word that is longer than the window.
  const fitting = words.filter(({ start, end }) => end - start <= budget);
  const first = findDensestRange(fitting, budget, ({ lexeme }) => lexeme) ?? NO_RANGE;
  return cutWindow(text, findSentenceStart(text, first, words, budget), budget, first);
}

/** Cuts the window at its budget. Keeps the range whole if it fits. */
function cutWindow(text: string, start: number, budget: number, kept: TextRange): Summary {
  const cut = truncateText(text.slice(start), budget);
  const keptEnd = kept.end - start;
  const end = Math.max(findWholeWordsEnd(cut, text.slice(start + cut.length)), keptEnd <= cut.length ? keptEnd : 0);
  const window = cut.slice(0, end).trimEnd();
  return {
    text: window,
    max_chars: budget,
    truncated: window.length < text.length,
    original_chars: countCodePoints(text),
  };
}

/**
 * Returns the end of the last whole word of a window. If the window cuts no word, or contains no whole word, returns
 * the length of the window. A word can contain punctuation: a window with "10," of "10,000" cuts a word.
 * Scripts without spaces do not show where a word ends, so they can be cut between any two characters.
 */
function findWholeWordsEnd(window: string, following: string): number {
  // No word contains a space.
  if (following === '' || following.startsWith(' ')) return window.length;
  const afterSpace = window.lastIndexOf(' ') + 1;
  const cut = window.length - afterSpace;
  const words = wordsOf(window.slice(afterSpace) + following.slice(0, LOOKAHEAD));
  const last = words.find(({ start, end }) => start < cut && end > cut);
  if (last === undefined || isUnspaced(last.folded)) return window.length;
  let end = afterSpace + last.start;
  while (end > 0 && LEADS_TO_WORD.test(window.charAt(end - 1))) end -= 1;
  return end === 0 ? window.length : end;
}

/**
 * Finds the `maxLength` code units of text that contain the most different terms. Returns the first range in this part;
 * null if there are no ranges.
 */
function findDensestRange<Range extends TextRange>(
  ranges: readonly Range[],
  maxLength: number,
  termOf: (range: Range) => unknown,
): Range | null {
  const counts = new Map<unknown, number>();
  let densest: Range | null = null;
  let termsMax = 0;
  let nextIndex = 0;
  for (const [index, first] of ranges.entries()) {
    let range = ranges[nextIndex];
    while (range !== undefined && (nextIndex === index || range.end <= first.start + maxLength)) {
      counts.set(termOf(range), (counts.get(termOf(range)) ?? 0) + 1);
      nextIndex += 1;
      range = ranges[nextIndex];
    }
    if (counts.size > termsMax) {
      densest = first;
      termsMax = counts.size;
    }
    const remainingCount = (counts.get(termOf(first)) ?? 0) - 1;
    if (remainingCount > 0) counts.set(termOf(first), remainingCount);
    else counts.delete(termOf(first));
  }
  return densest;
}

/** Returns the start of the window around ranges: the start of a word, or else the start of the first range. */
function findWordStart(text: string, first: TextRange, budget: number): number {
  const lead = Math.min(RANGES_LEAD_CHARS, Math.max(0, budget - (first.end - first.start)));
  const earliest = Math.max(0, first.start - lead);
  if (earliest === 0) return 0;
  const space = text.indexOf(' ', earliest);
  return space >= 0 && space < first.start ? space + 1 : first.start;
}

/**
 * Returns the start of the sentence if it is at most `TERMS_LEAD_CHARS`, and at most half of the budget, before the
 * first word, and if this pushes none of the `words` out of the window. Otherwise returns the start of the first word.
 */
function findSentenceStart(text: string, { start }: TextRange, words: readonly TextRange[], budget: number): number {
  const earliest = Math.max(0, start - Math.min(TERMS_LEAD_CHARS, budget / 2));
  const last = words.findLast((word) => word.start >= start && word.end <= start + budget);
  for (let position = start; position >= earliest; position -= 1) {
    if (position > 0 && !SENTENCE_END.test(text.slice(Math.max(0, position - 4), position))) continue;
    return last !== undefined && last.end <= position + budget ? position : start;
  }
  return start;
}
