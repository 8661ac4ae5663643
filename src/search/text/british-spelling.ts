/**
 * Replaces British spellings by American ones before stemming. So "colour" and "color", "centre" and "center",
 * "realise" and "realize" have the same stem.
 */

import { stemmer } from 'stemmer';

/** Beginnings of words that continue with `our` in British spelling and with `or` in American spelling. */
const OUR =
  'arb ard arm behavi cand clam col demean discol dishon endeav enam fav ferv flav glam harb hon hum lab neighb od parl ranc rig rum sav savi splend succ tum val vap vig watercol technicol';
/** Beginnings of words that continue with `re` in British spelling and with `er` in American spelling. */
const RE =
  'amphitheat calib cent centimet fib kilomet lit lust meag met millimet mit och sab scept sepulch spect theat';
/** Other beginnings of words, in British and in American spelling. */
const OTHERS: readonly (readonly [british: string, american: string])[] = [
  ['aeroplane', 'airplane'],
  ['aluminium', 'aluminum'],
  ['anaesthe', 'anesthe'],
  ['analogu', 'analog'],
  ['analyse', 'analyze'],
  ['analysing', 'analyzing'],
  ['archaeolog', 'archeolog'],
  ['catalogu', 'catalog'],
  ['centred', 'centered'],
  ['cosy', 'cozy'],
  ['counsellor', 'counselor'],
  ['defenc', 'defens'],
  ['dialogu', 'dialog'],
  ['doughnut', 'donut'],
  ['encyclopaed', 'encycloped'],
  ['epilogu', 'epilog'],
  ['grey', 'gray'],
  ['jewellery', 'jewelry'],
  ['judgement', 'judgment'],
  ['licenc', 'licens'],
  ['manoeuvre', 'maneuver'],
  ['mediaeval', 'medieval'],
  ['monologu', 'monolog'],
  ['mould', 'mold'],
  ['moustache', 'mustache'],
  ['offenc', 'offens'],
  ['paralyse', 'paralyze'],
  ['paralysing', 'paralyzing'],
  ['plough', 'plow'],
  ['practis', 'practic'],
  ['pretenc', 'pretens'],
  ['prologu', 'prolog'],
  ['pyjama', 'pajama'],
  ['sceptic', 'skeptic'],
  ['smoulder', 'smolder'],
  ['sulphur', 'sulfur'],
  ['woollen', 'woolen'],
];

const BEGINNINGS = new Map<string, string>([
  ...OUR.split(' ').map((start) => [`${start}our`, `${start}or`] as const),
  ...RE.split(' ').map((start) => [`${start}re`, `${start}er`] as const),
  ...OTHERS,
]);
const BRITISH = anyBeginning(BEGINNINGS.keys());
/** Matches forms of verbs such as "organise" by the letters before `is`. Does not match words such as "surprise". */
const VERB_WITH_ISE =
  /^([a-z]{2,}(?:al|an|ar|at|ath|er|ic|id|il|im|in|og|ogn|ol|on|or|ot|ul|ur))is(?=(?:able|ation|ations|e|ed|er|ers|es|ing)$)/;
/** Words that are replaced only as a whole. Longer words, such as "programmer" and "sombrero", do not change. */
const WHOLE_WORDS = new Map([
  ['programme', 'program'],
  ['programmes', 'programs'],
  ['sombre', 'somber'],
]);

/**
 * Returns a folded English word in American spelling; other words unchanged. The result can be a misspelling with the
 * right stem, such as "cataloge" for "catalogue".
 */
export function toAmericanSpelling(folded: string): string {
  const beginning = BRITISH.exec(folded)?.[0];
  const american =
    beginning === undefined
      ? (WHOLE_WORDS.get(folded) ?? folded)
      : (BEGINNINGS.get(beginning) ?? beginning) + folded.slice(beginning.length);
  return american.replace(VERB_WITH_ISE, '$1iz');
}

/**
 * For each American spelling in the lists above: the key is the beginning that it shares with its stem, the value the
 * beginning that it shares with the British spelling. For "gray", with the stem "grai" and the British spelling "grey",
 * the key is "gra" and the value "gr".
 */
const SHARED_BEGINNINGS = new Map<string, string>(
  Array.from([...BEGINNINGS, ...WHOLE_WORDS], ([british, american]) => [
    sharedBeginning(american, stemmer(american)),
    sharedBeginning(british, american),
  ]),
);
const AMERICAN = anyBeginning(SHARED_BEGINNINGS.keys());

/**
 * Returns a beginning that the British and American spellings of all words with this stem share, such as "gr" for
 * "grai". If it returns null, the spellings do not differ within the stem.
 */
export function sharedSpellingOf(stem: string): string | null {
  const american = AMERICAN.exec(stem)?.[0];
  if (american !== undefined) return SHARED_BEGINNINGS.get(american) ?? null;
  // British spelling writes verbs such as "organize" with an s.
  return stem.endsWith('iz') ? stem.slice(0, -1) : null;
}

/**
 * Returns a pattern that matches the longest of the texts at the beginning of a word. The texts contain only letters.
 */
function anyBeginning(texts: Iterable<string>): RegExp {
  return new RegExp(`^(?:${[...texts].toSorted((a, b) => b.length - a.length).join('|')})`);
}

function sharedBeginning(left: string, right: string): string {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length += 1;
  return left.slice(0, length);
}
