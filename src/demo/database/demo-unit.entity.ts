import { Check, Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import { oneOf } from '../../database/entities/one-of';
import type { PlannedUnit } from '../planner/planned-unit';
import { PLAN_NAMES, type PlanName } from './plan-name';

const primaryKey = (): { primaryKeyConstraintName: string } => ({ primaryKeyConstraintName: 'units_pkey' });

/** A unit of a plan: one title with its folder and files. */
@Entity({ name: 'units', schema: 'demo' })
@Check('units_plan_check', oneOf('plan', PLAN_NAMES))
@Unique('units_plan_library_id_folder_key', ['plan', 'library_id', 'folder'])
export class DemoUnitEntity {
  @PrimaryColumn('text', primaryKey())
  plan: PlanName;

  @PrimaryColumn('uuid', primaryKey())
  library_id: string;

  /** Position of the unit in the library, from 0. */
  @PrimaryColumn('integer', primaryKey())
  place: number;

  /** Id of the title at the metadata provider. */
  @Column('bigint')
  provider_id: string;

  /** Name of the title's folder. Scans use it as the key of the unit. */
  @Column({ type: 'text', collation: 'C' })
  folder: string;

  @Column('integer')
  directory_count: number;

  @Column('integer')
  file_count: number;

  @Column('jsonb')
  files: PlannedUnit['files'];

  @Column('jsonb')
  metadata: PlannedUnit['metadata'];
}
