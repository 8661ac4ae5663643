import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A tombstone of a removed library. A later library with the same id continues from its revision. */
@Entity('removed_libraries')
export class RemovedLibraryEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'removed_libraries_pk' })
  library_id: string;

  /** The revision of the removal. */
  @Column('bigint')
  revision: string;
}
