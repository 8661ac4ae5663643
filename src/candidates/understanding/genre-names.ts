/** English names of genres that a query can contain. */

/** A genre with its names in queries and catalogs. */
export interface Genre {
  /** The name that answers use. */
  readonly name: string;
  /**
   * Names of the genre in catalogs, in lower case. An item has the genre if its genres, keywords and collection contain
   * all words of one label. Stop words of the label are ignored.
   */
  readonly labels: readonly string[];
}

/** Each line has the name, further labels, and further names in queries. The name is a label, too. */
const GENRE_LINES = `
action | | actioner
adventure | |
animation | animated, anime, cartoon |
biography | biopic, biographical |
children | kids, children's |
comedy | | comedic, funny, humor, humour, humorous
crime | | gangster, mafia
dance | |
disaster | |
documentary | docuseries, docu |
drama | | dramatic
erotic | |
family | |
fantasy | |
found footage | |
history | historical | period piece, costume drama
horror | | scary
independent | indie |
legal | courtroom |
live action | |
martial arts | | kung fu, karate, wuxia
musical | |
mystery | | whodunit
noir | film noir, film-noir |
performance | |
political | politics |
reality | reality-tv |
romance | romantic | love story
satire | satirical |
science fiction | sci-fi, scifi |
short | |
silent | |
slasher | |
sport | sports |
spy | espionage | secret agent
stand-up | standup | stand-up comedy
superhero | | superheroes
supernatural | | paranormal
suspense | |
talk show | |
teen | | teenage
thriller | |
war | |
western | |
`;

/** Names in queries that mean two genres. */
const GENRE_PAIR_LINES = `
romantic comedy, romcom, rom-com, rom com: romance, comedy
dramedy: comedy, drama
action comedy: action, comedy
crime drama: crime, drama
`;

/** Maximum number of words of a name. */
export const GENRE_WORDS_MAX = 3;

const GENRES_BY_NAME = new Map<string, readonly Genre[]>();

function splitList(text = ''): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** Returns the forms of a name in queries: with spaces instead of hyphens and without apostrophes, and its plural. */
function formsOf(name: string): string[] {
  const plain = name.replace(/[-']/g, ' ').replace(/ s\b/g, 's');
  const plural = /[^aeiou]y$/.test(plain) ? `${plain.slice(0, -1)}ies` : `${plain}s`;
  return [plain, plural];
}

for (const line of GENRE_LINES.trim().split('\n')) {
  const [name = '', labels, queryNames] = line.split('|').map((part) => part.trim());
  const genre: Genre = { name, labels: [name, ...splitList(labels)] };
  for (const genreName of [...genre.labels, ...splitList(queryNames)]) {
    for (const form of formsOf(genreName)) GENRES_BY_NAME.set(form, [genre]);
  }
}
for (const line of GENRE_PAIR_LINES.trim().split('\n')) {
  const [names, genres] = line.split(':');
  const genrePair = splitList(genres).flatMap((genre) => GENRES_BY_NAME.get(genre) ?? []);
  for (const name of splitList(names)) for (const form of formsOf(name)) GENRES_BY_NAME.set(form, genrePair);
}

/** Returns the genres with this name; null if there is none. `words` are folded and joined by single spaces. */
export function findGenres(words: string): readonly Genre[] | null {
  return GENRES_BY_NAME.get(words) ?? null;
}
