import { Global, Module } from '@nestjs/common';
import { LexiconLoop } from './lexicon/lexicon-loop';
import { LexiconStore } from './lexicon/lexicon.store';
import { OlderWordsStore } from './lexicon/older-words.store';
import { SpellingStore } from './lexicon/spelling.store';

/** Ring 2: reads text for search and counts the documents of each lexeme. */
@Global()
@Module({
  providers: [LexiconLoop, LexiconStore, OlderWordsStore, SpellingStore],
  exports: [LexiconLoop, OlderWordsStore],
})
export class SearchModule {}
