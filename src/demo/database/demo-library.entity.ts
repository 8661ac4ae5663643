import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import type { LibraryKind } from '../../database/entities/catalog/library.entity';
import { oneOf } from '../../database/entities/one-of';
import { PLAN_NAMES, type PlanName } from './plan-name';

/** A library of a plan. Its folder in the demo's root has the name of the library. */
@Entity({ name: 'libraries', schema: 'demo' })
@Check('libraries_plan_check', oneOf('plan', PLAN_NAMES))
export class DemoLibraryEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'libraries_pkey' })
  plan: PlanName;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'libraries_pkey' })
  library_id: string;

  /** Position of the library in the demo's options, from 0. */
  @Column('integer')
  place: number;

  @Column('text')
  name: string;

  @Column('text')
  library_kind: LibraryKind;
}
