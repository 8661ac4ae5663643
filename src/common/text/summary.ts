/** Cutting text to a budget of code points, on grapheme edges, in work bounded by the budget and not by the text. */
import { TITLE_MAX_CHARS } from '../paging/caps';
import { toWellFormed } from './well-formed';

/** A text within its budget, and what was cut. All lengths are Unicode code points. */
export interface Summary {
  text: string;
  max_chars: number;
  /** True if and only if something was cut. */
  truncated: boolean;
  /** Length before the cut. */
  original_chars: number;
}

/** The one thing that cutting asks of a segmenter, so that a test can count the work given to it. */
export interface ClusterSegmenter {
  segment(input: string): { containing(codeUnitIndex?: number): { index: number; segment: string } | undefined };
}

/**
 * How many code units before the cut are searched for a sure cluster edge. Beyond it the cut is made at the window's
 * own edge, which only a single cluster (or an unbroken row of flags) of this length can notice. Larger than twice the
 * largest budget a request can ask for, so that those are always exact.
 */
const WINDOW_CODE_UNITS = 2048;

const graphemes: ClusterSegmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Counts the Unicode code points of a text; a lone surrogate counts as one. */
export function countCodePoints(text: string): number {
  let count = text.length;
  for (let index = 1; index < text.length; index += 1) {
    if (isLow(text.charCodeAt(index)) && isHigh(text.charCodeAt(index - 1))) count -= 1;
  }
  return count;
}

/**
 * Cuts a text to at most `maxChars` code points and says what was cut. The result is well-formed (lone surrogates
 * become U+FFFD) and a prefix of the well-formed text, ending on a grapheme cluster edge; only if the first cluster
 * alone exceeds the budget does it end between two code points.
 */
export function summarize(text: string, maxChars: number): Summary {
  const wellFormed = toWellFormed(text);
  const cut = cutIndex(wellFormed, maxChars, graphemes);
  return {
    text: wellFormed.slice(0, cut),
    max_chars: maxChars,
    truncated: cut < wellFormed.length,
    original_chars: countCodePoints(wellFormed),
  };
}

/** As `summarize`, the text alone: for titles and labels. */
export function boundText(text: string, maxChars = TITLE_MAX_CHARS): string {
  const wellFormed = toWellFormed(text);
  return wellFormed.slice(0, cutIndex(wellFormed, maxChars, graphemes));
}

/** The code-unit index to cut well-formed text at. Reads at most the budget, and segments at most one window. */
export function cutIndex(text: string, maxChars: number, segmenter: ClusterSegmenter): number {
  const budget = Math.max(0, Math.floor(maxChars));
  if (text.length <= budget) return text.length;
  const limit = indexOfCodePoint(text, budget);
  if (limit >= text.length || limit === 0) return limit;
  const start = sureEdgeBefore(text, limit);
  // Whether a cluster ends at the limit depends on what precedes it and on the one code point that follows.
  const window = text.slice(start, indexOfCodePoint(text, 1, limit));
  const cluster = segmenter.segment(window).containing(limit - start);
  const edge = start + (cluster?.index ?? limit - start);
  return edge === 0 ? limit : edge;
}

/** The code-unit index after `count` code points from `from`, at most the length. */
function indexOfCodePoint(text: string, count: number, from = 0): number {
  let index = from;
  for (let passed = 0; passed < count && index < text.length; passed += 1) {
    index += isHigh(text.charCodeAt(index)) && isLow(text.charCodeAt(index + 1)) ? 2 : 1;
  }
  return Math.min(index, text.length);
}

/** The nearest place before `limit` where a cluster surely starts: the text's start, or between two plain letters. */
function sureEdgeBefore(text: string, limit: number): number {
  const lowest = Math.max(0, limit - WINDOW_CODE_UNITS);
  for (let index = limit - 1; index > lowest; index -= 1) {
    if (isPlain(text.charCodeAt(index)) && isPlain(text.charCodeAt(index - 1))) return index;
  }
  return lowest > 0 && isLow(text.charCodeAt(lowest)) ? lowest + 1 : lowest;
}

/** ASCII from space to tilde: never joins what precedes it. */
function isPlain(unit: number): boolean {
  return unit >= 0x20 && unit <= 0x7e;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
