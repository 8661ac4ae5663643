import { TypeOrmModule } from '@nestjs/typeorm';
import { DemoFileEntity } from './demo-file.entity';
import { DemoLibraryEntity } from './demo-library.entity';
import { DemoStateEntity } from './demo-state.entity';
import { DemoUnitEntity } from './demo-unit.entity';

/** The demo's own tables. */
export const DEMO_ENTITIES = [DemoStateEntity, DemoLibraryEntity, DemoUnitEntity, DemoFileEntity];

/** Adds the demo's tables to those that the data source knows. */
export const DEMO_ENTITIES_MODULE = TypeOrmModule.forFeature(DEMO_ENTITIES);
