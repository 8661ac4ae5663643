/** Words that some titles abbreviate and others write in full: "Mr." and "Mister", "vs." and "versus". */
const LONG_FORMS = new Map([
  ['capt', 'captain'],
  ['dr', 'doctor'],
  ['jr', 'junior'],
  ['lt', 'lieutenant'],
  ['mr', 'mister'],
  ['mt', 'mount'],
  ['prof', 'professor'],
  ['sgt', 'sergeant'],
  ['sr', 'senior'],
  ['st', 'saint'],
  ['vs', 'versus'],
]);
const ABBREVIATIONS = new Map([...LONG_FORMS].map(([short, long]) => [long, short] as const));

/** Returns the long form of a folded abbreviation, or the abbreviation of a folded word; none for other words. */
export function longOrShortForms(folded: string): string[] {
  const other = LONG_FORMS.get(folded) ?? ABBREVIATIONS.get(folded);
  return other === undefined ? [] : [other];
}
