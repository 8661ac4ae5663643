import { candidateRow } from '../../../test/support/catalog/candidate-row';
import { toSearchQuery } from '../query/query-parser';
import { weighWords } from '../query/weights/term-weights';
import { Ranker } from './ranking';

const ORDINARY = ['harbor', 'garden', 'river', 'letter', 'window', 'candle'];
const RARE = ['lantern', 'orchard', 'violin'];

/** Returns the titles of items, best first. All overviews have 34 words. */
function rank(
  ordinaryDocuments: number,
  items: readonly { title: string; overview: readonly string[]; prominence?: number }[],
): string[] {
  const documents = new Map([
    ...ORDINARY.map((word): [string, number] => [`o${word}`, ordinaryDocuments]),
    ...RARE.map((word): [string, number] => [`o${word}`, 4]),
  ]);
  const query = toSearchQuery([...ORDINARY, ...RARE].join(' '), undefined);
  const rows = items.map(({ title, overview, prominence = 0 }) => {
    const otherWords = Array.from({ length: 34 - overview.length }, () => 'rain');
    return { ...candidateRow([title], null, [...overview, ...otherWords].join(' ')), prominence };
  });
  const words = weighWords(query, { total: 72_000, documents, nearSpellings: [] });
  return new Ranker(query, words).rank(rows).map(({ row: { media_id } }) => media_id);
}

describe('Ranker, for a description', () => {
  it('ranks a rare word before five ordinary words', () => {
    const items = [
      { title: 'Five', overview: ORDINARY.slice(0, 5) },
      { title: 'Rare', overview: ['lantern'] },
    ];
    expect(rank(1_500, items)).toEqual(['Rare', 'Five']);
  });

  it('ranks a rare word that an overview has twice before the same word and three ordinary words', () => {
    const items = [
      { title: 'Once', overview: ['lantern', ...ORDINARY.slice(0, 3)] },
      { title: 'Twice', overview: ['lantern', 'lantern'] },
    ];
    expect(rank(4_000, items)).toEqual(['Twice', 'Once']);
  });

  it('ranks a prominent item before an item with three more ordinary words', () => {
    const items = [
      { title: 'Unknown', overview: ['lantern', ...ORDINARY.slice(0, 3)] },
      { title: 'Prominent', overview: ['lantern'], prominence: 0.5 },
    ];
    expect(rank(4_000, items)).toEqual(['Prominent', 'Unknown']);
  });
});
