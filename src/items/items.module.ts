import { Module } from '@nestjs/common';
import { ItemContextService } from './context/item-context.service';
import { ItemsController } from './items.controller';
import { ItemsRepository } from './items.repository';
import { ItemsService } from './items.service';
import { RelatedRepository } from './related/related.repository';
import { RelatedService } from './related/related.service';

/** Ring 4 (see docs/architecture.md): the context of one item, and its related items. */
@Module({
  controllers: [ItemsController],
  providers: [ItemContextService, ItemsRepository, ItemsService, RelatedRepository, RelatedService],
})
export class ItemsModule {}
