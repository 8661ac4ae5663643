import { Module } from '@nestjs/common';
import { ReadModelsController } from './read-models.controller';
import { ReadModelsRepository } from './read-models.repository';
import { ReadModelsService } from './read-models.service';

/** Ring 4 (see docs/architecture.md): administration of the read model. */
@Module({ controllers: [ReadModelsController], providers: [ReadModelsService, ReadModelsRepository] })
export class ReadModelAdminModule {}
