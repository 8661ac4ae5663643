import { candidateRow } from '../../../test/support/catalog/candidate-row';
import { DocumentLexemes } from '../../search/index/document-lexemes';
import { toSearchQuery } from '../query/query-parser';
import { weighWords } from '../query/weights/term-weights';
import type { CandidateRow, CheckedTexts } from './candidate-row';
import { Ranker } from './ranking';

const DOCUMENTS = new Map(
  ['evil', 'cat', 'inception', 'leo', 'ilse', 'march', 'vampire', 'bar', 'philip', 'hoffman', 'hart'].flatMap(
    (word) => [
      [`t${word}`, 40],
      [`p${word}`, 40],
    ],
  ),
);

interface Item {
  readonly title: string;
  readonly name?: string;
}

/** Returns the ranker of a query, the ranked rows of items, and their texts. */
function ranked(
  text: string,
  items: readonly Item[],
  completion = '',
  nearSpellings: readonly string[] = [],
): [Ranker, ReturnType<Ranker['rank']>, Map<string, CheckedTexts>] {
  const query = toSearchQuery(text, undefined);
  const counts = {
    total: 1_000,
    documents: DOCUMENTS,
    nearSpellings: nearSpellings.map((lexeme) => ({ lexeme, documents: 40 })),
  };
  const completions = [{ lexeme: `p${completion}`, documents: 5 }];
  const words = weighWords(query, completion === '' ? counts : { ...counts, completions, completesKnownWord: true });
  const ranker = new Ranker(query, words);
  const rows = items.map(({ title, name = '' }): CandidateRow => {
    const document = new DocumentLexemes();
    document.addTitle(title);
    document.addText('people', name);
    return { ...candidateRow([title]), profile: document.build().profile };
  });
  const texts = items.map(({ title, name = '' }): [string, CheckedTexts] => {
    const people: CheckedTexts['people'] = [{ name, role: 'actor' }];
    return [title, { media_id: title, title, people, overview: null, tagline: null }];
  });
  return [ranker, ranker.rankByTexts(ranker.rank(rows), new Map(texts)), new Map(texts)];
}

it.each<[string, Item, boolean]>([
  ['evil cat', { title: 'The Evil Story of a Small Gray Cat' }, true],
  ['evil cat', { title: 'The Evil Story of a Small Gray Lamp' }, false],
  ['evil cat', { title: 'The Evil Story of a Small Gray Lamp', name: 'Jane Cat' }, false],
  ['ilse march', { title: 'Rain', name: 'Ilse March' }, true],
  ['philip hoffman', { title: 'Rain', name: 'Philip Seymour Hoffman' }, true],
  ['philip hoffman', { title: 'Philip', name: 'Jane Hoffman' }, false],
  ['hoffman philip', { title: 'Rain', name: 'Philip Seymour Hoffman' }, false],
])('"%s" is answered by %j: %j', (text, item, isAnswer) => {
  const [ranker, rows, texts] = ranked(text, [item]);
  expect(ranker.hasAnswer(rows, texts)).toBe(isAnswer);
});

it('"kevn hart" is answered by Kevin Hart, so the last word is not completed', () => {
  const [ranker, rows, texts] = ranked('kevn hart', [{ title: 'Rain', name: 'Kevin Hart' }], '', ['pkevin']);
  expect(ranker.hasAnswer(rows, texts)).toBe(true);
});

it.each<[string, string, Item, boolean]>([
  ['ilse march', 'marchetti', { title: 'Rain', name: 'Ilse Marchetti' }, true],
  ['evil cat', 'catalog', { title: 'Evil: The Catalog of Rain' }, true],
  ['evil cat', 'catalog', { title: 'The Rain of an Evil Catalog' }, false],
  ['inception leo', 'leonardo', { title: 'The Inception of a Long and Gray Rain', name: 'Leonardo Roe' }, false],
  ['vampire bar', 'barry', { title: 'The Long Gray Rain of a Vampire', name: 'Jane Barry' }, false],
  ['vampire bar', 'barry', { title: 'Rain', name: 'Barry Vampire' }, false],
])('"%s", with the last word completed as "%s", names a person of %j: %j', (text, completion, item, isNamed) => {
  const [ranker, rows, texts] = ranked(text, [item], completion);
  expect(ranker.completesName(rows, texts)).toBe(isNamed);
});
