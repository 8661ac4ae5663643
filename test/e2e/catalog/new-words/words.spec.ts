import { NewWords } from './words';

test('the first 100,000 words are different', () => {
  const words = new NewWords();
  const texts = Array.from({ length: 100_000 }, () => words.next().text.toLowerCase());
  expect(new Set(texts).size).toBe(texts.length);
});
