/** Cleans catalog text: removes invisible characters and normalizes the other characters. */
import {
  JOINER,
  JOINER_RUN,
  JOINERS_AND_SELECTORS,
  LINE_ENDS,
  REMOVED,
  STRAY_VARIATION_SELECTOR,
} from './character-patterns';
import { countCodePoints } from './summary';

/** Maximum number of passes that judge joiners and variation selectors by their context. */
const CONTEXT_PASSES_MAX = 4;

/**
 * Cleans a text of several lines. The result is trimmed, well-formed NFC text with `\n` as line end, without control
 * characters (except tabs), bidirectional controls, tag characters and unneeded zero-width characters. Letters of all
 * scripts stay. Idempotent. Takes linear time.
 *
 * After a joiner or selector is removed, NFC can change the order of the marks around it, so that another joiner has a
 * new context. Cleaning is therefore repeated until nothing changes, at most `CONTEXT_PASSES_MAX` times. A text that
 * still changes then loses all joiners and selectors. No text in a natural language needs more passes.
 */
export function cleanCatalogText(text: string): string {
  let current = text;
  for (let pass = 1; pass <= CONTEXT_PASSES_MAX; pass += 1) {
    const cleaned = cleanOnce(current);
    if (cleaned === current || cleaned.search(JOINERS_AND_SELECTORS) === -1) return cleaned;
    current = cleaned;
  }
  return cleanOnce(current.replace(JOINERS_AND_SELECTORS, ''));
}

function cleanOnce(text: string): string {
  return text
    .toWellFormed()
    .replace(LINE_ENDS, '\n')
    .replace(REMOVED, '')
    .normalize('NFC')
    .replace(STRAY_VARIATION_SELECTOR, '')
    .replace(JOINER_RUN, (run) => run.charAt(0))
    .replace(JOINER, '$1')
    .normalize('NFC')
    .trim();
}

/**
 * Removes the characters at the end that match `character`, a pattern for one character. Takes linear time, unlike a
 * pattern such as `/ +$/`, which the engine tries at every position of a run of spaces.
 */
export function trimEndOf(text: string, character: RegExp): string {
  let end = text.length;
  while (end > 0 && character.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Like `cleanCatalogText`, for titles, names and labels. Replaces each run of white space by one space. */
export function cleanCatalogLine(text: string): string {
  return cleanCatalogText(text).replace(/\s+/g, ' ');
}

/**
 * A text that may have n code points after cleaning may have this many times n UTF-16 code units before cleaning.
 * Leaves room for surrogate pairs and for characters that cleaning removes.
 */
export const RAW_TEXT_FACTOR = 4;

/**
 * Returns the result of `clean`; null if it has more than `maxChars` code points. Also returns null, without cleaning,
 * for a text with more than `RAW_TEXT_FACTOR * maxChars` code units, so that the work for a request is bounded.
 */
export function cleanWithin(text: string, maxChars: number, clean: (text: string) => string): string | null {
  if (text.length > RAW_TEXT_FACTOR * maxChars) return null;
  const cleaned = clean(text);
  return cleaned.length > maxChars && countCodePoints(cleaned) > maxChars ? null : cleaned;
}
