import { TypeOrmModule } from '@nestjs/typeorm';
import { DemoFileEntity } from './demo-file.entity';
import { DemoLibraryEntity } from './demo-library.entity';
import { DemoStateEntity } from './demo-state.entity';
import { DemoUnitEntity } from './demo-unit.entity';

/** Entities of the tables in the schema `demo`. */
export const DEMO_ENTITIES = [DemoStateEntity, DemoLibraryEntity, DemoUnitEntity, DemoFileEntity];

/** Registers the entities of the demo with the TypeORM data source. */
export const DEMO_ENTITIES_MODULE = TypeOrmModule.forFeature(DEMO_ENTITIES);
