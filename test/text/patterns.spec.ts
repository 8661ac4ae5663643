import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import ts from 'typescript';
import { ROOT, sourceFiles } from '../architecture/source-files';

/** A regular expression of the sources. */
interface Pattern {
  /** File and line. */
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

/** Every literal, and the places at which `RegExp` makes a pattern of a text. */
const literals: Pattern[] = [];
const makers: string[] = [];
for (const { path } of sourceFiles()) {
  const file = ts.createSourceFile(path, readFileSync(join(ROOT, path), 'utf8'), ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const place = `${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
      const end = node.text.lastIndexOf('/');
      literals.push({ place, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    }
    const isMaker = (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp';
    if (isMaker) makers.push(path);
    ts.forEachChild(node, visit);
  };
  visit(file);
}

/** Uses of the sources that make patterns later than at their import; the words are such as a pattern could be made of. */
const LATER: Readonly<Record<string, () => Promise<unknown>>> = {
  'src/search/text/term-scanner.ts': async () => {
    const { TermScanner } = await import('../../src/search/text/term-scanner');
    return new TermScanner(['spi', 'spy', 's', 'seri', '1999', '(a+)+', 'é', '']);
  },
  'src/candidates/ranking/title-filter.ts': async () => {
    const { TitleScorer } = await import('../../src/candidates/ranking/title-score');
    const { toSearchQuery } = await import('../../src/candidates/query/search-query');
    const { weighWords } = await import('../../src/candidates/query/term-weights');
    const { rolesOf } = await import('../../src/candidates/query/term-roles');
    const query = toSearchQuery("spies spy a'b été (a+)+ zzz", ['title']);
    const words = weighWords(query, { total: 10, documents: new Map(), similar: [] });
    return new TitleScorer(query, words, rolesOf(query, words));
  },
  'src/demo/isolation/demo-marker.ts': async () => {
    const { isMarkerName } = await import('../../src/demo/isolation/demo-marker');
    return isMarkerName('other');
  },
};

/** The patterns that the sources make of texts, found out by having them made. */
async function madePatterns(): Promise<Pattern[]> {
  const made: Pattern[] = [];
  const builtIn = globalThis.RegExp;
  globalThis.RegExp = new Proxy(builtIn, {
    construct: (target, [source, flags]: [string | RegExp, string | undefined]) => {
      const pattern = new target(source, flags);
      // The line behind the message and this trap.
      const caller = new Error().stack?.split('\n')[2] ?? '';
      const place = caller.includes(join(ROOT, 'src')) ? /src\/[^:)]*:\d+/.exec(caller)?.[0] : undefined;
      if (place !== undefined) made.push({ place, source: pattern.source, flags: pattern.flags });
      return pattern;
    },
  });
  try {
    for (const path of new Set(makers)) await import(join(ROOT, path));
    for (const use of Object.values(LATER)) await use();
  } finally {
    globalThis.RegExp = builtIn;
  }
  return made;
}

/** The most repetitions that the checker is shown: a bounded repetition is a constant, but it multiplies the checker's work. */
const SHOWN_REPETITIONS = 3;
const TOKEN = /\\(?:[pPu]\{[^}]*\}|[^])|\[(?:\\[^]|[^\]\\])*\]|\{(\d+)(?:(,)(\d*))?\}/g;

/** The pattern with its bounded repetitions shortened. */
function withFewRepetitions(source: string): string {
  const few = (count: string): string => `${Math.min(Number(count), SHOWN_REPETITIONS)}`;
  return source.replace(TOKEN, (token, least?: string, comma?: string, most?: string) => {
    if (least === undefined) return token;
    return `{${few(least)}${comma ?? ''}${most === undefined || most === '' ? '' : few(most)}}`;
  });
}

let checker: Worker;

/** `safe` for a pattern that takes linear time on every text, wherever in it the search begins. */
async function verdictOf({ source, flags }: Pick<Pattern, 'source' | 'flags'>): Promise<unknown> {
  // The checker knows no flag `y`, which has a pattern begin in one place as `^` does.
  const isSticky = flags.includes('y');
  const shown = withFewRepetitions(isSticky ? `^(?:${source})` : source);
  checker.postMessage({ source: shown, flags: flags.replace('y', '') });
  const [status] = (await once(checker, 'message')) as [unknown];
  return status;
}

beforeAll(() => {
  checker = new Worker(join(ROOT, 'test/text/pattern-checker.js'));
});

afterAll(() => checker.terminate());

describe('the checker of patterns', () => {
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

  it('is shown every pattern with its repetitions', () => {
    expect(withFewRepetitions(String.raw`\{2{9}[{7}]\p{L}{0,30}\u{1f3fb}{5,}\\{8}a{2}`)).toBe(
      String.raw`\{2{3}[{7}]\p{L}{0,3}\u{1f3fb}{3,}\\{3}a{2}`,
    );
  });
});

describe('the patterns of the sources', () => {
  it.each(literals.map((pattern) => [pattern.place, pattern] as const))('take linear time: %s', async (_, pattern) => {
    expect(await verdictOf(pattern)).toBe('safe');
  });

  it('take linear time where they are made of texts', async () => {
    const made = await madePatterns();
    for (const pattern of made) expect([pattern, await verdictOf(pattern)]).toEqual([pattern, 'safe']);
    // One at least for each place that makes them; one that is not made here needs a use in `LATER`.
    const madeIn = (path: string): number =>
      new Set(made.filter(({ place }) => place.startsWith(`${path}:`)).map(({ place }) => place)).size;
    const missing = makers.filter((path) => madeIn(path) < makers.filter((other) => other === path).length);
    expect(missing).toEqual([]);
  }, 600_000);
});
