/** Finds people with a role in queries: "directed by Jane Doe", "Jane Doe director", "starring Jane Doe". */
import type { CatalogPerson } from '../../database/entities/catalog/media-item.entity';
import { isFiller } from './fillers';

/** What a person does for an item. */
export type PersonRole = CatalogPerson['role'];

/** A name and its possible roles. `start` and `end` (exclusive) are the indexes of the words of the name. */
export interface RoleRequest {
  readonly roles: readonly PersonRole[];
  /** The words before the name in texts that give the person this role. */
  readonly credits: readonly string[];
  readonly start: number;
  readonly end: number;
}

/** The role requests of a query, and the indexes of the words that name the roles. */
export interface RoleRequests {
  readonly requests: readonly RoleRequest[];
  readonly roleWords: readonly number[];
}

/** The roles that one word of a query may mean, and how texts name them. */
interface RoleMeaning {
  readonly roles: readonly PersonRole[];
  readonly credits: readonly string[];
}

const DIRECTOR: RoleMeaning = { roles: ['director', 'creator'], credits: ['directed by', 'director', 'filmmaker'] };
const WRITER: RoleMeaning = { roles: ['writer', 'creator'], credits: ['written by', 'created by', 'writer'] };
const COMPOSER: RoleMeaning = { roles: ['composer'], credits: ['composed by', 'music by', 'composer'] };
const PRODUCER: RoleMeaning = { roles: ['producer'], credits: ['produced by', 'producer'] };
const ACTOR: RoleMeaning = { roles: ['actor'], credits: ['starring', 'stars', 'featuring'] };
const MAKER: RoleMeaning = {
  roles: ['director', 'creator', 'writer'],
  credits: [...DIRECTOR.credits, ...WRITER.credits],
};

/** Words before "by" and a name. */
const PARTICIPLES = new Map([
  ...['directed', 'made'].map((word) => [word, DIRECTOR] as const),
  ...['written', 'created'].map((word) => [word, WRITER] as const),
  ...['composed', 'scored'].map((word) => [word, COMPOSER] as const),
  ...['produced'].map((word) => [word, PRODUCER] as const),
]);
/** Words before or after a name. */
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
const NAME_WORDS_MAX = 5;
const NAMES_MAX = 4;
const NO_ROLES: RoleRequests = { requests: [], roleWords: [] };

/** Returns the role requests in the folded words of a query. Words for which `isTaken` returns true are skipped. */
export function findRoleRequests(words: readonly string[], isTaken: (index: number) => boolean): RoleRequests {
  for (const [index, word] of words.entries()) {
    if (isTaken(index)) continue;
    const next = words[index + 1];
    const doneBy = next === 'by' ? PARTICIPLES.get(word) : undefined;
    if (doneBy !== undefined) return namesAfter(words, isTaken, doneBy, [index, index + 1]);
    if (CAST_WORDS.has(word)) return namesAfter(words, isTaken, ACTOR, [index]);
    if (isFiller(word) && next === 'by') return namesAfter(words, isTaken, MAKER, [index, index + 1]);
    const verb = index === words.length - 1 ? VERBS.get(word) : undefined;
    const did = words.indexOf('did');
    if (verb !== undefined && did >= 0 && did < index - 1) return nameBetween(did + 1, index, verb, [index]);
    const noun = NOUNS.get(word);
    if (noun === undefined) continue;
    if (index === words.length - 1 && index > 1 && !isFiller(words[index - 1] ?? '')) {
      return nameBetween(nameStart(words, isTaken, index), index, noun, [index]);
    }
    // The first word is skipped, because many titles start with such a word.
    if (index > 0 && index < words.length - 1) return namesAfter(words, isTaken, noun, [index]);
  }
  return NO_ROLES;
}

function namesAfter(
  words: readonly string[],
  isTaken: (index: number) => boolean,
  named: RoleMeaning,
  roleWords: readonly number[],
): RoleRequests {
  const requests: RoleRequest[] = [];
  let start = (roleWords.at(-1) ?? 0) + 1;
  for (let index = start; index <= words.length; index += 1) {
    const word = words[index];
    const isEnd = word === undefined || isTaken(index) || isFiller(word) || NAME_LIST_ENDS.has(word);
    if (!isEnd && word !== 'and') continue;
    if (index > start && index - start <= NAME_WORDS_MAX) requests.push({ ...named, start, end: index });
    if (isEnd || requests.length === NAMES_MAX) break;
    start = index + 1;
  }
  return requests.length === 0 ? NO_ROLES : { requests, roleWords };
}

const NAME_LIST_ENDS = new Set(['in', 'from', 'with', 'about', 'of', 'before', 'after', 'since', 'between']);

function nameStart(words: readonly string[], isTaken: (index: number) => boolean, end: number): number {
  let start = end;
  while (start > 0 && !isTaken(start - 1) && !isFiller(words[start - 1] ?? '')) start -= 1;
  return start;
}

function nameBetween(start: number, end: number, named: RoleMeaning, roleWords: readonly number[]): RoleRequests {
  if (end <= start || end - start > NAME_WORDS_MAX) return NO_ROLES;
  return { requests: [{ ...named, start, end }], roleWords };
}
