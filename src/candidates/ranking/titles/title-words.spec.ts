import fc from 'fast-check';
import { stemWord } from '../../../search/text/stem';
import { toSearchQuery } from '../../query/query-parser';
import { termRolesOf } from '../../query/weights/term-roles';
import { weighWords } from '../../query/weights/term-weights';
import { PART_FACTOR } from '../../query/weights/weighted-word';
import { TitleWordMatcher } from './title-words';
import { WordBeginnings } from './word-beginnings';

const COUNTS = { total: 1_000, documents: new Map<string, number>(), nearSpellings: [] };

function matcherOf(text: string, counts = COUNTS) {
  const query = toSearchQuery(text, undefined);
  const words = weighWords(query, counts);
  const roles = termRolesOf(query, words);
  return { matcher: new TitleWordMatcher(words, roles, null), roles };
}

const part = fc.constantFrom(
  ...['spider', 'man', 'men', 's', 'x', 'the', 'them', 'hop', 'hope', 'ing', 'ed', 'color', 'colour', 'ful'],
  ...['happy', 'happi', 'ness', 'possible', 'possibility', '2', 'a', 'star', 'wars', 'ship', 'amelie'],
);
const ending = fc.constantFrom('', 's', 'ing', 'ed', 'ness');

describe('A word of a title', () => {
  it('may be joined with every next word that it needs to match a word of the query', () => {
    let joined = 0;
    fc.assert(
      fc.property(part, part, ending, ending, part, (first, second, titleEnding, queryEnding, otherWord) => {
        const { matcher, roles } = matcherOf(`${first}${second}${queryEnding} ${otherWord}`);
        const next = second + titleEnding;
        const { roles: ownRoles, joinedBeginnings } = matcher.wordOf(first);
        const isUnmatched = (index: number): boolean =>
          !ownRoles.some(({ wordIndex, factor }) => wordIndex === index && factor >= PART_FACTOR);
        const joinedRoles = roles.get(stemWord(first + next)) ?? [];
        if (!joinedRoles.some(({ wordIndex, factor }) => factor === 1 && isUnmatched(wordIndex))) return;
        joined += 1;
        expect(joinedBeginnings.some((beginning) => next.startsWith(beginning))).toBe(true);
      }),
      { numRuns: 2_000 },
    );
    expect(joined).toBeGreaterThan(20);
  });

  it.each([
    ['crowe', 'crow', 3, 0.35],
    ['crowe', 'crow', 1, 0.97],
    ['crowe', 'crowe', 3, 1],
    ['parker', 'parkers', 3, 0.97],
  ])('for "%s", matches "%s" in a title if %i names have the word of the query: %d', (text, title, names, factor) => {
    const documents = new Map([`t${text}`, `p${text}`].map((lexeme, index) => [lexeme, index === 0 ? 2 : names]));
    const { matcher } = matcherOf(`lamp ${text}`, { ...COUNTS, documents });
    expect(matcher.wordOf(title).factor).toBe(factor);
  });

  it('is not joined if it matches the word of the query without a next word', () => {
    const { matcher } = matcherOf('the spider');
    expect(matcher.wordOf('the').joinedBeginnings).toEqual([]);
    expect(matcher.wordOf('spider').joinedBeginnings).toEqual([]);
  });

  it('may be joined with a next word that begins with the rest of the stem, or with any if it begins with the stem', () => {
    const { matcher } = matcherOf('the spider');
    expect(matcher.wordOf('spi').joinedBeginnings).toEqual(['der']);
    expect(matcher.wordOf('spiderling').joinedBeginnings).toEqual(['']);
  });
});

describe('WordBeginnings', () => {
  it('tells whether a word of titles begins with the first two characters of a prefix, or is only the first one', () => {
    const title = fc.array(part, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
    const titles = fc.array(
      fc.oneof(
        title,
        fc.tuple(title, title).map((forms) => forms.join('\t')),
      ),
      { maxLength: 3 },
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 3 }), titles, (prefixes, forms) => {
        const alternatives = prefixes.flatMap((prefix) => [prefix.slice(0, 2), `${prefix.charAt(0)}(?=[ \\n\\t]|$)`]);
        const pattern = new RegExp(`(?:^|[ \\n])(?:${alternatives.join('|')})`);
        const isFound = prefixes.length > 0 && pattern.test(forms.join('\n'));
        expect(new WordBeginnings(prefixes).hasAnyIn(forms.join('\n'))).toBe(isFound);
      }),
    );
  });
});
