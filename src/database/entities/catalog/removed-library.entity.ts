import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A library that was removed. A library that gets its id later continues from its revision. */
@Entity('removed_libraries')
export class RemovedLibraryEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'removed_libraries_pk' })
  library_id: string;

  /** The revision of the removal. */
  @Column('bigint')
  revision: string;
}
