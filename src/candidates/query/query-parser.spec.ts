import { toSearchQuery } from './query-parser';

test('a query is trimmed before it is cut to its maximum length, as the rule of the API says', () => {
  const { allWords } = toSearchQuery(`${' '.repeat(512)}metropolis`, undefined);
  expect(allWords.map(({ folded }) => folded)).toEqual(['metropolis']);
});
