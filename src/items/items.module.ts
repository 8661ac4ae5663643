import { Module } from '@nestjs/common';
import { ItemContextService } from './context/item-context.service';
import { ItemsController } from './items.controller';
import { ItemsRepository } from './items.repository';
import { ItemsService } from './items.service';
import { RelatedRepository } from './related/related.repository';
import { RelatedService } from './related/related.service';

/** Ring 4: what one item is, and what is related to it. */
@Module({
  controllers: [ItemsController],
  providers: [ItemContextService, ItemsRepository, ItemsService, RelatedRepository, RelatedService],
})
export class ItemsModule {}
