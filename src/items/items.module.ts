import { Module } from '@nestjs/common';
import { ItemContextsService } from './context/item-contexts.service';
import { ItemsController } from './items.controller';
import { ItemsRepository } from './items.repository';
import { ItemsService } from './items.service';
import { NextUpRepository } from './next-up/next-up.repository';
import { NextUpService } from './next-up/next-up.service';
import { RelatedLists } from './related/related-lists';
import { RelatedRepository } from './related/related.repository';
import { RelatedService } from './related/related.service';

/** Ring 4 (see docs/architecture.md): the contexts of items, related items, and next episodes. */
@Module({
  controllers: [ItemsController],
  providers: [
    ItemContextsService,
    ItemsRepository,
    ItemsService,
    NextUpRepository,
    NextUpService,
    RelatedLists,
    RelatedRepository,
    RelatedService,
  ],
})
export class ItemsModule {}
