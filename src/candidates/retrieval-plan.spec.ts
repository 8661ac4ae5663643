import fc from 'fast-check';
import { planRetrieval, type RetrievalPlan } from './retrieval-plan';
import { toSearchFilter } from './search-filter';
import { toSearchQuery } from './search-query';
import { type LexiconCounts, weighWords } from './weights';

const TOTAL = 1_000_000;
const WORDS = ['harbor', 'silver', 'widow', 'canyon', 'mirror'];

/** Counts by lexeme with its field, "owidow" for one in overviews. */
function planFor(text: string, documents: Record<string, number>): RetrievalPlan {
  const query = toSearchQuery(text, undefined);
  const counts: LexiconCounts = { total: TOTAL, documents: new Map(Object.entries(documents)), similar: [] };
  return planRetrieval(query, weighWords(query, counts), counts, toSearchFilter({ query: text }, counts));
}

function inOverviews(counts: readonly number[]): Record<string, number> {
  return Object.fromEntries(counts.map((count, index) => [`o${WORDS[index] ?? ''}`, count]));
}

/** The lexemes that stand in a text for the index, in order. */
function lexemesIn(text: string): string[] {
  return [...text.matchAll(/'([^']+)'/g)].map(([, lexeme]) => lexeme ?? '');
}

/** The lexemes of one field in the texts of each alternative, for those that have several texts. */
function togetherOf(plan: RetrievalPlan, field: string): string[][][] {
  const several = (plan.selective?.alternatives ?? []).filter((texts) => texts.length > 1);
  return several.map((texts) => texts.map((text) => lexemesIn(text).filter((lexeme) => lexeme.startsWith(field))));
}

/** Whether a document with some lexemes matches a text: parentheses, `&` and `|` between quoted lexemes. */
function matches(text: string, document: ReadonlySet<string>): boolean {
  const tokens = text.match(/'[^']*'|[()&|]/g) ?? [];
  let place = 0;
  const any = (): boolean => {
    let found = all();
    while (tokens[place] === '|') {
      place += 1;
      found = all() || found;
    }
    return found;
  };
  const all = (): boolean => {
    let found = one();
    while (tokens[place] === '&') {
      place += 1;
      found = one() && found;
    }
    return found;
  };
  const one = (): boolean => {
    const token = tokens[place] ?? '';
    place += 1;
    if (token !== '(') return document.has(token.slice(1, -1));
    const found = any();
    place += 1;
    return found;
  };
  return any();
}

/** Whether a plan asks for a document with some lexemes, however prominent it is. */
function asksFor(plan: RetrievalPlan, lexemes: readonly string[]): boolean {
  const document = new Set(lexemes);
  const lists = [...(plan.selective?.alternatives ?? []), ...plan.ordered.map(({ tsqueries }) => tsqueries)];
  return lists.some((texts) => texts.every((text) => matches(text, document)));
}

describe('a plan of what to retrieve', () => {
  it('looks three words up beside one another that are rare only together, the rarest first', () => {
    const plan = planFor('harbor silver widow', inOverviews([30_000, 20_000, 10_000]));
    expect(togetherOf(plan, 'o')).toEqual([[['owidow'], ['osilver'], ['oharbor']]]);
  });

  it('looks pairs with a word in common up as one', () => {
    const plan = planFor('harbor silver widow', inOverviews([12_000, 2_000, 1_000]));
    expect(togetherOf(plan, 'o')).toEqual([
      [['owidow'], ['osilver', 'oharbor']],
      [['osilver'], ['oharbor']],
    ]);
  });

  it('does not ask for titles with all words where it asks for those with one less', () => {
    const documents = { tharbor: 3_000, tsilver: 2_000, twidow: 1_000 };
    const titles = planFor('harbor silver widow', documents).selective?.titles ?? '';
    expect(
      lexemesIn(titles)
        .filter((lexeme) => lexeme.startsWith('t'))
        .toSorted(),
    ).toEqual(['tharbor', 'tsilver', 'tharbor', 'twidow', 'tsilver', 'twidow'].toSorted());
  });

  it('leaves more room above a step of prominence for several words than for one', () => {
    const steps = { '^12': 400_000, '^16': 30_000, '^20': 14_000 };
    const [one] = planFor('harbor', { oharbor: 100_000, ...steps }).ordered;
    expect([one?.path, one?.tier]).toEqual(['tiered', `'^20'`]);
    // Expected together: 100,000 again, four times as many as by chance.
    const [two] = planFor('harbor silver', { oharbor: 150_000, osilver: 166_667, ...steps }).ordered;
    expect([two?.path, two?.tier]).toEqual(['tiered', `'^16'`]);
    expect(two?.tsqueries.map((text) => lexemesIn(text).at(-1))).toEqual(['oharbor', 'osilver']);
  });

  it('asks for documents with all words, in their titles or anywhere, whatever is rare and whatever common', () => {
    const count = fc.oneof(fc.nat(1_000), fc.nat(30_000), fc.nat(TOTAL));
    const counts = fc.array(fc.record({ title: count, overview: count }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(counts, (each) => {
        const words = WORDS.slice(0, each.length);
        const documents = Object.fromEntries(
          each.flatMap(({ title, overview }, index) => [
            [`t${words[index] ?? ''}`, title],
            [`o${words[index] ?? ''}`, overview],
          ]),
        );
        const plan = planFor(words.join(' '), documents);
        const present = (field: string): string[] => words.map((word) => field + word);
        // What is counted nowhere is looked for in titles only.
        if (each.every(({ title }) => title > 0)) expect(asksFor(plan, present('t'))).toBe(true);
        if (each.every(({ overview }) => overview > 0)) expect(asksFor(plan, present('o'))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
