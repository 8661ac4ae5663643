/** Cuts the evidence of a match out of a text: the part that contains the most of what matched. */
import { boundText, countCodePoints, type Summary } from '../common/text/summary';
import { TermScanner } from './text/term-scanner';

/** A range of code units in a text; `end` is exclusive. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** Maximum number of code points in a window around places. */
const PLACES_MAX_CHARS = 240;
/** Number of code units in this window that are reserved for the text before the first place. */
const PLACES_LEAD_CHARS = 40;
/** Maximum number of code points in a window around terms. */
const TERMS_MAX_CHARS = 200;
/** Maximum number of code units before the first term of this window, if the window starts with a sentence. */
const TERMS_LEAD_CHARS = 60;
const BEGINS_IN_WORD = /^[\p{L}\p{M}\p{N}]/u;
const ENDS_IN_WORD = /[\p{L}\p{M}\p{N}]$/u;
const SENTENCE_END = /[.!?]\s+$/u;

/** Returns the window that contains the most places. It starts with a word, shortly before its first place. */
export function windowAroundPlaces(text: string, places: readonly Place[], maxChars: number): Summary {
  const budget = Math.min(maxChars, PLACES_MAX_CHARS);
  const start = text.length <= budget ? 0 : wordStart(text, places, budget);
  return cut(text, start, budget);
}

/**
 * Returns the window that contains the most different lexemes. The window starts with the sentence of its first lexeme
 * if the start of that sentence is near and all its lexemes still fit. Otherwise it starts with its first lexeme. If
 * the text contains none of the lexemes, the window starts with the text.
 */
export function windowAroundTerms(text: string, lexemes: ReadonlySet<string>, maxChars: number): Summary {
  const budget = Math.min(maxChars, TERMS_MAX_CHARS);
  const words = new TermScanner(lexemes)
    .wordsIn(text)
    .filter(({ lexeme, also }) => [lexeme, ...also].some((each) => lexemes.has(each)));
  // The window cannot start with a word that is longer than the window.
  const fitting = words.filter(({ start, end }) => end - start <= budget);
  const first = findDensestStart(fitting, budget, ({ lexeme }) => lexeme);
  return cut(text, first === null ? 0 : sentenceStart(text, first, words, budget), budget);
}

function cut(text: string, start: number, budget: number): Summary {
  const window = withoutPartOfWord(text, start, boundText(text.slice(start), budget)).trimEnd();
  return {
    text: window,
    max_chars: budget,
    truncated: window.length < text.length,
    original_chars: countCodePoints(text),
  };
}

/** A word that the end of the window cuts is left out, unless the window has no other word. */
function withoutPartOfWord(text: string, start: number, window: string): string {
  const after = text.slice(start + window.length, start + window.length + 2);
  if (!BEGINS_IN_WORD.test(after) || !ENDS_IN_WORD.test(window)) return window;
  const end = Math.max(...[' ', '\n', '\t', ',', '.', ';', ':', '(', '/'].map((sign) => window.lastIndexOf(sign)));
  return end <= 0 ? window : window.slice(0, end);
}

/**
 * Returns the first place of the range of `reach` code units with the most different terms; null if there are no
 * places.
 */
function findDensestStart<P extends Place>(
  places: readonly P[],
  reach: number,
  termOf: (place: P) => unknown,
): P | null {
  const within = new Map<unknown, number>();
  let best: P | null = null;
  let most = 0;
  let next = 0;
  for (const [index, first] of places.entries()) {
    let place = places[next];
    while (place !== undefined && (next === index || place.end <= first.start + reach)) {
      within.set(termOf(place), (within.get(termOf(place)) ?? 0) + 1);
      next += 1;
      place = places[next];
    }
    if (within.size > most) {
      best = first;
      most = within.size;
    }
    const others = (within.get(termOf(first)) ?? 0) - 1;
    if (others > 0) within.set(termOf(first), others);
    else within.delete(termOf(first));
  }
  return best;
}

/** Returns the start of a word shortly before the range with the most places, or else the start of its first place. */
function wordStart(text: string, places: readonly Place[], budget: number): number {
  const first = findDensestStart(places, budget - PLACES_LEAD_CHARS, (place) => place);
  if (first === null) return 0;
  const lead = Math.min(PLACES_LEAD_CHARS, Math.max(0, budget - (first.end - first.start)));
  const from = Math.max(0, first.start - lead);
  if (from === 0) return 0;
  const space = text.indexOf(' ', from);
  return space >= 0 && space < first.start ? space + 1 : first.start;
}

/**
 * Returns the start of the sentence if a window from there contains the same words as a window from the first word.
 * Otherwise returns the start of the first word.
 */
function sentenceStart(text: string, { start }: Place, words: readonly Place[], budget: number): number {
  const earliest = Math.max(0, start - Math.min(TERMS_LEAD_CHARS, budget / 2));
  const last = words.findLast((word) => word.start >= start && word.end <= start + budget);
  for (let place = start; place >= earliest; place -= 1) {
    if (place > 0 && !SENTENCE_END.test(text.slice(Math.max(0, place - 4), place))) continue;
    return last !== undefined && last.end <= place + budget ? place : start;
  }
  return start;
}
