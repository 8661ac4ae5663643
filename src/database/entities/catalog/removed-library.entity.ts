import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A tombstone of a removed library. A later library with the same id continues from the revision of the tombstone. */
@Entity('removed_libraries')
export class RemovedLibraryEntity {
  @PrimaryColumn('uuid')
  library_id: string;

  @Column('bigint')
  revision: string;
}
