/**
 * Checks the texts of the best rows for what the index does not contain: quoted phrases, neighbouring words, and the
 * roles of people. docs/search.md explains the numbers.
 */
import { stemWord } from '../../search/text/stem';
import { TermScanner } from '../../search/text/term-scanner';
import { wordsOf } from '../../search/text/words';
import type { Word } from '../../search/text/word';
import type { SearchQuery } from '../query/search-query';
import type { WeightedWord, TermRole } from '../query/weights/weighted-word';
import type { RoleRequest } from '../understanding/roles';
import type { CheckedFields, CheckedTexts } from './candidate-row';
import { type CheckedWords, FieldFinder } from './checked-fields';
import { PhraseFinder } from './phrase-finder';
import { PAIRS_BONUS, ROLE_BONUS } from './score-scale';

/** Factor of a pair in an overview or a tagline, relative to a pair in a name, unless the query asks for a character. */
const OVERVIEW_FACTOR = 0.5;
/**
 * Minimum fit of a pair in a name, if the row does not have all words of the query. The fit of a pair is the lower
 * `TermRole.factor` of its two words. A known word is seldom a misspelling, so its corrections have low factors. But a
 * name with the other word of the pair shows that the known word is one: "Helen Hays" for "Helen Hayes".
 */
const NAME_MIN_FIT = 0.65;
/** Factor of a pair in the name of a person, if the query asks for a character. */
const PERSON_NAME_FACTOR = 0.3;
/** Matches the text between two words of a pair: "Jane Doe" and "Jane A. Doe". */
const AT_MOST_AN_INITIAL = /^[^\p{L}\p{N}]*(?:\p{L}\.[^\p{L}\p{N}]*)?$/u;
/** Maximum number of pairs of a query that are looked for. */
const PAIRS_MAX = 12;
const NO_TERM_ROLES: readonly TermRole[] = [];

/** Two neighbouring words of the query, by index. */
interface Pair {
  readonly first: number;
  readonly second: number;
  readonly weight: number;
}

/** Checks rows for one query. */
export class TextCheck {
  private readonly scanner: TermScanner;
  private readonly phraseFinders: readonly PhraseFinder[];
  private readonly namesWithRoles: readonly NameWithRole[];
  private readonly pairs: readonly Pair[];
  private readonly totalPairWeight: number;
  private readonly fieldFinder: FieldFinder;

  constructor(
    private readonly query: SearchQuery,
    words: readonly WeightedWord[],
    /** Result of `termRolesOf`: for each lexeme, the words of the query that it matches. */
    private readonly termRoles: ReadonlyMap<string, readonly TermRole[]>,
  ) {
    this.pairs = pairsOf(query, words);
    const pairedWords = new Set(this.pairs.flatMap(({ first, second }) => [first, second]));
    // Other words are not looked for, because a query may be long.
    const isInPair = (lexeme: string): boolean =>
      termRoles.get(lexeme)?.some(({ wordIndex }) => pairedWords.has(wordIndex)) === true;
    this.scanner = new TermScanner([...termRoles.keys()].filter(isInPair));
    this.phraseFinders = query.phrases.map((phrase) => new PhraseFinder(phrase));
    this.namesWithRoles = namesWithRolesOf(query);
    this.fieldFinder = new FieldFinder(this.checkedWords());
    this.totalPairWeight = this.pairs.reduce((sum, { weight }) => sum + weight, 0) || 1;
  }

  /** Returns whether texts can change the order of the rows. */
  get isNeeded(): boolean {
    return this.pairs.length > 0 || this.hasPhrases || this.query.understanding.roles.requests.length > 0;
  }

  get hasPhrases(): boolean {
    return this.query.phrases.length > 0;
  }

  /**
   * Returns which texts of a document can contain pairs, phrases or people of the query; null if none can. `profile` is
   * `CandidateRow.profile`.
   */
  fieldsToCheck(profile: string): CheckedFields | null {
    return this.fieldFinder.find(profile);
  }

  /** Returns the bonus of a row. `hasAllWords` tells whether the row has all words of the query without correction. */
  bonus(texts: CheckedTexts, hasAllWords: boolean): number {
    return PAIRS_BONUS * this.pairScore(texts, hasAllWords ? 0 : NAME_MIN_FIT) + ROLE_BONUS * this.roleShare(texts);
  }

  /** Returns whether the texts contain every quoted phrase. */
  hasAllPhrases(texts: CheckedTexts): boolean {
    const lines = linesOf(texts);
    return this.phraseFinders.every((phrase) => lines.some((line) => phrase.isIn(line)));
  }

  /** Returns the share of the pairs that the texts contain, weighted by pair and by field; 0 to 1. */
  private pairScore(texts: CheckedTexts, nameMinFit: number): number {
    if (this.pairs.length === 0) return 0;
    const scores = this.pairs.map(() => 0);
    const raise = (line: string | null | undefined, factor: number, minFit = 0): void => {
      if (line !== null && line !== undefined) this.raisePairScores(line, factor, minFit, scores);
    };
    const { asksForCharacter } = this.query;
    for (const person of texts.people ?? []) {
      raise(person.name, asksForCharacter ? PERSON_NAME_FACTOR : 1, nameMinFit);
      raise(person.character, 1, nameMinFit);
    }
    const overviewFactor = asksForCharacter ? 1 : OVERVIEW_FACTOR;
    raise(texts.overview, overviewFactor);
    raise(texts.tagline, overviewFactor);
    return this.pairs.reduce((sum, { weight }, index) => sum + weight * (scores[index] ?? 0), 0) / this.totalPairWeight;
  }

