import { candidateRow } from '../../../test/support/catalog/candidate-row';
import { toSearchQuery } from '../query/query-parser';
import { weighWords } from '../query/weights/term-weights';
import { Ranker } from '../ranking/ranking';
import { rowsForSuggestion, suggestQuery } from './did-you-mean';

/** A catalog that has the words "dark", "knit" and "love", but neither "kni" nor "lov". */
const COUNTS = {
  total: 1_000,
  documents: new Map([['tdark', 20]]),
  nearSpellings: [
    { lexeme: 'tknit', documents: 9 },
    { lexeme: 'tlove', documents: 9 },
  ],
};

describe('did_you_mean', () => {
  it.each<[string, string[], string | null, boolean]>([
    ['dark kni', ['The Dark Knight', 'Knit Dark'], null, false],
    ['dark kni', ['Knit Dark', 'The Dark Knight'], 'dark knit', false],
    ['dark kni', ['Street of Dark', 'A Knit Street'], 'dark knit', false],
    ['dark kni', ['Street of Dark', 'A Blue Street'], null, true],
    ['DARK KNI', ['Knit Dark', 'The Dark Knight'], 'DARK KNIT', false],
    ['Dark Kni', ['Knit Dark', 'The Dark Knight'], 'Dark Knit', false],
    ['dark lov', ['The Dark Love Song', 'Knit Dark'], 'dark love', false],
  ])('for "%s" and the titles %j is %s; the names of people are read: %s', (text, titles, suggestion, readsNames) => {
    const query = toSearchQuery(text, undefined);
    const words = weighWords(query, COUNTS);
    const ranker = new Ranker(query, words);
    const ranked = titles.map((title) => ({ row: candidateRow([title]), score: 0.5 }));
    expect(suggestQuery(query, words, ranked, ranker, new Map())).toBe(suggestion);
    expect(rowsForSuggestion(words, ranked, ranker, new Map()).length > 0).toBe(readsNames);
  });
});
