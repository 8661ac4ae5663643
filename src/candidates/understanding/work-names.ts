/**
 * Words for genres that also name works: "a western", "two comedies". Words for other genres, such as "war" and
 * "family", are topics of titles.
 */

const WORKS =
  'comedy drama thriller western musical documentary docuseries docu cartoon whodunit romcom com dramedy biopic actioner satire slasher'.split(
    ' ',
  );
/** The last words of genres that are seldom topics, but do not name works. */
const STYLES = ['horror', 'fi', 'scifi', 'fiction', 'noir', 'anime', 'animation'];
/** Further plurals that name works in a list, or beside a period: "the best mysteries". Alone, they may be titles. */
const LISTED_PLURALS = new Set(
  'mysteries adventures romances fantasies biographies animes noirs shorts indies superheroes'.split(' '),
);

const SINGULARS = new Set([...WORKS, ...STYLES]);
const PLURALS = new Set([
  ...WORKS.map((word) => (word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}s`)),
  'docuseries',
]);

/** Returns whether a folded word, the last one of a genre, names several works: "comedies". */
export function namesSeveralWorks(folded: string): boolean {
  return PLURALS.has(folded);
}

/** Returns whether a folded word, the last one of a genre, names several works in a list or beside a period. */
export function namesListedWorks(folded: string): boolean {
  return PLURALS.has(folded) || LISTED_PLURALS.has(folded);
}

/** Returns whether a folded word, the last one of a genre, names one or several works, or is one of `STYLES`. */
export function namesWorkOrStyle(folded: string): boolean {
  return SINGULARS.has(folded) || PLURALS.has(folded);
}