  private raisePairScores(line: string, factor: number, minFit: number, scores: number[]): void {
    let leftEnd = 0;
    let leftRoles = NO_TERM_ROLES;
    for (const word of this.scanner.neighboursIn(line)) {
      const roles = this.termRolesOfWord(word);
      // An initial that the query omits separates no words.
      if (roles.length === 0 && word.folded.length === 1) continue;
      const mayBePair = leftRoles.length > 0 && roles.length > 0;
      if (mayBePair && AT_MOST_AN_INITIAL.test(line.slice(leftEnd, word.start)))
        this.raiseScoresOfPair(leftRoles, roles, { factor, minFit }, scores);
      leftRoles = roles;
      leftEnd = word.end;
    }
  }

  /** Raises the scores of the pairs that two neighbouring words of a text match. The roles are those of the words. */
  private raiseScoresOfPair(
    leftRoles: readonly TermRole[],
    rightRoles: readonly TermRole[],
    { factor, minFit }: { readonly factor: number; readonly minFit: number },
    scores: number[],
  ): void {
    for (const [index, { first, second }] of this.pairs.entries()) {
      const fit = Math.min(highestFactor(leftRoles, first), highestFactor(rightRoles, second));
      if (fit > 0) scores[index] = Math.max(scores[index] ?? 0, Math.max(fit, minFit) * factor);
    }
  }

  /** Returns the words of the query that a word of a text matches, and how well. */
  private termRolesOfWord({ lexeme, otherLexemes }: Word): readonly TermRole[] {
    const { termRoles } = this;
    const roles = termRoles.get(lexeme) ?? NO_TERM_ROLES;
    return otherLexemes.length === 0 ? roles : [lexeme, ...otherLexemes].flatMap((each) => termRoles.get(each) ?? []);
  }

  private checkedWords(): CheckedWords {
    const lexemesOf = (index: number): string[] =>
      [...this.termRoles].filter(([, roles]) => highestFactor(roles, index) > 0).map(([lexeme]) => lexeme);
    const pairs = this.pairs.map(({ first, second }) => [lexemesOf(first), lexemesOf(second)]);
    const names = this.namesWithRoles.map(({ lexemes }) => lexemes.map((lexeme) => [lexeme]));
    const phrases = this.query.phrases.map((phrase) => phrase.map((folded) => [stemWord(folded)]));
    return { inTexts: [...pairs, ...names], phrases };
  }

  /** Returns the share of the requested roles that the people or the overview of the item confirm; 0 to 1. */
  private roleShare(texts: CheckedTexts): number {
    const { namesWithRoles } = this;
    if (namesWithRoles.length === 0) return 0;
    return namesWithRoles.filter((name) => hasNameWithRole(texts, name)).length / namesWithRoles.length;
  }
}

/** A name in the query, and the role that the query gives it. */
interface NameWithRole {
  readonly request: RoleRequest;
  /** The lexemes of its words, without stop words. */
  readonly lexemes: readonly string[];
  readonly phrase: PhraseFinder;
}

function namesWithRolesOf({ allWords, understanding }: SearchQuery): NameWithRole[] {
  return understanding.roles.requests.map((request) => {
    const name = allWords.slice(request.start, request.end);
    const lexemes = name.filter(({ isStopWord }) => !isStopWord).map(({ lexeme }) => lexeme);
    return { request, lexemes, phrase: new PhraseFinder(name.map(({ folded }) => folded)) };
  });
}

function hasNameWithRole(
  { people: allPeople, overview }: CheckedTexts,
  { request, lexemes, phrase }: NameWithRole,
): boolean {
  const isNamed = (text: string): boolean => {
    const contained = new Set(wordsOf(text).map(({ lexeme }) => lexeme));
    return lexemes.length > 0 && lexemes.every((lexeme) => contained.has(lexeme));
  };
  const people = allPeople ?? [];
  if (people.some((person) => request.roles.includes(person.role) && isNamed(person.name))) return true;
  // Sources often list only a part of the crew, so a name after a credit in the overview counts, too.
  return overview !== null && phrase.followsCreditIn(overview, request.credits);
}

/** Returns the highest factor of the roles for one word of the query; 0 if there is none. */
function highestFactor(termRoles: readonly TermRole[], index: number): number {
  let highest = 0;
  for (const { wordIndex, factor } of termRoles) if (wordIndex === index && factor > highest) highest = factor;
  return highest;
}

function linesOf({ title, overview, tagline, people }: CheckedTexts): string[] {
  const names = (people ?? []).flatMap(({ name, character }) => [name, character]);
  return [title, overview, tagline, ...names].filter((line) => line !== null && line !== undefined);
}

/** Returns the pairs of neighbouring words of the query: two content words, or a content word and a stop word. */
function pairsOf({ allWords }: SearchQuery, words: readonly WeightedWord[]): Pair[] {
  const indexOf = new Map(words.map(({ word }, index) => [word.lexeme, index]));
  const isContent = (index: number): boolean => {
    const word = words[index]?.word;
    return word !== undefined && word.isContentWord && !word.isDemandOnly && !word.isEpisodeCode && word.year === null;
  };
  const isStop = (index: number): boolean => words[index]?.word.isStopWord === true;
  const pairs: Pair[] = [];
  for (let position = 1; position < allWords.length && pairs.length < PAIRS_MAX; position += 1) {
    const first = indexOf.get(allWords[position - 1]?.lexeme ?? '');
    const second = indexOf.get(allWords[position]?.lexeme ?? '');
    if (first === undefined || second === undefined || first === second) continue;
    // Names may contain stop words ("Voices of").
    if (!(isContent(first) && (isContent(second) || isStop(second))) && !(isStop(first) && isContent(second))) continue;
    const weight = ((words[first]?.weight ?? 0) + (words[second]?.weight ?? 0)) / 2;
    pairs.push({ first, second, weight });
  }
  return pairs;
}
