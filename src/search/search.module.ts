import { Global, Module } from '@nestjs/common';
import { LexiconLoop } from './lexicon/lexicon-loop';
import { LexiconStore } from './lexicon/lexicon.store';
import { OlderWordsStore } from './lexicon/older-words.store';
import { SpellingStore } from './lexicon/spelling.store';

/** Ring 2 (see docs/architecture.md): the lexicon with the document counts of lexemes, and the spelling keys. */
@Global()
@Module({
  providers: [LexiconLoop, LexiconStore, OlderWordsStore, SpellingStore],
  exports: [LexiconLoop, OlderWordsStore],
})
export class SearchModule {}
