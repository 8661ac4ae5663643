import { DemoFileEntity } from './demo-file.entity';
import { DemoLibraryEntity } from './demo-library.entity';
import { DemoStateEntity } from './demo-state.entity';
import { DemoUnitEntity } from './demo-unit.entity';

/** Entities of the tables in the schema `demo`. */
export const DEMO_ENTITIES = [DemoStateEntity, DemoLibraryEntity, DemoUnitEntity, DemoFileEntity];
