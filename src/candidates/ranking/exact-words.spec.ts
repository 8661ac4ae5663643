import { candidateRow } from '../../../test/support/catalog/candidate-row';
import { stemWord } from '../../search/text/stem';
import { findFloor, raiseToFloor } from './exact-words';
import { Ranker } from './ranking';
import type { CandidateRow } from './candidate-row';
import { toSearchQuery } from '../query/query-parser';
import { weighWords } from '../query/weights/term-weights';

const COUNTS = {
  total: 1_000,
  documents: new Map([['ovichi', 1]]),
  nearSpellings: [{ lexeme: 'tvicky', documents: 30 }],
};

const FIFTH = 4;

/** A document with a title and an overview. */
function rowOf(title: string, overview = ''): CandidateRow {
  return candidateRow([title], null, overview);
}

function titlesWith(word: string): CandidateRow[] {
  return Array.from({ length: 30 }, (_, index) => ({
    ...rowOf(`${word} and a title of ${index}`),
    prominence: 1 - index / 30,
  }));
}

/** Returns the titles in the order of the search results. */
function titlesInOrder(text: string, rows: readonly CandidateRow[]): string[] {
  const query = toSearchQuery(text, undefined);
  const words = weighWords(query, COUNTS);
  const ranker = new Ranker(query, words);
  const scored = ranker.rank(rows);
  return raiseToFloor(findFloor(query, words, scored, ranker), scored, ranker).map(({ row }) => row.media_id);
}

describe('documents with the exact words of a query', () => {
  const exact = rowOf('Casablanca', 'A police officer of Vichy France.');
  const similar = titlesWith('Vicky');

  it('are on the first page, after the four best titles with similar words', () => {
    expect(stemWord('vichy')).toBe('vichi');
    expect(titlesInOrder('vichy', [...similar, exact]).indexOf('Casablanca')).toBe(FIFTH);
  });

  it('are on the first page even if many titles have a word similar to one of several query words', () => {
    expect(titlesInOrder('vichy police', [...titlesWith('Vicky Police'), exact]).indexOf('Casablanca')).toBe(FIFTH);
  });

  it('are on the first page even if many titles contain a part of the query word', () => {
    const price = rowOf('Bidding', 'It sells at 766,003 in the end.');
    expect(titlesInOrder('766,003', [...titlesWith('766'), price]).indexOf('Bidding')).toBeLessThanOrEqual(FIFTH + 1);
    const clan = rowOf('Clan', "The house of O'Ross.");
    expect(titlesInOrder("O'Ross", [...titlesWith('Ross'), clan]).indexOf('Clan')).toBeLessThanOrEqual(FIFTH + 1);
  });

  it('come first if all titles with similar words have the same score', () => {
    const equal = similar.map((row) => ({ ...row, prominence: 0.5 }));
    expect(titlesInOrder('vichy', [...equal, exact]).indexOf('Casablanca')).toBe(0);
  });

  it('stay first if they have the highest score', () => {
    const first = rowOf('Vichy');
    expect(titlesInOrder('vichy', [...similar, first])[0]).toBe('Vichy');
  });

  it('do not change the order of the other documents', () => {
    const orderBefore = titlesInOrder('vichy', similar);
    expect(titlesInOrder('vichy', [...similar, exact]).filter((title) => title !== 'Casablanca')).toEqual(orderBefore);
  });

  it.each([
    [
      'the titles have a word of the query itself, not a similar one',
      'police officer',
      [...titlesWith('Police'), exact],
    ],
    ['they lack another word of the query', 'vichy japan', [...similar, exact]],
    ['the word is a year', '1944', [...titlesWith('1944'), rowOf('Casablanca', 'In the year of 1944.')]],
    [
      'more than five documents have the word',
      'vichy',
      [...similar, ...['A', 'B', 'C', 'D', 'E', 'F'].map((each) => rowOf(each, 'Vichy'))],
    ],
    ['there are few other candidates', 'vichy', [...similar.slice(0, 3), exact]],
  ])('are not raised if %s', (_, text, rows) => {
    const query = toSearchQuery(text, undefined);
    const words = weighWords(query, COUNTS);
    const ranker = new Ranker(query, words);
    expect(findFloor(query, words, ranker.rank(rows), ranker)).toBe(0);
  });

  it('are all raised to the floor of the first page, ordered by id, even if there are more than five', () => {
    const query = toSearchQuery('vichy', undefined);
    const ranker = new Ranker(query, weighWords(query, COUNTS));
    const rows = ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((title, index) => {
      return { ...rowOf(title, 'Vichy'), prominence: index / 10 };
    });
    const raised = raiseToFloor(0.7, ranker.rank([...similar, ...rows]), ranker);
    expect(raised.filter(({ score }) => score === 0.7).map(({ row }) => row.media_id)).toEqual(
      rows.map(({ media_id }) => media_id),
    );
  });
});
