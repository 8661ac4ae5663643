/** English words that are so common that searches look for them only in titles and names. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a about after all also am an and any are as at be because been before being but by can could did do does doing ' +
    'for from had has have having he her here hers herself him himself his how i if in into is it its itself just me ' +
    'more most my myself no nor not now of off on once only or other our ours out own s same she should so some such ' +
    't than that the their theirs them themselves then there these they this those through to too under until up very ' +
    'was we were what when where which while who whom why will with would you your yours yourself'
  ).split(' '),
);

/** Returns whether a folded word is a stop word. */
export function isStopWord(folded: string): boolean {
  return STOP_WORDS.has(folded);
}
