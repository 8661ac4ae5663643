import { Global, Module } from '@nestjs/common';
import { LexiconLoop } from './lexicon/lexicon-loop';
import { LexiconStore } from './lexicon/lexicon.store';

/** Ring 2: how text is read for search, and in how many documents each lexeme occurs. */
@Global()
@Module({ providers: [LexiconLoop, LexiconStore], exports: [LexiconLoop] })
export class SearchModule {}
