/**
 * `TextCheck.fieldsToCheck` decides from the profile of a document which of its texts are read. The texts that are not
 * read must not change the result.
 */
import fc from 'fast-check';
import { DocumentLexemes } from '../../search/index/document-lexemes';
import { toSearchQuery } from '../query/query-parser';
import { termRolesOf } from '../query/weights/term-roles';
import { weighWords } from '../query/weights/term-weights';
import type { CheckedTexts } from './candidate-row';
import { TextCheck } from './text-check';

const COUNTS = {
  total: 1_000,
  documents: new Map([
    ['tlove', 9],
    ['pdoe', 4],
  ]),
  nearSpellings: [
    { lexeme: 'plove', documents: 9 },
    { lexeme: 'pdoe', documents: 4 },
  ],
};

const word = fc.constantFrom(
  ...[
    'love',
    'Loving',
    'lvoe',
    'the',
    'The',
    'of',
    'has',
    'ha',
    'was',
    'wa',
    'Jane',
    'Doe',
    'Deo',
    "O'Brien",
    'Obrien',
  ],
  ...['Spider-Man', 'spiderman', 'D.B.', '10,000', 'R&B', '&', 'Amélie', 'amelie', '東京物語', '東京', '1999', 'x'],
);
const words = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.array(word, { minLength, maxLength }).map((list) => list.join(' '));
const query = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: words(1, 4) },
      words(1, 3).map((phrase) => `"${phrase}"`),
      words(1, 2).map((name) => `directed by ${name}`),
      words(1, 2).map((name) => `starring ${name}`),
      fc.constantFrom('character', 'movie', 'comedy'),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((parts) => parts.join(' '));
const texts: fc.Arbitrary<CheckedTexts> = fc.record({
  media_id: fc.constant('id'),
  title: fc.option(words(1, 5)),
  overview: fc.option(
    fc.oneof(
      words(1, 12),
      words(1, 3).map((name) => `A film directed by ${name} of x.`),
    ),
  ),
  tagline: fc.option(words(1, 6)),
  people: fc.array(
    fc.record(
      { name: words(1, 4), role: fc.constantFrom('actor', 'director', 'writer'), character: words(1, 4) },
      { requiredKeys: ['name', 'role'] },
    ),
    { maxLength: 4 },
  ),
});

function profileOf({ title, overview, tagline, people }: CheckedTexts): string {
  const lexemes = new DocumentLexemes();
  if (title !== null) lexemes.addTitle(title);
  for (const { name, character } of people ?? []) {
    lexemes.addText('people', name, 2);
    if (character !== undefined) lexemes.addText('people', character);
  }
  for (const text of [overview, tagline]) if (text !== null) lexemes.addText('overview', text);
  return lexemes.build().profile;
}

function checkOf(text: string): TextCheck {
  const parsed = toSearchQuery(text, undefined);
  const weighed = weighWords(parsed, COUNTS);
  return new TextCheck(parsed, weighed, termRolesOf(parsed, weighed));
}

describe('the texts that fieldsToCheck chooses', () => {
  it('give the same bonus and contain the same phrases as all texts of the document', () => {
    let withBonus = 0;
    let partlyRead = 0;
    fc.assert(
      fc.property(query, texts, (text, all) => {
        const check = checkOf(text);
        const fields = check.fieldsToCheck(profileOf(all));
        const read: CheckedTexts = {
          ...all,
          people: fields?.people === true ? all.people : null,
          overview: fields?.overview === true ? all.overview : null,
          tagline: fields?.overview === true ? all.tagline : null,
        };
        for (const hasAllWords of [false, true])
          expect(fields === null ? 0 : check.bonus(read, hasAllWords)).toBe(check.bonus(all, hasAllWords));
        if (check.hasPhrases) expect(fields !== null && check.hasAllPhrases(read)).toBe(check.hasAllPhrases(all));
        if (check.bonus(all, false) > 0) withBonus += 1;
        if (fields === null || !fields.people || !fields.overview) partlyRead += 1;
      }),
      { numRuns: 5_000 },
    );
    // The test is useful only if some documents have a bonus, and some are not read completely.
    expect(withBonus).toBeGreaterThan(250);
    expect(partlyRead).toBeGreaterThan(1_000);
  });
});
