import { SeededRandom } from '../../../bench/catalogs/random';
import { LINE_MAX_BYTES } from '../../../src/catalog/ingest/lines/line-splitter';
import { LIST_BOUNDS, OVERVIEW_MAX_CHARS, TEXT_BOUNDS } from '../../../src/catalog/ingest/records/field-bounds';
import { type CatalogFixture, openCatalog } from '../../support/catalog/catalog-fixture';
import { library, type Line, movie } from '../../support/catalog/catalog-records';

let catalog: CatalogFixture;

beforeAll(async () => {
  catalog = await openCatalog();
});

afterAll(() => catalog.close());

const GEORGIAN = 0x10d0;
const HAN = 0x4e00;

/**
 * Returns a function that makes a text of random words with at most the given number of code points. The alphabet has
 * `letters` letters, beginning with the code point `first`.
 */
function makeTexts(first: number, letters: number, wordLength: number): (chars: number) => string {
  const random = new SeededRandom(letters);
  const letter = (): string => String.fromCodePoint(first + random.integer(0, letters - 1));
  const word = (): string => Array.from({ length: wordLength }, letter).join('');
  return (chars) => {
    const words: string[] = [];
    for (let remaining = chars; remaining > wordLength; remaining -= wordLength + 1) words.push(word());
    return words.join(' ').slice(0, chars).trim();
  };
}

/** A letter of four bytes in UTF-8. */
const GOTHIC = '\u{10330}';
/** A letter that folds to many letters. */
const LIGATURE = '\ufdfa';
/** A letter with many combining marks. */
const MARKED_HAN = `字${'\u0e31'.repeat(2_000)}`;

/** Returns a movie with lists of up to `longest` elements. Shortens the lists until the line is within its limit. */
function fill(make: (length: number) => Record<string, unknown>, longest: number): Line {
  for (let length = longest; length > 0; length = Math.floor(length * 0.9)) {
    const line = movie(1, make(length));
    if (Buffer.byteLength(JSON.stringify(line)) < LINE_MAX_BYTES) return line;
  }
  throw new Error('No line is within the size limit.');
}

describe.each([
  ['Georgian', GEORGIAN, 33, 40],
  ['Han', HAN, 2_000, 12],
])('a record with lists of about the maximum length is imported: %s', (_, first, letters, wordLength) => {
  const text = makeTexts(first, letters, wordLength);
  const list = (length: number, chars: number): string[] => Array.from({ length }, () => text(chars));

  it.each<[string, (length: number) => Record<string, unknown>, number]>([
    ['aliases', (length) => ({ aliases: list(length, TEXT_BOUNDS.title) }), LIST_BOUNDS.aliases],
    [
      'people',
      (length) => ({ people: list(length, 100).map((name) => ({ name, role: 'actor' })) }),
      LIST_BOUNDS.people,
    ],
    [
      'keywords and an overview',
      (length) => ({ keywords: list(length, TEXT_BOUNDS.label), overview: text(OVERVIEW_MAX_CHARS) }),
      LIST_BOUNDS.keywords,
    ],
    [
      'aliases, keywords and people',
      (length) => ({
        overview: text(OVERVIEW_MAX_CHARS),
        aliases: list(Math.floor(length / 5), TEXT_BOUNDS.title),
        keywords: list(Math.floor(length / 2), TEXT_BOUNDS.label),
        people: list(length, 116).map((name) => ({ name, role: 'actor' })),
      }),
      LIST_BOUNDS.people,
    ],
    [
      'most fields',
      (length) => ({
        title: text(TEXT_BOUNDS.title),
        original_title: text(TEXT_BOUNDS.title),
        genres: list(LIST_BOUNDS.genres, 100),
        countries: list(LIST_BOUNDS.countries, 50),
        aliases: list(Math.ceil(length / 5), TEXT_BOUNDS.title),
        people: list(length, TEXT_BOUNDS.label).map((name) => ({ name, role: 'actor' })),
        overview: text(OVERVIEW_MAX_CHARS),
      }),
      LIST_BOUNDS.people,
    ],
  ])('%s', async (_name, make, longest) => {
    await catalog.clear();
    const { accepted, rejected, errors } = await catalog.importLines([library(1), fill(make, longest)]);
    expect([accepted, rejected, errors]).toEqual([2, 0, []]);
    const [row] = await catalog.dataSource.query<[{ lexemes: number }]>(
      'SELECT length(lexemes)::integer AS lexemes FROM intelligence_search_documents',
    );
    expect(row.lexemes).toBeGreaterThan(500);
  });
});

describe('a field that is one word of the maximum length is imported', () => {
  it.each([
    ['Gothic', GOTHIC],
    ['ligatures', LIGATURE],
  ])('%s', async (_, letter) => {
    await catalog.clear();
    const title = letter.repeat(TEXT_BOUNDS.title);
    const name = letter.repeat(TEXT_BOUNDS.label);
    const overview = letter.repeat(OVERVIEW_MAX_CHARS);
    const line = movie(1, {
      title,
      overview,
      aliases: [`${letter.repeat(TEXT_BOUNDS.title - 1)}!`],
      people: [{ name, role: 'actor' }],
      genres: [name],
    });
    expect(await catalog.importLines([library(1), line])).toMatchObject({ accepted: 2, errors: [] });
  });
});

it('an overview of letters with many combining marks is imported', async () => {
  await catalog.clear();
  const line = movie(1, { overview: `${MARKED_HAN}${MARKED_HAN} ${MARKED_HAN}` });
  expect(await catalog.importLines([library(1), line])).toMatchObject({ accepted: 2, errors: [] });
});

describe('a compound word of the maximum length of an overview is imported', () => {
  it.each(["a-b'", "a'b-", "ab'", 'ab-', 'S01E01-', '字-'])('%s', async (part) => {
    await catalog.clear();
    const overview = part.repeat(OVERVIEW_MAX_CHARS / part.length);
    const lines = [library(1), movie(1), movie(2, { overview }), movie(3)];
    expect(await catalog.importLines(lines)).toMatchObject({ accepted: 4, errors: [] });
  });
});
