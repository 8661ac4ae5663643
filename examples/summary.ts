/** Maximum length of a summary of a run or tool call, in code points. */
const SUMMARY_MAX_CHARS = 10_000;

/** Half of a character, which the service refuses. A cut between two code units can leave one. */
const LONE_SURROGATE = /\p{Cs}/gu;

/** Cuts a text so that the service accepts it as a summary. */
export function toSummary(text: string): string {
  // No code point needs more than two UTF-16 code units. The service counts after NFC, which can lengthen a text.
  const start = text.slice(0, 2 * SUMMARY_MAX_CHARS).replace(LONE_SURROGATE, '');
  return Array.from(start.normalize('NFC')).slice(0, SUMMARY_MAX_CHARS).join('');
}
