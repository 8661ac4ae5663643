import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check } from 'recheck';
import ts from 'typescript';
import { sourceFiles } from '../architecture/source-files';
import { ROOT } from '../support/root';

/** A regular expression in `src`. */
interface Pattern {
  /** File and line. */
  readonly location: string;
  readonly source: string;
  readonly flags: string;
}

/** All regular expression literals, and the path of the file for each call of `RegExp`. */
const literals: Pattern[] = [];
const callerPaths: string[] = [];
for (const { path } of sourceFiles()) {
  const file = ts.createSourceFile(path, readFileSync(join(ROOT, path), 'utf8'), ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const location = `${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
      const end = node.text.lastIndexOf('/');
      literals.push({ location, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    }
    const isCall = (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp';
    if (isCall) callerPaths.push(path);
    ts.forEachChild(node, visit);
  };
  visit(file);
}

/**
 * Calls that make a file construct its patterns, for files that do not construct all patterns during their import. Some
 * words contain special characters of regular expressions.
 */
const LATE_CALLS: Readonly<Record<string, () => Promise<unknown>>> = {
  'src/search/text/term-scanner.ts': async () => {
    const { TermScanner } = await import('../../src/search/text/term-scanner');
    return new TermScanner(['spi', 'spy', 's', 'seri', '1999', '(a+)+', 'é', '']);
  },
  'src/candidates/ranking/titles/title-score.ts': async () => {
    const { TitleScorer } = await import('../../src/candidates/ranking/titles/title-score');
    const { toSearchQuery } = await import('../../src/candidates/query/query-parser');
    const { weighWords } = await import('../../src/candidates/query/weights/term-weights');
    const { termRolesOf } = await import('../../src/candidates/query/weights/term-roles');
    const query = toSearchQuery("spies spy a'b été (a+)+ zzz", ['title']);
    const words = weighWords(query, { total: 10, documents: new Map(), nearSpellings: [] });
    return new TitleScorer(query, words, termRolesOf(query, words));
  },
  'src/demo/isolation/demo-marker.ts': async () => {
    const { isMarkerName } = await import('../../src/demo/isolation/demo-marker');
    return isMarkerName('other');
  },
};

/** Runs the code that constructs patterns from text, and returns these patterns. */
async function constructedPatterns(): Promise<Pattern[]> {
  const constructed: Pattern[] = [];
  const builtIn = globalThis.RegExp;
  globalThis.RegExp = new Proxy(builtIn, {
    construct: (target, [source, flags]: [string | RegExp, string | undefined]) => {
      const pattern = new target(source, flags);
      // The first two lines of the stack are the message and this function.
      const caller = new Error().stack?.split('\n')[2] ?? '';
      const location = caller.includes(join(ROOT, 'src')) ? /src\/[^:)]*:\d+/.exec(caller)?.[0] : undefined;
      if (location !== undefined) constructed.push({ location, source: pattern.source, flags: pattern.flags });
      return pattern;
    },
  });
  try {
    for (const path of new Set(callerPaths)) await import(join(ROOT, path));
    for (const call of Object.values(LATE_CALLS)) await call();
  } finally {
    globalThis.RegExp = builtIn;
  }
  return constructed;
}

/**
 * Maximum count of a bounded repetition in a pattern that the checker receives. A larger count multiplies the work of
 * the checker, although it does not change whether the pattern takes linear time.
 */
const MAX_REPETITIONS = 3;
const TOKEN = /\\(?:[pPu]\{[^}]*\}|[^])|\[(?:\\[^]|[^\]\\])*\]|\{(\d+)(?:(,)(\d*))?\}/g;

/** Returns the pattern with lower counts in its bounded repetitions. */
function withFewRepetitions(source: string): string {
  const few = (count: string): string => `${Math.min(Number(count), MAX_REPETITIONS)}`;
  return source.replace(TOKEN, (token, least?: string, comma?: string, most?: string) => {
    if (least === undefined) return token;
    return `{${few(least)}${comma ?? ''}${most === undefined || most === '' ? '' : few(most)}}`;
  });
}

/**
 * The time limits are so high that the checker never reaches them. With lower limits, the load of the machine could
 * change the result. The checker cannot analyse patterns with lookaround by automata, so it searches for slow inputs
 * instead. It tries inputs of up to `maxAttackStringSize` characters. A pattern is vulnerable if matching one input
 * reads more than `attackLimit` characters. A pattern that takes linear time stays below this limit.
 */
const CHECK = {
  timeout: 3_600_000,
  attackTimeout: 3_600_000,
  incubationTimeout: 3_600_000,
  maxAttackStringSize: 10_000,
  attackLimit: 30_000_000,
};

/** Results by pattern and flags. Several files contain the same pattern. */
const verdicts = new Map<string, Promise<string>>();
let latest: Promise<unknown> = Promise.resolve();

/** Returns `safe` if the pattern takes linear time on every text, whatever the start position of the search. */
function verdictOf({ source, flags }: Pick<Pattern, 'source' | 'flags'>): Promise<string> {
  // The checker does not support the flag `y`, which anchors a pattern to one position as `^` does.
  const isSticky = flags.includes('y');
  const checkedSource = withFewRepetitions(isSticky ? `^(?:${source})` : source);
  const checked = { source: checkedSource, flags: flags.replace('y', '') };
  const key = JSON.stringify(checked);
  const known = verdicts.get(key);
  if (known !== undefined) return known;
  // Waits for the previous check, because concurrent first checks would each start a process of the checker.
  const verdict = latest.then(async () => (await check(checked.source, checked.flags, CHECK)).status);
  latest = verdict.catch(() => undefined);
  verdicts.set(key, verdict);
  return verdict;
}

describe('the pattern checker', () => {
  it.each([
    ['web tokens', /\beyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]*/g],
    ['ratings', /\s*[/|]\s*(?=[A-Za-z]{2,3}\s*[:]|$)|\s+\/\s+/],
    ['reasons of ratings', /\s+for\s+.*$/i],
    ['genres', /\s*[/|,]\s*/],
    ['names', /\s*[/|]\s*|\s*,\s+/],
    ['instructions', /<\?[^>]*\?>/g],
    ['brackets at the end', /(?:[\s._-]*(?:\[[^\]]*\]|\([^)]*\)))+[\s._-]*$/],
    ['aliases', /^(.+?)\s+a\.?k\.?a\.?\s+(.+)$/i],
    ['subtitles', /(?:\s*:|\s[\u2013\u2014-]\s|(?<=\p{L})['\u2019]s?\s).*$/su],
    ['nested repetition', /^(?:a+)+$/],
  ])('finds a pattern that takes more than linear time: %s', async (_, { source, flags }) => {
    expect(await verdictOf({ source, flags })).toBe('vulnerable');
  });

  it('receives bounded repetitions with a count of at most three', () => {
    expect(withFewRepetitions(String.raw`\{2{9}[{7}]\p{L}{0,30}\u{1f3fb}{5,}\\{8}a{2}`)).toBe(
      String.raw`\{2{3}[{7}]\p{L}{0,3}\u{1f3fb}{3,}\\{3}a{2}`,
    );
  });
});

describe('the patterns in src', () => {
  let started: Promise<string>[] = [];
  beforeAll(() => {
    started = literals.map(verdictOf);
  });

  it.each(literals.map(({ location }, index) => [location, index] as const))(
    'take linear time: %s',
    async (_, index) => {
      expect(await started[index]).toBe('safe');
    },
  );

  it('take linear time if they are constructed from text', async () => {
    const constructed = await constructedPatterns();
    for (const pattern of constructed) expect([pattern, await verdictOf(pattern)]).toEqual([pattern, 'safe']);
    // Every call of `RegExp` must have run at least once. A call that has not run needs an entry in `LATE_CALLS`.
    const countLocations = (path: string): number =>
      new Set(constructed.map(({ location }) => location).filter((location) => location.startsWith(`${path}:`))).size;
    const countCalls = (path: string): number => callerPaths.filter((other) => other === path).length;
    const missing = callerPaths.filter((path) => countLocations(path) < countCalls(path));
    expect(missing).toEqual([]);
  });
});
