import { LexiconLoop } from '../../../src/search/lexicon/lexicon-loop';
import type { TestApp } from '../app/test-app';

/**
 * Counts the words of the present catalog. Searches and related items depend on these counts. A test counts the words
 * before it compares answers, so that the background loop does not count them between two reads.
 */
export function countWords({ app }: Pick<TestApp, 'app'>): Promise<void> {
  return app.get(LexiconLoop).refresh();
}
