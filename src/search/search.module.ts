import { Global, Module } from '@nestjs/common';
import { LexiconLoop } from './lexicon/lexicon-loop';
import { LexiconStore } from './lexicon/lexicon.store';
import { SpellingStore } from './lexicon/spelling.store';

/** Ring 2: reads text for search and counts the documents of each lexeme. */
@Global()
@Module({ providers: [LexiconLoop, LexiconStore, SpellingStore], exports: [LexiconLoop] })
export class SearchModule {}
