/** Evidence: the part of a text that supports what is said of it. */
import { boundText, countCodePoints, summarize, type Summary } from '../../common/text/summary';
import { wordsOf } from '../../search/text/words';

/** Code points of a window in a longer text. */
const WINDOW_MAX_CHARS = 200;
/** Code units that a window may start before the first word, to begin with a sentence. */
const LEAD_IN = 60;
const SENTENCE_END = /[.!?]\s+$/u;

/** A short text as a whole, cut only when it is longer than the budget. */
export function wholeEvidence(text: string, maxChars: number): Summary {
  return summarize(text, maxChars);
}

/** The window of a text that holds the most of the lexemes, starting at a word; the text's start when it holds none. */
export function windowEvidence(text: string, lexemes: ReadonlySet<string>, maxChars: number): Summary {
  const budget = Math.min(maxChars, WINDOW_MAX_CHARS);
  const window = boundText(text.slice(windowStart(text, lexemes, budget)), budget).trimEnd();
  return {
    text: window,
    max_chars: budget,
    truncated: window.length < text.length,
    original_chars: countCodePoints(text),
  };
}

function windowStart(text: string, lexemes: ReadonlySet<string>, budget: number): number {
  const hits = wordsOf(text).filter((word) => [word.lexeme, ...word.also].some((lexeme) => lexemes.has(lexeme)));
  const within = new Map<string, number>();
  let best = { start: 0, count: 0 };
  let next = 0;
  for (const [index, first] of hits.entries()) {
    next = Math.max(next, index);
    for (let word = hits[next]; word !== undefined && word.end <= first.start + budget; word = hits[next]) {
      within.set(word.lexeme, (within.get(word.lexeme) ?? 0) + 1);
      next += 1;
    }
    if (within.size > best.count) best = { start: first.start, count: within.size };
    const others = (within.get(first.lexeme) ?? 0) - 1;
    if (others > 0) within.set(first.lexeme, others);
    else within.delete(first.lexeme);
  }
  return best.count === 0 ? 0 : sentenceStart(text, best.start, hits, budget);
}

/** Moves to the start of the sentence when the window still holds its words from there. */
function sentenceStart(
  text: string,
  start: number,
  hits: readonly { start: number; end: number }[],
  budget: number,
): number {
  const earliest = Math.max(0, start - Math.min(LEAD_IN, budget / 2));
  const last = hits.findLast((word) => word.start >= start && word.end <= start + budget);
  for (let place = start; place >= earliest; place -= 1) {
    if (place > 0 && !SENTENCE_END.test(text.slice(Math.max(0, place - 4), place))) continue;
    return last !== undefined && last.end <= place + budget ? place : start;
  }
  return start;
}
