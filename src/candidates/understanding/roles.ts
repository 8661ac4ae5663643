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
export interface RoleReading {
  readonly requests: readonly RoleRequest[];
  readonly naming: readonly number[];
}

/** The roles that one word of a query may mean, and how texts name them. */
interface Naming {
  readonly roles: readonly PersonRole[];
  readonly credits: readonly string[];
}

const DIRECTOR: Naming = { roles: ['director', 'creator'], credits: ['directed by', 'director', 'filmmaker'] };
const WRITER: Naming = { roles: ['writer', 'creator'], credits: ['written by', 'created by', 'writer'] };
const COMPOSER: Naming = { roles: ['composer'], credits: ['composed by', 'music by', 'composer'] };
const PRODUCER: Naming = { roles: ['producer'], credits: ['produced by', 'producer'] };
const ACTOR: Naming = { roles: ['actor'], credits: ['starring', 'stars', 'featuring'] };
const MAKER: Naming = { roles: ['director', 'creator', 'writer'], credits: [...DIRECTOR.credits, ...WRITER.credits] };

/** Words before "by" and a name. */
const DONE_BY = new Map([
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
const NOTHING: RoleReading = { requests: [], naming: [] };

/** Returns the role requests in the folded words of a query. Words for which `isTaken` returns true are skipped. */
export function findRoles(words: readonly string[], isTaken: (index: number) => boolean): RoleReading {
  for (const [index, word] of words.entries()) {
    if (isTaken(index)) continue;
    const next = words[index + 1];
    const doneBy = next === 'by' ? DONE_BY.get(word) : undefined;
    if (doneBy !== undefined) return behind(words, isTaken, doneBy, [index, index + 1]);
    if (CAST_WORDS.has(word)) return behind(words, isTaken, ACTOR, [index]);
    if (isFiller(word) && next === 'by') return behind(words, isTaken, MAKER, [index, index + 1]);
    const verb = index === words.length - 1 ? VERBS.get(word) : undefined;
    const did = words.indexOf('did');
    if (verb !== undefined && did >= 0 && did < index - 1) return between(did + 1, index, verb, [index]);
    const noun = NOUNS.get(word);
    if (noun === undefined) continue;
    if (index === words.length - 1 && index > 1 && !isFiller(words[index - 1] ?? '')) {
      return between(nameStart(words, isTaken, index), index, noun, [index]);
    }
    // The first word is skipped, because many titles start with such a word.
    if (index > 0 && index < words.length - 1) return behind(words, isTaken, noun, [index]);
  }
  return NOTHING;
}

function behind(
  words: readonly string[],
  isTaken: (index: number) => boolean,
  named: Naming,
  naming: readonly number[],
): RoleReading {
  const requests: RoleRequest[] = [];
  let start = (naming.at(-1) ?? 0) + 1;
  for (let index = start; index <= words.length; index += 1) {
    const word = words[index];
    const isEnd = word === undefined || isTaken(index) || isFiller(word) || ENDS.has(word);
    if (!isEnd && word !== 'and') continue;
    if (index > start && index - start <= NAME_WORDS_MAX) requests.push({ ...named, start, end: index });
    if (isEnd || requests.length === NAMES_MAX) break;
    start = index + 1;
  }
  return requests.length === 0 ? NOTHING : { requests, naming };
}

const ENDS = new Set(['in', 'from', 'with', 'about', 'of', 'before', 'after', 'since', 'between']);

function nameStart(words: readonly string[], isTaken: (index: number) => boolean, end: number): number {
  let start = end;
  while (start > 0 && !isTaken(start - 1) && !isFiller(words[start - 1] ?? '')) start -= 1;
  return start;
}

function between(start: number, end: number, named: Naming, naming: readonly number[]): RoleReading {
  if (end <= start || end - start > NAME_WORDS_MAX) return NOTHING;
  return { requests: [{ ...named, start, end }], naming };
}
