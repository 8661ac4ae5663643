/** Evidence: the part of a text that shows the most of what was found in it. */
import { boundText, countCodePoints, type Summary } from '../common/text/summary';
import { TermScanner } from './text/term-scanner';

/** Code-unit offsets in a text: the first, and one past the last. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** Code points of a window around places. */
const PLACES_MAX_CHARS = 240;
/** Code units that this window keeps for the text before its first place. */
const PLACES_LEAD_CHARS = 40;
/** Code points of a window around terms. */
const TERMS_MAX_CHARS = 200;
/** Code units that this window may begin before its first term, to begin with a sentence. */
const TERMS_LEAD_CHARS = 60;
const SENTENCE_END = /[.!?]\s+$/u;

/** The window that holds the most of the places. It begins a little before the first of them, at a word. */
export function windowAroundPlaces(text: string, places: readonly Place[], maxChars: number): Summary {
  const budget = Math.min(maxChars, PLACES_MAX_CHARS);
  const start = text.length <= budget ? 0 : wordStart(text, places, budget);
  return cut(text, start, budget);
}

/**
 * The window that holds the most different lexemes. It begins with a sentence where that leaves room for them, else with
 * the first of them, and with the text if that has none of them.
 */
export function windowAroundTerms(text: string, lexemes: ReadonlySet<string>, maxChars: number): Summary {
  const budget = Math.min(maxChars, TERMS_MAX_CHARS);
  const words = new TermScanner(lexemes)
    .wordsIn(text)
    .filter(({ lexeme, also }) => [lexeme, ...also].some((each) => lexemes.has(each)));
  // A word that is longer than the window is no reason to begin with it.
  const fitting = words.filter(({ start, end }) => end - start <= budget);
  const first = densest(fitting, budget, ({ lexeme }) => lexeme);
  return cut(text, first === null ? 0 : sentenceStart(text, first, words, budget), budget);
}

function cut(text: string, start: number, budget: number): Summary {
  const window = boundText(text.slice(start), budget).trimEnd();
  return {
    text: window,
    max_chars: budget,
    truncated: window.length < text.length,
    original_chars: countCodePoints(text),
  };
}

/** The first of the places behind which, within `reach` code units, the most different terms stand; null of none. */
function densest<P extends Place>(places: readonly P[], reach: number, termOf: (place: P) => unknown): P | null {
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

/** The start of a word shortly before the first of the densest places, or that place. */
function wordStart(text: string, places: readonly Place[], budget: number): number {
  const first = densest(places, budget - PLACES_LEAD_CHARS, (place) => place);
  if (first === null) return 0;
  const lead = Math.min(PLACES_LEAD_CHARS, Math.max(0, budget - (first.end - first.start)));
  const from = Math.max(0, first.start - lead);
  if (from === 0) return 0;
  const space = text.indexOf(' ', from);
  return space >= 0 && space < first.start ? space + 1 : first.start;
}

/** The start of the sentence if the window still holds its words from there, else the start of the first word. */
function sentenceStart(text: string, { start }: Place, words: readonly Place[], budget: number): number {
  const earliest = Math.max(0, start - Math.min(TERMS_LEAD_CHARS, budget / 2));
  const last = words.findLast((word) => word.start >= start && word.end <= start + budget);
  for (let place = start; place >= earliest; place -= 1) {
    if (place > 0 && !SENTENCE_END.test(text.slice(Math.max(0, place - 4), place))) continue;
    return last !== undefined && last.end <= place + budget ? place : start;
  }
  return start;
}
