/** Finds people with a role in queries: "directed by Jane Doe", "Jane Doe director", "starring Jane Doe". */
import type { CatalogPerson } from '../../database/entities/catalog/media-item.entity';
import { isStopWord } from '../../search/text/stop-words';
import { isFiller } from './fillers';
import type { WordsToInterpret, WordSpan } from './words-to-interpret';

/** What a person does for an item. */
export type PersonRole = CatalogPerson['role'];

/** The roles that a word of a query may mean. */
interface RoleMeaning {
  readonly roles: readonly PersonRole[];
  /** Words that texts put before the name of a person with one of these roles. */
  readonly credits: readonly string[];
}

/** The words of a name, and the roles that the person may have. */
export interface RoleRequest extends RoleMeaning, WordSpan {}

/** The role requests of a query, and the indexes of the words that name the roles. */
export interface RoleRequests {
  readonly requests: readonly RoleRequest[];
  readonly roleWords: readonly number[];
}

const DIRECTOR: RoleMeaning = { roles: ['director', 'creator'], credits: ['directed by', 'director', 'filmmaker'] };
const WRITER: RoleMeaning = { roles: ['writer', 'creator'], credits: ['written by', 'created by', 'writer'] };
const COMPOSER: RoleMeaning = { roles: ['composer'], credits: ['composed by', 'music by', 'composer'] };
const PRODUCER: RoleMeaning = { roles: ['producer'], credits: ['produced by', 'producer'] };
const ACTOR: RoleMeaning = { roles: ['actor'], credits: ['starring', 'stars', 'featuring'] };
/** The possible roles in a query such as "films by Jane Doe". */
const MAKER: RoleMeaning = {
  roles: ['director', 'creator', 'writer'],
  credits: [...DIRECTOR.credits, ...WRITER.credits],
};

/** Participles before "by" and a name. */
const PARTICIPLES = new Map([
  ...['directed', 'made'].map((word) => [word, DIRECTOR] as const),
  ...['written', 'created'].map((word) => [word, WRITER] as const),
  ...['composed', 'scored'].map((word) => [word, COMPOSER] as const),
  ...['produced'].map((word) => [word, PRODUCER] as const),
]);
/** Nouns before or after a name. */
const NOUNS = new Map([
  ['director', DIRECTOR],
  ['writer', WRITER],
  ['composer', COMPOSER],
  ['producer', PRODUCER],
  ['actor', ACTOR],
  ['actress', ACTOR],
]);
/** Verbs in questions such as "what did ... direct". */
const VERBS = new Map([
  ['direct', DIRECTOR],
  ['write', WRITER],
  ['compose', COMPOSER],
  ['produce', PRODUCER],
]);
const CAST_WORDS = new Set(['starring', 'featuring']);
/** Words that end a list of names. */
const NAME_LIST_ENDS = new Set([
  ...['in', 'from', 'with', 'about', 'of', 'before', 'after', 'since', 'between'],
  ...['as', 'who', 'whose', 'where', 'when', 'that'],
]);
const NAME_WORDS_MAX = 5;
/** Maximum number of participles before one "by". */
const PARTICIPLES_MAX = 3;
/** Maximum number of names of a query. */
const NAMES_MAX = 6;
const NO_ROLES: RoleRequests = { requests: [], roleWords: [] };

/**
 * Returns the role requests of a query in order, at most 6. Skips words that are already interpreted. No word belongs
 * to two names.
 */
export function findRoleRequests(query: WordsToInterpret): RoleRequests {
  const requests: RoleRequest[] = [];
  const roleWords: number[] = [];
  for (let index = 0; index < query.folded.length && requests.length < NAMES_MAX; index += 1) {
    if (query.isInterpreted(index)) continue;
    const namesEnd = requests.at(-1)?.end;
    const found = namesEnd === undefined ? findRoleAt(query, index) : findNextRoleAt(query, index, namesEnd);
    requests.push(...found.requests.slice(0, NAMES_MAX - requests.length));
    roleWords.push(...found.roleWords);
    index = Math.max(index, (found.requests.at(-1)?.end ?? 0) - 1);
  }
  return { requests, roleWords };
}

/** Returns the role requests of the credit, verb or noun at `index`; none if there is none, or no name beside it. */
function findRoleAt(query: WordsToInterpret, index: number): RoleRequests {
  const words = query.folded;
  const word = words[index] ?? '';
  const credit = creditAt(words, index);
  if (credit !== null) return creditedNames(query, credit);
  const isLast = index === words.length - 1;
  const verb = isLast ? VERBS.get(word) : undefined;
  const didIndex = words.indexOf('did');
  if (verb !== undefined && didIndex >= 0 && didIndex < index - 1) return nameBetween(query, didIndex + 1, index, verb);
  const noun = NOUNS.get(word);
  if (noun === undefined) return NO_ROLES;
  if (isLast && index > 1 && !isFiller(words[index - 1] ?? ''))
    return nameBetween(query, nameStart(query, index), index, noun);
  // Many titles start with such a noun.
  return index > 0 && !isLast ? namesAfter(query, noun, [index]) : NO_ROLES;
}

/**
 * Returns the role requests that begin at `index`, after a name that ends before `namesEnd`. Only "and" may stand
 * between that name and the noun of a role: in "directed by Jane Doe about a writer", "writer" names none.
 */
