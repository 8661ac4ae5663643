import { LexiconLoop } from '../../../src/search/lexicon/lexicon-loop';
import type { TestApp } from '../app/test-app';

/**
 * Updates the document counts of all words. Searches and related items depend on these counts. A test that compares
 * answers calls this first, because the background loop may change a count between two reads.
 */
export function refreshLexicon({ app }: Pick<TestApp, 'app'>): Promise<void> {
  return app.get(LexiconLoop).refresh();
}
