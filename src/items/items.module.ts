import { Module } from '@nestjs/common';
import { ItemContextRepository } from './context/item-context.repository';
import { ItemContextService } from './context/item-context.service';
import { ItemsController } from './items.controller';
import { RelatedRepository } from './related/related.repository';
import { RelatedService } from './related/related.service';

/** Item context and related items. */
@Module({
  controllers: [ItemsController],
  providers: [ItemContextRepository, ItemContextService, RelatedRepository, RelatedService],
})
export class ItemsModule {}