function findNextRoleAt(query: WordsToInterpret, index: number, namesEnd: number): RoleRequests {
  const words = query.folded;
  const credit = creditAt(words, index);
  if (credit !== null) return creditedNames(query, credit);
  const noun = isRoleNoun(words, index) ? NOUNS.get(words[index] ?? '') : undefined;
  const isAfterName = index === namesEnd || (index === namesEnd + 1 && words[namesEnd] === 'and');
  return noun !== undefined && isAfterName ? namesAfter(query, noun, [index]) : NO_ROLES;
}

/** A role, and the indexes of the words that name it and precede names. */
interface Credit {
  readonly meaning: RoleMeaning;
  readonly roleWords: readonly number[];
}

/**
 * Returns the role of the words at `index` that precede names, such as "written and directed by" and "starring", and
 * the indexes of these words; null if there are none.
 */
function creditAt(words: readonly string[], index: number): Credit | null {
  const word = words[index] ?? '';
  if (CAST_WORDS.has(word)) return { meaning: ACTOR, roleWords: [index] };
  const meanings: RoleMeaning[] = [];
  const roleWords: number[] = [];
  for (let next = index; next < index + 2 * PARTICIPLES_MAX; next += 2) {
    const meaning = PARTICIPLES.get(words[next] ?? '') ?? (next === index && isFiller(word) ? MAKER : undefined);
    if (meaning === undefined) return null;
    meanings.push(meaning);
    roleWords.push(next, next + 1);
    if (words[next + 1] === 'by') return { meaning: meanings.length === 1 ? meaning : anyOf(meanings), roleWords };
    if (words[next + 1] !== 'and') return null;
  }
  return null;
}

/**
 * Returns the role requests after a credit. A noun between the credit and the name, as in "movies by director Jane Doe"
 * and "by the director Jane Doe", is a part of the name only if no other word of a name follows. After a credit that
 * names no role, such as "movies by", the noun names the role.
 */
function creditedNames(query: WordsToInterpret, { meaning, roleWords }: Credit): RoleRequests {
  const next = (roleWords.at(-1) ?? 0) + 1;
  const nounAt = query.folded[next] === 'the' && !query.isInterpreted(next) ? next + 1 : next;
  const noun = query.isInterpreted(nounAt) ? undefined : NOUNS.get(query.folded[nounAt] ?? '');
  if (noun !== undefined) {
    const found = namesAfter(query, meaning === MAKER ? noun : meaning, [...roleWords, nounAt]);
    if (found.requests[0]?.start === nounAt + 1) return found;
  }
  return namesAfter(query, meaning, roleWords);
}

function anyOf(meanings: readonly RoleMeaning[]): RoleMeaning {
  return {
    roles: [...new Set(meanings.flatMap(({ roles }) => roles))],
    credits: [...new Set(meanings.flatMap(({ credits }) => credits))],
  };
}

/** Returns the names after the words of a role, separated by "and". Words of another role end the last name. */
function namesAfter(query: WordsToInterpret, meaning: RoleMeaning, roleWords: readonly number[]): RoleRequests {
  const { folded } = query;
  const requests: RoleRequest[] = [];
  const namesStart = (roleWords.at(-1) ?? 0) + 1;
  let start = namesStart;
  for (let index = start; index <= folded.length; index += 1) {
    const word = folded[index];
    const isEnd =
      word === undefined ||
      query.isInterpreted(index) ||
      isFiller(word) ||
      NAME_LIST_ENDS.has(word) ||
      creditAt(folded, index) !== null ||
      // A noun at the end of a query may be a surname after a single word, as in "starring Kim Director".
      (index > namesStart && isRoleNoun(folded, index) && (index < folded.length - 1 || index - start > 1));
    if (!isEnd && word !== 'and') continue;
    if (isName(folded, start, index)) requests.push({ ...meaning, start, end: index });
    if (isEnd || requests.length === NAMES_MAX) break;
    start = index + 1;
  }
  return requests.length === 0 ? NO_ROLES : { requests, roleWords };
}

/**
 * Returns whether the word at `index`, after the words of a role, is a noun that names a further role. A noun after a
 * stop word other than "and" names none, as in "featuring a director".
 */
function isRoleNoun(words: readonly string[], index: number): boolean {
  const before = words[index - 1] ?? '';
  return NOUNS.has(words[index] ?? '') && (before === 'and' || !isStopWord(before));
}

/** Returns whether a range of words can be a name: one to five words, and not only stop words. */
function isName(words: readonly string[], start: number, end: number): boolean {
  return end - start <= NAME_WORDS_MAX && words.slice(start, end).some((word) => !isStopWord(word));
}

/** Returns the index of the first word of a name that ends before `end`. */
function nameStart(query: WordsToInterpret, end: number): number {
  let start = end;
  while (start > 0 && !query.isInterpreted(start - 1) && !isFiller(query.folded[start - 1] ?? '')) start -= 1;
  return start;
}

/** Returns the role request for the name from `start` up to `end`. The word at `end` names the role. */
function nameBetween(query: WordsToInterpret, start: number, end: number, meaning: RoleMeaning): RoleRequests {
  const hasInterpretedWord = query.uninterpreted.slice(start, end).includes('');
  if (hasInterpretedWord || !isName(query.folded, start, end)) return NO_ROLES;
  return { requests: [{ ...meaning, start, end }], roleWords: [end] };
}
