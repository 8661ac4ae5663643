/**
 * Truncates text to a number of code points, at a boundary between graphemes. Segments only a window of the text, of
 * limited length.
 */

/** Maximum length of a title or label, in code points. */
export const TITLE_MAX_CHARS = 512;

/** A truncated text. All lengths are in Unicode code points. */
export interface Summary {
  text: string;
  max_chars: number;
  /** True if and only if the text was longer. */
  truncated: boolean;
  /** Length before truncation. */
  original_chars: number;
}

/** The part of `Intl.Segmenter` that truncation uses. A test replaces it to count the segmented code units. */
export interface GraphemeSegmenter {
  segment(input: string): { containing(codeUnitIndex?: number): { index: number; segment: string } | undefined };
}

/**
 * Maximum number of code units before the cut that are searched for a safe boundary. If there is none, segmentation
 * starts at the beginning of this window. The cut can then be wrong, but only inside a grapheme or a sequence of flag
 * emoji that is longer than the window. Cuts to `summary_max_chars` are exact, because 800 code points, the maximum of
 * this cap, always fit into the window.
 */
const WINDOW_CODE_UNITS = 2048;

const graphemes: GraphemeSegmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Counts the Unicode code points of a text. A lone surrogate counts as one. */
export function countCodePoints(text: string): number {
  let count = text.length;
  for (let index = 1; index < text.length; index += 1) {
    if (isLowSurrogate(text.charCodeAt(index)) && isHighSurrogate(text.charCodeAt(index - 1))) count -= 1;
  }
  return count;
}

/**
 * Truncates a text to at most `maxChars` code points. The result is a prefix of the well-formed text (lone surrogates
 * become U+FFFD) and ends at a boundary between graphemes. If the first grapheme is longer than `maxChars`, the result
 * ends inside it, between two code points.
 */
export function summarize(text: string, maxChars: number): Summary {
  const wellFormed = text.toWellFormed();
  const cut = cutIndex(wellFormed, maxChars, graphemes);
  return {
    text: wellFormed.slice(0, cut),
    max_chars: maxChars,
    truncated: cut < wellFormed.length,
    original_chars: countCodePoints(wellFormed),
  };
}

/** Returns the text of `summarize`, for titles and labels. */
export function truncateText(text: string, maxChars = TITLE_MAX_CHARS): string {
  const wellFormed = text.toWellFormed();
  return wellFormed.slice(0, cutIndex(wellFormed, maxChars, graphemes));
}

/** Returns the index of the cut in a well-formed text, in code units. Segments at most one window. */
export function cutIndex(text: string, maxChars: number, segmenter: GraphemeSegmenter): number {
  const budget = Math.max(0, Math.floor(maxChars));
  if (text.length <= budget) return text.length;
  const limit = indexOfCodePoint(text, budget);
  if (limit >= text.length || limit === 0) return limit;
  const start = safeBoundaryBefore(text, limit + 1);
  // Most cuts are between two characters of plain English text.
  if (start === limit) return limit;
  // Whether a grapheme ends at the limit depends on the text before it and on the next code point.
  const window = text.slice(start, indexOfCodePoint(text, 1, limit));
  const grapheme = segmenter.segment(window).containing(limit - start);
  const boundary = start + (grapheme?.index ?? limit - start);
  return boundary === 0 ? limit : boundary;
}

/** Returns the index, in code units, that is `count` code points after `from`; at most the length of the text. */
function indexOfCodePoint(text: string, count: number, from = 0): number {
  let index = from;
  for (let passed = 0; passed < count && index < text.length; passed += 1) {
    index += isHighSurrogate(text.charCodeAt(index)) && isLowSurrogate(text.charCodeAt(index + 1)) ? 2 : 1;
  }
  return Math.min(index, text.length);
}

/**
 * Returns the last safe boundary before `limit`: a position between two printable ASCII characters, or the start of the
 * text. If the window contains neither, returns the start of the window.
 */
function safeBoundaryBefore(text: string, limit: number): number {
  const lowest = Math.max(0, limit - WINDOW_CODE_UNITS);
  for (let index = limit - 1; index > lowest; index -= 1) {
    if (isPrintableAscii(text.charCodeAt(index)) && isPrintableAscii(text.charCodeAt(index - 1))) return index;
  }
  return lowest > 0 && isLowSurrogate(text.charCodeAt(lowest)) ? lowest + 1 : lowest;
}

/** Whether the code unit is printable ASCII. Two such characters never belong to one grapheme. */
function isPrintableAscii(unit: number): boolean {
  return unit >= 0x20 && unit <= 0x7e;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
