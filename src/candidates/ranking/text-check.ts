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
import { type Pair, pairsOf, type Run, runsOf } from './pairs';
import { raiseAll, RunScores } from './run-scores';
import { PAIRS_BONUS, ROLE_BONUS, RUN_BONUS } from './score-scale';

/**
 * Factor of a pair in an overview or a tagline, relative to a pair in a name, unless the query asks for a character or
 * the text has a whole run.
 */
const OVERVIEW_FACTOR = 0.5;
/**
 * Minimum fit of a pair in a name, if the row does not have all words of the query. The fit of a pair is the lower
 * `TermRole.factor` of its two words. A known word (`WeightedWord.isKnown`) is seldom a misspelling, so its corrections
 * have low factors. But a name with the other word of the pair shows that it is one: "Helen Hays" for "Helen Hayes".
 */
const NAME_MIN_FIT = 0.65;
/** Factor of a pair in the name of a person, if the query asks for a character. */
const PERSON_NAME_FACTOR = 0.3;
/** Matches the text between two words of a pair: "Jane Doe" and "Jane A. Doe". */
const AT_MOST_AN_INITIAL = /^[^\p{L}\p{N}]*(?:\p{L}\.[^\p{L}\p{N}]*)?$/u;
const NO_TERM_ROLES: readonly TermRole[] = [];

/** Checks rows for one query. */
export class TextCheck {
  private readonly scanner: TermScanner;
  private readonly phraseFinders: readonly PhraseFinder[];
  private readonly namesWithRoles: readonly NameWithRole[];
  private readonly pairs: readonly Pair[];
  private readonly totalPairWeight: number;
  private readonly runs: readonly Run[];
  private readonly fieldFinder: FieldFinder;

  constructor(
    private readonly query: SearchQuery,
    words: readonly WeightedWord[],
    /** Result of `termRolesOf`: for each lexeme, the words of the query that it matches. */
    private readonly termRoles: ReadonlyMap<string, readonly TermRole[]>,
  ) {
    this.pairs = pairsOf(query, words);
    this.runs = runsOf(query, this.pairs, words);
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

  /** Returns the bonus of a row. `hasAllWords` is the result of `WordsInRows.hasAll`. */
  bonus(texts: CheckedTexts, hasAllWords: boolean): number {
    return this.pairsBonus(texts, hasAllWords ? 0 : NAME_MIN_FIT) + ROLE_BONUS * this.roleShare(texts);
  }

  /** Returns whether the texts contain every quoted phrase. */
  hasAllPhrases(texts: CheckedTexts): boolean {
    const lines = linesOf(texts);
    return this.phraseFinders.every((phrase) => lines.some((line) => phrase.isIn(line)));
  }

  /**
   * Returns whether names, overview and tagline together contain a whole run of the query without corrections. Names of
   * people do not count if the query asks for a character, but names of characters do.
   */
  hasRun(texts: CheckedTexts): boolean {
    return this.pairs.length > 0 && this.readPairs(texts, 0).runs.best() === 1;
  }

  /** Returns whether names of people contain a whole run. Accepts corrections with at least the factor `minFactor`. */
  hasRunInName({ people }: CheckedTexts, minFactor: number): boolean {
    const runs = new RunScores(this.runs);
    for (const { name } of people ?? []) runs.read(this.fitsIn(name, 0), 1, true);
    return this.pairs.length > 0 && runs.best() >= minFactor;
  }

  /** Returns whether the name of one person has all these words uncorrected, in this order, with any words between. */
  hasAllInOneName({ people }: CheckedTexts, wordIndexes: readonly number[]): boolean {
    return (people ?? []).some(({ name }) => {
      let found = 0;
      for (const word of wordsOf(name)) {
        const next = wordIndexes[found];
        if (next !== undefined && highestFactor(this.termRolesOfWord(word), next) === 1) found += 1;
      }
      return found === wordIndexes.length;
    });
  }

  /** Returns the bonus of the pairs and of the whole run that the texts contain, weighted by pair and by field. */
  private pairsBonus(texts: CheckedTexts, nameMinFit: number): number {
    if (this.pairs.length === 0) return 0;
    const { scores, runs } = this.readPairs(texts, nameMinFit);
    // Only an overview has the pairs between two names, such as "and john" in "jane doe and john roe". So if people
    // have both names, each pair gets at least the fit of the names.
    const minScore = runs.bestOfSeveralNames();
    const share = this.pairs.reduce(
      (sum, pair, index) => sum + pair.weight * Math.max(minScore, scores[index] ?? 0),
      0,
    );
    return (PAIRS_BONUS * share) / this.totalPairWeight + RUN_BONUS * runs.best();
  }

  /** Returns how well the texts contain each pair, weighted by field, and each run. */
  private readPairs(texts: CheckedTexts, nameMinFit: number): { scores: readonly number[]; runs: RunScores } {
    const { asksForCharacter } = this.query;
    const scores = this.pairs.map(() => 0);
    const runs = new RunScores(this.runs);
    const readName = (line: string | undefined, factor: number): void => {
      if (line === undefined) return;
      const fits = this.fitsIn(line, nameMinFit);
      if (!hasPair(fits)) return;
      raiseAll(scores, fits, factor);
      runs.read(fits, factor, true);
    };
    const readText = (line: string | null): void => {
      if (line === null) return;
      const fits = this.fitsIn(line, 0);
      if (!hasPair(fits)) return;
      const hasWholeRun = runs.read(fits, 1, false);
      raiseAll(scores, fits, asksForCharacter || hasWholeRun ? 1 : OVERVIEW_FACTOR);
    };
    for (const person of texts.people ?? []) {
      readName(person.name, asksForCharacter ? PERSON_NAME_FACTOR : 1);
      readName(person.character, 1);
    }
    readText(texts.overview);
    readText(texts.tagline);
    return { scores, runs };
  }

  /** Returns for each pair how well a line contains it, 0 to 1. */
  private fitsIn(line: string, minFit: number): number[] {
    const fits = this.pairs.map(() => 0);
    let leftEnd = 0;
    let leftRoles = NO_TERM_ROLES;
    for (const word of this.scanner.neighboursIn(line)) {
      const roles = this.termRolesOfWord(word);
      // An initial that the query omits separates no words.
      if (roles.length === 0 && word.folded.length === 1) continue;
      const mayBePair = leftRoles.length > 0 && roles.length > 0;
      if (mayBePair && AT_MOST_AN_INITIAL.test(line.slice(leftEnd, word.start)))
        this.raiseFits(leftRoles, roles, minFit, fits);
      leftRoles = roles;
      leftEnd = word.end;
    }
    return fits;
  }

  /** Raises the fits of the pairs that two neighbouring words of a text match, given the term roles of the words. */
  private raiseFits(
    leftRoles: readonly TermRole[],
    rightRoles: readonly TermRole[],
    minFit: number,
    fits: number[],
  ): void {
    for (const [index, { first, second }] of this.pairs.entries()) {
      const fit = Math.min(highestFactor(leftRoles, first), highestFactor(rightRoles, second));
      if (fit > 0) fits[index] = Math.max(fits[index] ?? 0, fit, minFit);
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

/** Returns whether a line contains one of the pairs. Most lines contain none, so the runs need not be read. */
function hasPair(fits: readonly number[]): boolean {
  return fits.some((fit) => fit > 0);
}
