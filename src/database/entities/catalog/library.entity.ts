import { Check, Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';

/** A library of the catalog: what media belong to and what a user may or may not see. */
@Entity('libraries')
@Check('libraries_kind_ck', `library_kind IN ('movies', 'series')`)
export class LibraryEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'libraries_pk' })
  library_id: string;

  @Column('text')
  name: string;

  @Column('text')
  library_kind: 'movies' | 'series';

  /** The catalog revision of the last change to anything in the library. */
  @Column('bigint', { default: 0 })
  revision: string;

  @CreateDateColumn({ type: 'timestamptz' })
  created_at: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updated_at: Date;
}
